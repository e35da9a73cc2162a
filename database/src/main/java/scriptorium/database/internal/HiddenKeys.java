package scriptorium.database.internal;

import java.util.Map;
import org.h2.engine.SessionLocal;
import org.h2.mvstore.tx.TransactionMap;
import org.h2.result.Row;
import org.h2.result.SearchRow;
import org.h2.value.Value;
import scriptorium.database.change.TableName;

/** Gives rows back the hidden keys they had before a script renumbered them. */
public final class HiddenKeys {
  private static final int ROWS_A_TRANSACTION = 10_000;

  private final SessionLocal session;

  public HiddenKeys(SessionLocal session) {
    this.session = session;
  }

  /**
   * Moves the rows of each table, in their present order, to the given keys; commits.
   *
   * @param keys for each table ascending, as many as it has rows
   */
  public void restore(Map<TableName, long[]> keys) {
    SchemaFacts schema = SchemaFacts.current(null, session);
    keys.forEach((table, ofTable) -> restore(schema, table, ofTable));
  }

  private void restore(SchemaFacts schema, TableName name, long[] keys) {
    TableFacts facts = schema.byName(name);
    session.lock();
    try {
      long rows = facts == null ? 0 : facts.openRows(session).sizeAsLong();
      if (facts == null || !facts.hasHiddenKeys() || rows != keys.length) {
        throw new IllegalArgumentException(
            "row keys do not fit the table: table="
                + name
                + " keys="
                + keys.length
                + " rows="
                + rows);
      }
      checkAscending(name, keys);
      move(facts, keys);
      session.commit(false);
    } finally {
      session.unlock();
    }
  }

  private static void checkAscending(TableName name, long[] keys) {
    for (int i = 1; i < keys.length; i++) {
      if (keys[i] <= keys[i - 1]) {
        throw new IllegalArgumentException(
            "row keys are not ascending: table=" + name + " index=" + i + " key=" + keys[i]);
      }
    }
  }

  /**
   * From the highest row down: keys only grow from their place in the order, so a row's new key is
   * free once all rows above it have moved.
   */
  private void move(TableFacts facts, long[] keys) {
    Long last = null;
    for (int i = keys.length - 1; i >= 0; i--) {
      TransactionMap<Long, SearchRow> rows = facts.openRows(session);
      Long present = last == null ? rows.lastKey() : rows.lowerKey(last);
      Row row = (Row) rows.getImmediate(present);
      last = present;
      if (present != keys[i]) {
        moveRow(facts, row, present, keys[i]);
      }
      if (i % ROWS_A_TRANSACTION == 0) {
        session.commit(false);
      }
    }
  }

  private void moveRow(TableFacts facts, Row row, long from, long to) {
    row.setKey(from);
    Value[] values = new Value[row.getColumnCount()];
    for (int i = 0; i < values.length; i++) {
      values[i] = row.getValue(i);
    }
    facts.table.removeRow(session, row);
    Row moved = facts.table.createRow(values, SearchRow.MEMORY_CALCULATE);
    moved.setKey(to);
    facts.table.addRow(session, moved);
  }
}
