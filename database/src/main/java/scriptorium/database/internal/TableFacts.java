package scriptorium.database.internal;

import java.util.Arrays;
import java.util.BitSet;
import java.util.Map;
import org.h2.engine.SessionLocal;
import org.h2.index.Index;
import org.h2.mvstore.db.MVDelegateIndex;
import org.h2.mvstore.db.MVPrimaryIndex;
import org.h2.mvstore.db.MVTable;
import org.h2.mvstore.tx.TransactionMap;
import org.h2.result.SearchRow;
import org.h2.result.SortOrder;
import org.h2.table.Column;
import org.h2.table.IndexColumn;
import org.h2.value.ExtTypeInfoRow;
import org.h2.value.TypeInfo;
import org.h2.value.Value;
import org.jspecify.annotations.Nullable;
import scriptorium.database.change.ColumnSet;
import scriptorium.database.change.TableName;

/**
 * What capture and replay need to know of one table; valid until the schema changes.
 *
 * <p>A row is named by its integer primary key where the table has one, even where H2 keeps the row
 * under a hidden key: H2 does so when the key was added to a table with rows, and no longer does
 * after the table went through a SCRIPT, so the hidden key would differ between copies.
 */
public final class TableFacts {
  static final int HIDDEN = -1;

  final MVTable table;
  final TableName name;
  final MVPrimaryIndex rows;

  /** The column whose value names a row, or {@link #HIDDEN}. */
  final int keyColumn;

  /** The index that finds a row by its key where H2 does not keep rows under it. */
  final @Nullable Index keyIndex;

  /** Columns in any unique index, apart from the key under which H2 keeps the rows. */
  final ColumnSet uniqueColumns;

  /** Columns that hold values which refer to the column's type. */
  final ColumnSet typedColumns;

  final ColumnSet generatedColumns;
  final int secondaryIndexes;

  TableFacts(MVTable table, SessionLocal session) {
    this.table = table;
    name = new TableName(table.getSchema().getName(), table.getName());
    rows = (MVPrimaryIndex) table.getScanIndex(session);
    int mainColumn = rows.getMainIndexColumn();
    Index primaryKey = mainColumn == SearchRow.ROWID_INDEX ? integerPrimaryKey(table) : null;
    keyIndex = primaryKey;
    keyColumn = primaryKey == null ? mainColumn : primaryKey.getColumns()[0].getColumnId();
    uniqueColumns = uniqueColumns(table);
    typedColumns = columns(table, column -> hasTypedValues(column.getType()));
    generatedColumns = columns(table, Column::isGenerated);
    secondaryIndexes =
        (int)
            table.getIndexes().stream()
                .filter(
                    index -> !(index instanceof MVPrimaryIndex || index instanceof MVDelegateIndex))
                .count();
  }

  public MVTable table() {
    return table;
  }

  /** How many indexes have entries of their own. */
  public int secondaryIndexes() {
    return secondaryIndexes;
  }

  public TableName name() {
    return name;
  }

  private static @Nullable Index integerPrimaryKey(MVTable table) {
    Index index = table.findPrimaryKey();
    if (index == null || index.getColumns().length != 1) {
      return null;
    }
    IndexColumn column = index.getIndexColumns()[0];
    int type = column.column.getType().getValueType();
    // H2 never keeps rows under a descending key: they have hidden keys in every copy.
    boolean descending = (column.sortType & SortOrder.DESCENDING) != 0;
    return type >= Value.TINYINT && type <= Value.BIGINT && !descending ? index : null;
  }

  private static ColumnSet uniqueColumns(MVTable table) {
    BitSet columns = new BitSet();
    for (Index index : table.getIndexes()) {
      if (index.getIndexType().isUnique() && !(index instanceof MVDelegateIndex)) {
        for (Column column : index.getColumns()) {
          columns.set(column.getColumnId());
        }
      }
    }
    return ColumnSet.of(columns);
  }

  private interface ColumnTest {
    boolean holds(Column column);
  }

  private static ColumnSet columns(MVTable table, ColumnTest test) {
    BitSet columns = new BitSet();
    for (Column column : table.getColumns()) {
      columns.set(column.getColumnId(), test.holds(column));
    }
    return ColumnSet.of(columns);
  }

  private static boolean hasTypedValues(TypeInfo type) {
    int valueType = type.getValueType();
    return valueType == Value.ENUM || valueType == Value.ARRAY || valueType == Value.ROW;
  }

  /** By which H2's undo log names the row map. */
  int mapId() {
    return rows.getMVMap().getId();
  }

  /** The row map as the session's open transaction sees it, its own changes included. */
  TransactionMap<Long, SearchRow> openRows(SessionLocal session) {
    return session.getTransaction().openMapX(rows.getMVMap());
  }

  /** Whether the rows are kept under keys that SQL text does not carry. */
  public boolean hasHiddenKeys() {
    return keyColumn == HIDDEN;
  }

  /** The columns whose values a script holds, ascending: all but the generated ones. */
  public int[] dumpedColumns() {
    return Arrays.stream(table.getColumns())
        .mapToInt(Column::getColumnId)
        .filter(column -> !generatedColumns.contains(column))
        .toArray();
  }

  static TypeInfo[] fieldTypes(TypeInfo row) {
    return ((ExtTypeInfoRow) row.getExtTypeInfo())
        .getFields().stream().map(Map.Entry::getValue).toArray(TypeInfo[]::new);
  }
}
