package scriptorium.database.internal;

import java.util.ArrayList;
import java.util.List;
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
      checkNumbered(facts);
      checkAscending(name, keys);
      move(facts, keys);
      session.commit(false);
    } finally {
      session.unlock();
    }
  }

  private void checkNumbered(TableFacts facts) {
    TransactionMap<Long, SearchRow> rows = facts.openRows(session);
    long count = rows.sizeAsLong();
    if (count > 0 && (rows.firstKey() != 1 || rows.lastKey() != count)) {
      throw new IllegalArgumentException(
          "rows are not numbered as a script leaves them: table="
              + facts.name
              + " first="
              + rows.firstKey()
              + " last="
              + rows.lastKey()
              + " rows="
              + count);
    }
  }

  /** Zero is no key either: H2's row calls take it for a missing one. */
  private static void checkAscending(TableName name, long[] keys) {
    for (int i = 0; i < keys.length; i++) {
      if (keys[i] == 0 || (i > 0 && keys[i] <= keys[i - 1])) {
        throw new IllegalArgumentException(
            "row keys are not ascending and other than zero: table="
                + name
                + " index="
                + i
                + " key="
                + keys[i]);
      }
    }
  }

  /**
   * After a schema change, sees to it that row keys can travel: every copy of the database does the
   * same then, since it depends on the rows and their keys alone.
   *
   * <p>A primary key dropped from a table leaves its values as hidden keys, and zero among them
   * could not be restored: that row gets the next free key.
   *
   * @return the tables whose rows H2 keeps under hidden keys although they have an integer primary
   *     key, because it was added after the rows: a copy by script would not, so they must be
   *     rebuilt before the primary key can be dropped again
   */
  public List<TableName> settle() {
    List<TableName> toRebuild = new ArrayList<>();
    session.lock();
    try {
      for (TableFacts facts : SchemaFacts.current(null, session).tables()) {
        if (facts.keyIndex != null) {
          toRebuild.add(facts.name);
        } else if (facts.hasHiddenKeys()) {
          TransactionMap<Long, SearchRow> rows = facts.openRows(session);
          if (rows.getImmediate(0L) != null) {
            moveRow(facts, 0, rows.lastKey() + 1);
          }
        }
      }
      session.commit(false);
      return toRebuild;
    } finally {
      session.unlock();
    }
  }

  /**
   * Rows that go up move from the highest down, then rows that go down from the lowest up: so a
   * row's new key is always free. Ascending keys go down below some row and up above it.
   */
  private void move(TableFacts facts, long[] keys) {
    int moved = 0;
    for (int i = keys.length - 1; i >= 0 && keys[i] > i + 1; i--) {
      moveRow(facts, i + 1, keys[i]);
      commitNowAndThen(++moved);
    }
    for (int i = 0; i < keys.length && keys[i] < i + 1; i++) {
      moveRow(facts, i + 1, keys[i]);
      commitNowAndThen(++moved);
    }
  }

  private void commitNowAndThen(int moved) {
    if (moved % ROWS_A_TRANSACTION == 0) {
      session.commit(false);
    }
  }

  private void moveRow(TableFacts facts, long from, long to) {
    Row row = (Row) facts.openRows(session).getImmediate(from);
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
