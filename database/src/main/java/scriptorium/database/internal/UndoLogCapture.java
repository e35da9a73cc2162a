package scriptorium.database.internal;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Iterator;
import java.util.List;
import org.h2.engine.SessionLocal;
import org.h2.mvstore.tx.TransactionMap;
import org.h2.mvstore.tx.TransactionStore;
import org.h2.result.SearchRow;
import org.h2.value.Value;
import org.jspecify.annotations.Nullable;
import scriptorium.database.change.ColumnSet;
import scriptorium.database.change.RowChange;
import scriptorium.database.change.RowChanges;
import scriptorium.database.change.RowValues;
import scriptorium.database.change.TableChanges;

/**
 * The net row changes of an open transaction since a point in it, read from its undo log.
 *
 * <p>The undo log holds what was really done, whatever SQL, cascade or trigger did it, and nothing
 * of what was undone again. The oldest entry of a row holds its value at that point; its present
 * value is in the table. Triggers would report phantoms of failed statements, and statements cannot
 * be run again with the same result.
 */
public final class UndoLogCapture {
  private final SessionLocal session;
  private final SequencePositions positions = new SequencePositions();
  private final ValueComparison comparison = new ValueComparison();
  private @Nullable SchemaFacts facts;

  public UndoLogCapture(SessionLocal session) {
    this.session = session;
  }

  /** A transaction begins: the schema stays as it is from here to its end. */
  public void begin() {
    facts = SchemaFacts.current(facts, session);
    positions.follow(facts);
  }

  /** The transaction is committed: the positions told so far are known to everybody. */
  public void committed() {
    positions.committed();
  }

  /** The transaction was rolled back, in part or as a whole: positions must be told again. */
  public void rolledBack() {
    positions.rolledBack();
  }

  /**
   * @param logPosition where in the undo log the changes begin
   */
  public RowChanges capture(long logPosition) {
    List<TouchedRows> touched = touchedSince(logPosition);
    List<TableChanges> tables = new ArrayList<>(touched.size());
    long growthBytes = 0;
    for (TouchedRows rows : touched) {
      Net net = new Net(rows.facts);
      net.addAll(rows);
      if (!net.changes.isEmpty()) {
        tables.add(new TableChanges(rows.facts.name, net.changes));
        growthBytes += net.growthBytes;
      }
    }
    return new RowChanges(tables, positions.moved(), growthBytes);
  }

  private List<TouchedRows> touchedSince(long logPosition) {
    List<TouchedRows> touched = new ArrayList<>(4);
    SchemaFacts schema = SchemaFacts.current(facts, session);
    Iterator<TransactionStore.Change> log = session.getTransaction().getChanges(logPosition);
    while (log.hasNext()) {
      TransactionStore.Change change = log.next();
      TableFacts table = schema.byMap(change.mapName);
      if (table != null) {
        rowsOf(table, touched).touch((Long) change.key, (SearchRow) change.value);
      }
    }
    return touched;
  }

  private static TouchedRows rowsOf(TableFacts table, List<TouchedRows> touched) {
    for (int i = 0; i < touched.size(); i++) {
      if (touched.get(i).facts == table) {
        return touched.get(i);
      }
    }
    TouchedRows rows = new TouchedRows(table);
    touched.add(rows);
    return rows;
  }

  /** The net changes of one table, under construction. */
  private final class Net {
    private final TableFacts facts;
    private final List<RowChange> changes = new ArrayList<>(4);
    private long growthBytes;

    Net(TableFacts facts) {
      this.facts = facts;
    }

    /** Newest first in the log, oldest first in the result: mostly ascending keys. */
    void addAll(TouchedRows rows) {
      TransactionMap<Long, SearchRow> map = facts.openRows(session);
      for (int i = rows.size() - 1; i >= 0; i--) {
        add(rows.key(i), rows.oldest(i), map.getImmediate(rows.key(i)));
      }
    }

    private void add(long key, @Nullable SearchRow before, @Nullable SearchRow after) {
      if (before == null && after == null) {
        return;
      }
      if (after == null) {
        changes.add(new RowChange.Deleted(rowKey(key, requireNonNull(before))));
      } else if (before == null) {
        changes.add(inserted(key, after));
      } else if (rowKey(key, before) != rowKey(key, after)) {
        changes.add(new RowChange.Deleted(rowKey(key, before)));
        changes.add(inserted(key, after));
      } else if (!addUpdate(rowKey(key, after), before, after)) {
        return;
      }
      growthBytes += memory(after) - memory(before);
    }

    private boolean addUpdate(long rowKey, SearchRow before, SearchRow after) {
      BitSet changed = new BitSet();
      List<Value> values = new ArrayList<>(4);
      for (int i = 0; i < after.getColumnCount(); i++) {
        Value value = after.getValue(i);
        if (!comparison.same(before.getValue(i), value)) {
          changed.set(i);
          values.add(value);
        }
      }
      if (values.isEmpty()) {
        return false;
      }
      changes.add(
          new RowChange.Updated(
              rowKey, ColumnSet.of(changed), RowValues.of(values.toArray(Value[]::new))));
      return true;
    }

    private RowChange inserted(long key, SearchRow row) {
      Value[] values = new Value[row.getColumnCount()];
      for (int i = 0; i < values.length; i++) {
        values[i] = row.getValue(i);
      }
      return new RowChange.Inserted(rowKey(key, row), RowValues.of(values));
    }

    private long rowKey(long key, SearchRow row) {
      return facts.keyIndex == null ? key : row.getValue(facts.keyColumn).getLong();
    }

    private long memory(@Nullable SearchRow row) {
      return row == null
          ? 0
          : row.getMemory() + (long) facts.secondaryIndexes * RowChanges.INDEX_ENTRY_BYTES;
    }
  }
}
