package scriptorium.database.change;

import com.esotericsoftware.kryo.KryoException;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import java.util.ArrayList;
import java.util.List;
import org.h2.message.DbException;
import org.h2.value.Value;

/**
 * {@link RowChanges} as bytes, version 1.
 *
 * <pre>
 *   version 1 | tables n, n × { schema, table, rows n, n × row } | positions n, n × position | growth
 *   row       inserted 0, key, columns n, n × value
 *             updated  1, key, words n, n × 64 columns' bits, a value a bit
 *             deleted  2, key
 *   position  free     0 (+2 exhausted), schema, sequence, next
 *             identity 1 (+2 exhausted), 1 + index of the table above or 0 and its names, column, next
 * </pre>
 *
 * Numbers are variable-length; a row key is the difference from the row before. Kinds and values
 * never change their meaning once released: a new shape takes a new version.
 */
public final class RowChangesCodec {
  private static final int VERSION = 1;
  private static final int INSERTED = 0;
  private static final int UPDATED = 1;
  private static final int DELETED = 2;
  private static final int FREE = 0;
  private static final int IDENTITY = 1;
  private static final int EXHAUSTED_FLAG = 2;

  private RowChangesCodec() {}

  /** Appends the changes; LOBs are read while doing so, and their transaction is still open. */
  public static void write(Output output, RowChanges changes) {
    output.writeByte(VERSION);
    output.writeVarInt(changes.tables().size(), true);
    for (TableChanges table : changes.tables()) {
      writeTable(output, table);
    }
    output.writeVarInt(changes.positions().size(), true);
    for (SequencePosition position : changes.positions()) {
      writePosition(output, position, changes.tables());
    }
    output.writeVarLong(changes.growthBytes(), false);
  }

  private static void writeTable(Output output, TableChanges table) {
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
      }
    }
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
      Output output, SequencePosition position, List<TableChanges> tables) {
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

  private static int indexOf(TableName table, List<TableChanges> tables) {
    for (int i = 0; i < tables.size(); i++) {
      if (tables.get(i).table().equals(table)) {
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
    try {
      return readVersioned(input);
    } catch (KryoException | DbException | IllegalArgumentException | ArithmeticException e) {
      throw new CorruptChangesException(
          "changes unreadable: position=" + input.total() + "; the bytes are damaged", e);
    }
  }

  private static RowChanges readVersioned(Input input) {
    int version = input.readByte();
    if (version != VERSION) {
      throw new CorruptChangesException(
          "changes of an unknown version: found=" + version + " expected=" + VERSION);
    }
    int tableCount = ValueEncoding.readCount(input, Integer.MAX_VALUE, "tables");
    List<TableChanges> tables = new ArrayList<>();
    for (int i = 0; i < tableCount; i++) {
      tables.add(readTable(input));
    }
    int positionCount = ValueEncoding.readCount(input, Integer.MAX_VALUE, "positions");
    List<SequencePosition> positions = new ArrayList<>();
    for (int i = 0; i < positionCount; i++) {
      positions.add(readPosition(input, tables));
    }
    return new RowChanges(tables, positions, input.readVarLong(false));
  }

  private static TableChanges readTable(Input input) {
    TableName table = new TableName(TextEncoding.read(input), TextEncoding.read(input));
    int rowCount = ValueEncoding.readCount(input, Integer.MAX_VALUE, "rows");
    List<RowChange> rows = new ArrayList<>();
    long key = 0;
    for (int i = 0; i < rowCount; i++) {
      int kind = input.readByte();
      key += input.readVarLong(false);
      rows.add(readRow(input, kind, key));
    }
    return new TableChanges(table, rows);
  }

  private static RowChange readRow(Input input, int kind, long key) {
    switch (kind) {
      case INSERTED -> {
        int columns = ValueEncoding.readCount(input, ValueEncoding.MAX_COLUMNS, "columns");
        return new RowChange.Inserted(key, readValues(input, columns));
      }
      case UPDATED -> {
        ColumnSet columns = readColumns(input);
        return new RowChange.Updated(key, columns, readValues(input, columns.size()));
      }
      case DELETED -> {
        return new RowChange.Deleted(key);
      }
      default -> throw new CorruptChangesException("unknown kind of row change: found=" + kind);
    }
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

  private static SequencePosition readPosition(Input input, List<TableChanges> tables) {
    int kind = input.readByte();
    if (kind < 0 || kind > (IDENTITY | EXHAUSTED_FLAG)) {
      throw new CorruptChangesException("unknown kind of sequence position: found=" + kind);
    }
    boolean exhausted = (kind & EXHAUSTED_FLAG) != 0;
    if ((kind & IDENTITY) != 0) {
      int index = ValueEncoding.readCount(input, tables.size(), "table of an identity column");
      TableName table =
          index > 0
              ? tables.get(index - 1).table()
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
