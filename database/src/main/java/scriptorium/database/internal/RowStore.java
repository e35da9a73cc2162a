package scriptorium.database.internal;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.List;
import org.h2.engine.SessionLocal;
import org.h2.index.Cursor;
import org.h2.message.DbException;
import org.h2.mvstore.tx.TransactionMap;
import org.h2.result.Row;
import org.h2.result.SearchRow;
import org.h2.table.Column;
import org.h2.value.Value;
import org.h2.value.ValueBigint;
import org.jspecify.annotations.Nullable;
import scriptorium.database.change.ColumnSet;
import scriptorium.database.change.ReplayFailedException;
import scriptorium.database.change.RowChange;
import scriptorium.database.change.RowChanges;
import scriptorium.database.change.RowValues;
import scriptorium.database.change.TableName;
import scriptorium.database.guard.HeldHeap;

/**
 * Applies the net changes of one table by H2's internal row calls, inside the session's open
 * transaction.
 *
 * <p>Three phases, each of which sees every change, because a net list has no order that every
 * unique index would accept row by row: first all deleted rows go, and those whose unique columns
 * change; then rows change in place; then rows come. Internal calls do not fire triggers, compute
 * defaults, generated or ON UPDATE columns, nor check references: all of that happened once, where
 * the changes were captured.
 */
final class RowStore {
  private final SessionLocal session;
  private final TableFacts facts;
  private final TransactionMap<Long, SearchRow> rows;
  private final List<Row> arriving = new ArrayList<>();
  private long growthBytes;
  private long replacedBytes;

  RowStore(SessionLocal session, TableFacts facts) {
    this.session = session;
    this.facts = facts;
    this.rows = facts.openRows(session);
  }

  boolean isOf(TableName name) {
    return facts.name.equals(name);
  }

  /** First phase: rows go that are deleted, or whose unique columns change. */
  void depart(RowChange change) {
    if (change instanceof RowChange.Deleted) {
      remove(existing(change));
    } else if (change instanceof RowChange.Updated updated && movesInUniqueIndex(updated)) {
      Row before = existing(change);
      remove(before);
      Row after = updatedRow(before, updated);
      after.setKey(before.getKey());
      arriving.add(after);
    }
  }

  /** Second phase, after the first one has seen every change: rows change in their place. */
  void change(RowChange change) {
    if (change instanceof RowChange.Updated updated && !movesInUniqueIndex(updated)) {
      update(existing(change), updated);
    }
  }

  /** Third phase: the rows come that only left for their new unique values. */
  void comeBack() {
    arriving.forEach(this::add);
    arriving.clear();
  }

  /** Third phase: new rows come. */
  void arrive(RowChange change) {
    if (change instanceof RowChange.Inserted inserted) {
      add(insertedRow(inserted));
    }
  }

  private boolean movesInUniqueIndex(RowChange.Updated updated) {
    return updated.columns().intersects(facts.uniqueColumns);
  }

  /** By how many bytes the table grew. */
  long growthBytes() {
    return growthBytes;
  }

  /** What was replaced or deleted, for open views. */
  long replacedBytes() {
    return replacedBytes;
  }

  private void remove(Row row) {
    growthBytes -= memory(row);
    replacedBytes += memory(row) + HeldHeap.ROW_BYTES;
    try {
      facts.table.removeRow(session, row);
    } catch (DbException e) {
      throw failure(row.getKey(), "a row that can be removed", "a conflict", e);
    }
  }

  private void update(Row before, RowChange.Updated updated) {
    Row after = updatedRow(before, updated);
    growthBytes += (long) after.getMemory() - before.getMemory();
    replacedBytes += HeldHeap.ROW_BYTES;
    for (int i = updated.columns().next(0); i >= 0; i = updated.columns().next(i + 1)) {
      replacedBytes += before.getValue(i).getMemory();
    }
    try {
      facts.table.updateRow(session, before, after);
    } catch (DbException e) {
      throw failure(updated.rowKey(), "a row that takes its new values", "a conflict", e);
    }
  }

  private void add(Row row) {
    try {
      facts.table.addRow(session, row);
    } catch (DbException e) {
      throw failure(row.getKey(), "no row with this key or a unique value of it", "one", e);
    }
    growthBytes += memory(row);
  }

  private long memory(Row row) {
    return row.getMemory() + (long) facts.secondaryIndexes * RowChanges.INDEX_ENTRY_BYTES;
  }

  private Row existing(RowChange change) {
    Row row = find(change.rowKey());
    if (row == null) {
      String kind = change instanceof RowChange.Deleted ? "a row to delete" : "a row to change";
      throw failure(change.rowKey(), kind, "none", null);
    }
    return row;
  }

  private @Nullable Row find(long rowKey) {
    Long storedKey = facts.keyIndex == null ? (Long) rowKey : storedKey(rowKey);
    if (storedKey == null) {
      return null;
    }
    Row row = (Row) rows.getImmediate(storedKey);
    if (row != null && row.getKey() == 0) {
      row.setKey(storedKey);
    }
    return row;
  }

  /** Through the primary key's own index, where H2 keeps the rows under hidden keys. */
  private @Nullable Long storedKey(long rowKey) {
    SearchRow sought = facts.table.getTemplateSimpleRow(false);
    Column column = facts.table.getColumn(facts.keyColumn);
    sought.setValue(facts.keyColumn, ValueBigint.get(rowKey).convertTo(column.getType(), session));
    Cursor cursor = requireNonNull(facts.keyIndex).find(session, sought, sought, false);
    return cursor.next() ? (Long) cursor.getSearchRow().getKey() : null;
  }

  private Row insertedRow(RowChange.Inserted inserted) {
    RowValues values = inserted.row();
    if (values.size() != facts.table.getColumns().length) {
      throw failure(
          inserted.rowKey(),
          values.size() + " columns",
          facts.table.getColumns().length + " columns",
          null);
    }
    Value[] stored = new Value[values.size()];
    for (int i = 0; i < stored.length; i++) {
      stored[i] = storedValue(i, values.value(i));
    }
    Row row = facts.table.createRow(stored, SearchRow.MEMORY_CALCULATE);
    if (facts.keyIndex == null) {
      row.setKey(inserted.rowKey());
    }
    return row;
  }

  private Row updatedRow(Row before, RowChange.Updated updated) {
    Value[] stored = new Value[before.getColumnCount()];
    for (int i = 0; i < stored.length; i++) {
      stored[i] = before.getValue(i);
    }
    ColumnSet columns = updated.columns();
    int column = columns.next(0);
    for (int i = 0; i < columns.size(); i++, column = columns.next(column + 1)) {
      if (column >= stored.length) {
        throw failure(updated.rowKey(), "column " + column, stored.length + " columns", null);
      }
      stored[column] = storedValue(column, updated.values().value(i));
    }
    return facts.table.createRow(stored, SearchRow.MEMORY_CALCULATE);
  }

  private Value storedValue(int column, Value value) {
    return facts.typedColumns.contains(column)
        ? TypedValues.of(value, facts.table.getColumn(column).getType(), session)
        : value;
  }

  private ReplayFailedException failure(
      long rowKey, String expected, String found, @Nullable Exception cause) {
    return new ReplayFailedException(
        "change does not fit the database: table="
            + facts.name
            + " rowKey="
            + rowKey
            + " expected="
            + expected
            + " found="
            + found
            + "; replay stops",
        cause);
  }
}
