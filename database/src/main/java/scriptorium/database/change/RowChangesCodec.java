package scriptorium.database.change;

import com.esotericsoftware.kryo.KryoException;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import java.util.ArrayList;
import java.util.List;
import org.h2.message.DbException;
import org.h2.value.Value;
import org.jspecify.annotations.Nullable;

/**
 * {@link RowChanges} as bytes: version 1 without, version 2 with before-images.
 *
 * <pre>
 *   version   | tables n, n × { schema, table, rows n, n × row } | positions n, n × position | growth
 *   row       inserted 0, key, columns n, n × value
 *             updated  1, key, words n, n × 64 columns' bits, a value a bit; 2: an old value a bit
 *             deleted  2, key; version 2: columns n, n × value
 *   position  free     0 (+2 exhausted), schema, sequence, next
 *             identity 1 (+2 exhausted), 1 + index of the table above or 0 and its names, column, next
 * </pre>
 *
 * Numbers are variable-length; a row key is the difference from the row before. Kinds and values
 * never change their meaning once released: a new shape takes a new version.
 */
public final class RowChangesCodec {
  static final int PLAIN = 1;
  static final int WITH_BEFORE_IMAGES = 2;
  static final int INSERTED = 0;
  static final int UPDATED = 1;
  static final int DELETED = 2;
  private static final int FREE = 0;
  private static final int IDENTITY = 1;
  private static final int EXHAUSTED_FLAG = 2;

  private RowChangesCodec() {}

  /** Appends the changes; LOBs are read while doing so, and their transaction is still open. */
  public static void write(Output output, RowChanges changes) {
    boolean beforeImages = hasBeforeImages(changes);
    output.writeByte(beforeImages ? WITH_BEFORE_IMAGES : PLAIN);
    output.writeVarInt(changes.tables().size(), true);
    for (TableChanges table : changes.tables()) {
      writeTable(output, table, beforeImages);
    }
    List<TableName> names = changes.tables().stream().map(TableChanges::table).toList();
    writeTail(output, changes.positions(), changes.growthBytes(), names);
  }

  private static boolean hasBeforeImages(RowChanges changes) {
    return changes.tables().stream()
        .flatMap(table -> table.rows().stream())
        .anyMatch(row -> row.before() != null);
  }

  static void writeTail(
      Output output, List<SequencePosition> positions, long growthBytes, List<TableName> tables) {
    output.writeVarInt(positions.size(), true);
    for (int i = 0; i < positions.size(); i++) {
      writePosition(output, positions.get(i), tables);
    }
    output.writeVarLong(growthBytes, false);
  }

  private static void writeTable(Output output, TableChanges table, boolean beforeImages) {
    TextEncoding.write(output, table.table().schema());
    TextEncoding.write(output, table.table().table());
    output.writeVarInt(table.rows().size(), true);
    long previousKey = 0;
    for (RowChange row : table.rows()) {
      output.writeByte(kind(row));
      output.writeVarLong(row.rowKey() - previousKey, false);
      previousKey = row.rowKey();
      if (row instanceof RowChange.Inserted inserted) {
        output.writeVarInt(inserted.row().size(), true);
        writeValues(output, inserted.row());
      } else if (row instanceof RowChange.Updated updated) {
        writeColumns(output, updated.columns());
        writeValues(output, updated.values());
        if (beforeImages) {
          writeValues(output, requireBefore(updated));
        }
      } else if (beforeImages) {
        RowValues before = requireBefore(row);
        output.writeVarInt(before.size(), true);
        writeValues(output, before);
      }
    }
  }

  private static RowValues requireBefore(RowChange row) {
    RowValues before = row.before();
    if (before == null) {
      throw new IllegalArgumentException(
          "a row without before-image among rows with: rowKey=" + row.rowKey());
    }
    return before;
  }

  private static int kind(RowChange row) {
    if (row instanceof RowChange.Inserted) {
      return INSERTED;
    }
    return row instanceof RowChange.Updated ? UPDATED : DELETED;
  }

  private static void writeColumns(Output output, ColumnSet columns) {
    output.writeVarInt(columns.words().length, true);
    for (long word : columns.words()) {
      output.writeVarLong(word, true);
    }
  }

  private static void writeValues(Output output, RowValues values) {
    for (int i = 0; i < values.size(); i++) {
      ValueEncoding.write(output, values.value(i));
    }
  }

  private static void writePosition(
      Output output, SequencePosition position, List<TableName> tables) {
    int flag = position.exhausted() ? EXHAUSTED_FLAG : 0;
    if (position instanceof SequencePosition.IdentityColumn identity) {
      output.writeByte(IDENTITY | flag);
      int index = indexOf(identity.table(), tables);
      output.writeVarInt(index + 1, true);
      if (index < 0) {
        TextEncoding.write(output, identity.table().schema());
        TextEncoding.write(output, identity.table().table());
      }
      TextEncoding.write(output, identity.column());
    } else if (position instanceof SequencePosition.FreeSequence free) {
      output.writeByte(FREE | flag);
      TextEncoding.write(output, free.schema());
      TextEncoding.write(output, free.sequence());
    }
    output.writeVarLong(position.next(), false);
  }

  @SuppressWarnings("ReferenceEquality") // a shortcut: most are the same object
  private static int indexOf(TableName table, List<TableName> tables) {
    for (int i = 0; i < tables.size(); i++) {
      if (tables.get(i) == table || tables.get(i).equals(table)) {
        return i;
      }
    }
    return -1;
  }

