package scriptorium.database.change;

import com.esotericsoftware.kryo.io.Output;
import java.util.ArrayList;
import java.util.List;
import org.h2.result.SearchRow;
import org.jspecify.annotations.Nullable;

/**
 * Encodes row changes as they are found, without an object a row, and cuts them into parts: the
 * same bytes as {@link RowChangesCodec} makes of the decoded changes of a part.
 *
 * <p>Counts stand in front of what they count, and are known behind it: room is left for the
 * largest possible number, and closed when it takes less.
 *
 * <p>Invariants: bytes of the parts before plus those in {@code output} are what the mutation has;
 * {@code table} is the table of the next row, {@code tableIsOpen} when its name is in this part.
 * Reused from mutation to mutation; not thread-safe.
 */
public final class RowChangesEncoder {
  private final PartOutput output = new PartOutput();
  private final List<TableName> tablesInPart = new ArrayList<>();
  private CaptureSettings settings = CaptureSettings.WHOLE;
  private @Nullable ChangeSink sink;
  private long bytesBefore;
  private int tableCountWidth;
  private int tableCountAt;
  private @Nullable TableName table;
  private boolean tableIsOpen;
  private int rowCountWidth;
  private int rowCountAt;
  private int rows;
  private long previousKey;

  /**
   * Begins a mutation.
   *
   * @param mostTables how many tables may come
   */
  public void begin(CaptureSettings how, ChangeSink target, int mostTables) {
    settings = how;
    sink = target;
    bytesBefore = 0;
    tableCountWidth = Output.varIntLength(mostTables, true);
    beginPart();
  }

  private void beginPart() {
    output.begin(settings.maxBytes() - bytesBefore);
    tablesInPart.clear();
    tableIsOpen = false;
    output.writeByte(
        settings.beforeImages() ? RowChangesCodec.WITH_BEFORE_IMAGES : RowChangesCodec.PLAIN);
    tableCountAt = output.position();
    skip(tableCountWidth);
  }

  private void skip(int width) {
    for (int i = 0; i < width; i++) {
      output.writeByte(0);
    }
  }

  /**
   * The rows that follow are this table's. It leaves no bytes when none follows.
   *
   * @param mostRows how many changes may come
   */
  public void table(TableName name, int mostRows) {
    closeTable();
    table = name;
    rowCountWidth = Output.varIntLength(mostRows, true);
  }

  private void beginRow(int kind, long key) {
    if (output.bytes() >= settings.partBytes() && !tablesInPart.isEmpty()) {
      endPart();
    }
    if (!tableIsOpen) {
      openTable();
    }
    rows++;
    output.writeByte(kind);
    output.writeVarLong(key - previousKey, false);
    previousKey = key;
  }

  private void openTable() {
    TableName name = java.util.Objects.requireNonNull(table);
    TextEncoding.write(output, name.schema());
    TextEncoding.write(output, name.table());
    rowCountAt = output.position();
    skip(rowCountWidth);
    tablesInPart.add(name);
    rows = 0;
    previousKey = 0;
    tableIsOpen = true;
  }

  private void closeTable() {
    if (tableIsOpen) {
      output.fill(rowCountAt, rowCountWidth, rows);
      tableIsOpen = false;
    }
  }

  private void endPart() {
    closeTable();
    RowChangesCodec.writeTail(output, List.of(), 0, tablesInPart);
    output.fill(tableCountAt, tableCountWidth, tablesInPart.size());
    bytesBefore += output.bytes();
    if (bytesBefore <= settings.maxBytes() && !output.isDropping()) {
      java.util.Objects.requireNonNull(sink).part(output.getBuffer(), output.position());
    }
    beginPart();
  }

  public void inserted(long key, SearchRow row) {
    beginRow(RowChangesCodec.INSERTED, key);
    writeRow(row);
  }

  /**
   * @param columns the changed ones: a bit each, the last word not zero
   * @param words how many words of {@code columns} there are
   */
  public void updated(long key, long[] columns, int words, SearchRow before, SearchRow after) {
    beginRow(RowChangesCodec.UPDATED, key);
    output.writeVarInt(words, true);
    for (int i = 0; i < words; i++) {
      output.writeVarLong(columns[i], true);
    }
    writeColumns(columns, words, after);
    if (settings.beforeImages()) {
      writeColumns(columns, words, before);
    }
  }

  public void deleted(long key, SearchRow before) {
    beginRow(RowChangesCodec.DELETED, key);
    if (settings.beforeImages()) {
      writeRow(before);
    }
  }

  private void writeRow(SearchRow row) {
    int columns = row.getColumnCount();
    output.writeVarInt(columns, true);
    for (int i = 0; i < columns; i++) {
      ValueEncoding.write(output, row.getValue(i));
    }
  }

  private void writeColumns(long[] columns, int words, SearchRow row) {
    for (int word = 0; word < words; word++) {
      for (long rest = columns[word]; rest != 0; rest &= rest - 1) {
        int column = (word << 6) + Long.numberOfTrailingZeros(rest);
        ValueEncoding.write(output, row.getValue(column));
      }
    }
  }

  /**
   * Ends the mutation and hands over its last part, unless there are too many bytes.
   *
   * @return the bytes of all parts
   */
  public long end(List<SequencePosition> positions, long growthBytes) {
    closeTable();
    table = null;
    RowChangesCodec.writeTail(output, positions, growthBytes, tablesInPart);
    output.fill(tableCountAt, tableCountWidth, tablesInPart.size());
    long bytes = bytesBefore + output.bytes();
    if (bytes <= settings.maxBytes() && !output.isDropping()) {
      java.util.Objects.requireNonNull(sink).last(output.getBuffer(), output.position());
    }
    sink = null;
    output.begin(0);
    return bytes;
  }
}
