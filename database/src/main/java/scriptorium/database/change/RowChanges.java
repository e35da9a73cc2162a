package scriptorium.database.change;

import java.util.List;

/**
 * All that one mutation changed: net row changes, and the positions of the sequences that moved.
 *
 * @param tables each table at most once
 * @param positions absolute, so that setting one twice does no harm
 * @param growthBytes by how much the rows' memory grew, as H2 accounts it plus {@value
 *     #INDEX_ENTRY_BYTES} bytes an index entry; negative when it shrank
 */
public record RowChanges(
    List<TableChanges> tables, List<SequencePosition> positions, long growthBytes) {
  /** Estimated memory of one entry of a secondary index. */
  public static final int INDEX_ENTRY_BYTES = 64;

  /** A mutation that changed nothing. */
  public static final RowChanges NONE = new RowChanges(List.of(), List.of(), 0);

  public RowChanges {
    tables = List.copyOf(tables);
    positions = List.copyOf(positions);
  }

  /** Whether neither a row nor a sequence changed. */
  public boolean isEmpty() {
    return tables.isEmpty() && positions.isEmpty();
  }

  public int rowCount() {
    return tables.stream().mapToInt(table -> table.rows().size()).sum();
  }
}