  /**
   * Reads what {@link #write} wrote and leaves the input right behind it.
   *
   * @throws CorruptChangesException if the bytes are anything else, or end too early
   */
  public static RowChanges read(Input input) {
    Tables tables = new Tables();
    EncodedTail tail = read(input, tables);
    return new RowChanges(tables.build(), tail.positions(), tail.growthBytes());
  }

  /** Rows gathered by table. */
  private static final class Tables implements RowChangeConsumer {
    private final List<TableChanges> tables = new ArrayList<>();
    private final List<RowChange> rows = new ArrayList<>();
    private @Nullable TableName table;

    @Override
    @SuppressWarnings("ReferenceEquality") // the same object for all rows of a table
    public void row(TableName name, RowChange change) {
      if (name != table) {
        endTable();
        table = name;
      }
      rows.add(change);
    }

    private void endTable() {
      if (table != null) {
        tables.add(new TableChanges(table, rows));
        rows.clear();
      }
    }

    List<TableChanges> build() {
      endTable();
      return tables;
    }
  }

  /**
   * Reads like {@link #read(Input)}, but hands each row on instead of keeping it.
   *
   * @throws CorruptChangesException if the bytes are anything else, or end too early; rows before
   *     that have been handed on
   */
  public static EncodedTail read(Input input, RowChangeConsumer consumer) {
    try {
      return readVersioned(input, consumer);
    } catch (KryoException | DbException | IllegalArgumentException | ArithmeticException e) {
      throw new CorruptChangesException(
          "changes unreadable: position=" + input.total() + "; the bytes are damaged", e);
    }
  }

  private static EncodedTail readVersioned(Input input, RowChangeConsumer consumer) {
    int version = input.readByte();
    if (version != PLAIN && version != WITH_BEFORE_IMAGES) {
      throw new CorruptChangesException(
          "changes of an unknown version: found="
              + version
              + " expected="
              + PLAIN
              + " or "
              + WITH_BEFORE_IMAGES);
    }
    int tableCount = ValueEncoding.readCount(input, Integer.MAX_VALUE, "tables");
    List<TableName> tables = new ArrayList<>();
    for (int i = 0; i < tableCount; i++) {
      tables.add(readTable(input, version == WITH_BEFORE_IMAGES, consumer));
    }
    int positionCount = ValueEncoding.readCount(input, Integer.MAX_VALUE, "positions");
    List<SequencePosition> positions = new ArrayList<>();
    for (int i = 0; i < positionCount; i++) {
      positions.add(readPosition(input, tables));
    }
    return new EncodedTail(positions, input.readVarLong(false));
  }

  private static TableName readTable(
      Input input, boolean beforeImages, RowChangeConsumer consumer) {
    TableName table = new TableName(TextEncoding.read(input), TextEncoding.read(input));
    int rowCount = ValueEncoding.readCount(input, Integer.MAX_VALUE, "rows");
    long key = 0;
    for (int i = 0; i < rowCount; i++) {
      int kind = input.readByte();
      key += input.readVarLong(false);
      consumer.row(table, readRow(input, kind, key, beforeImages));
    }
    return table;
  }

  private static RowChange readRow(Input input, int kind, long key, boolean beforeImage) {
    switch (kind) {
      case INSERTED -> {
        return new RowChange.Inserted(key, readRow(input));
      }
      case UPDATED -> {
        ColumnSet columns = readColumns(input);
        RowValues values = readValues(input, columns.size());
        return new RowChange.Updated(
            key, columns, values, beforeImage ? readValues(input, columns.size()) : null);
      }
      case DELETED -> {
        return new RowChange.Deleted(key, beforeImage ? readRow(input) : null);
      }
      default -> throw new CorruptChangesException("unknown kind of row change: found=" + kind);
    }
  }

  private static RowValues readRow(Input input) {
    return readValues(input, ValueEncoding.readCount(input, ValueEncoding.MAX_COLUMNS, "columns"));
  }

  private static ColumnSet readColumns(Input input) {
    int words =
        ValueEncoding.readCount(input, ValueEncoding.MAX_COLUMNS / Long.SIZE, "words of columns");
    long[] bits = new long[words];
    for (int i = 0; i < words; i++) {
      bits[i] = input.readVarLong(true);
    }
    if (words == 0 || bits[words - 1] == 0) {
      throw new CorruptChangesException("changed columns end in an empty word: words=" + words);
    }
    return ColumnSet.ofWords(bits);
  }

  private static RowValues readValues(Input input, int count) {
    Value[] values = new Value[count];
    for (int i = 0; i < count; i++) {
      values[i] = ValueEncoding.read(input);
    }
    return RowValues.of(values);
  }

  private static SequencePosition readPosition(Input input, List<TableName> tables) {
    int kind = input.readByte();
    if (kind < 0 || kind > (IDENTITY | EXHAUSTED_FLAG)) {
      throw new CorruptChangesException("unknown kind of sequence position: found=" + kind);
    }
    boolean exhausted = (kind & EXHAUSTED_FLAG) != 0;
    if ((kind & IDENTITY) != 0) {
      int index = ValueEncoding.readCount(input, tables.size(), "table of an identity column");
      TableName table =
          index > 0
              ? tables.get(index - 1)
              : new TableName(TextEncoding.read(input), TextEncoding.read(input));
      String column = TextEncoding.read(input);
      return new SequencePosition.IdentityColumn(
          table, column, input.readVarLong(false), exhausted);
    }
    String schema = TextEncoding.read(input);
    String sequence = TextEncoding.read(input);
    return new SequencePosition.FreeSequence(schema, sequence, input.readVarLong(false), exhausted);
  }
}
