package scriptorium.database.change;

import java.util.List;

/**
 * What stands behind the rows of encoded changes.
 *
 * @param positions of the sequences that moved
 * @param growthBytes as {@link RowChanges#growthBytes}
 */
public record EncodedTail(List<SequencePosition> positions, long growthBytes) {
  public EncodedTail {
    positions = List.copyOf(positions);
  }
}
