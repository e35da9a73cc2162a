package scriptorium.database.internal;

import java.util.ArrayList;
import java.util.List;
import org.h2.engine.SessionLocal;
import org.h2.schema.Sequence;
import org.h2.table.Table;
import org.jspecify.annotations.Nullable;
import scriptorium.database.change.EncodedPart;
import scriptorium.database.change.ReplayFailedException;
import scriptorium.database.change.RowChange;
import scriptorium.database.change.RowChanges;
import scriptorium.database.change.SequencePosition;
import scriptorium.database.change.TableChanges;
import scriptorium.database.change.TableName;

/** Replays row changes in one session's transaction; each is applied as a whole or not at all. */
public final class ChangeReplay {
  private final SessionLocal session;
  private @Nullable SchemaFacts facts;
  private long growthBytes;
  private long replacedBytes;

  public ChangeReplay(SessionLocal session) {
    this.session = session;
  }

  /**
   * @return how many rows changed
   * @throws ReplayFailedException if the changes do not fit; none of them is applied then
   */
  public long apply(RowChanges changes) {
    return apply(
        consumer -> {
          for (TableChanges table : changes.tables()) {
            for (RowChange row : table.rows()) {
              consumer.row(table.table(), row);
            }
          }
          changes.positions().forEach(consumer::position);
        });
  }

  /**
   * Applies what comes in parts as one whole. Each is decoded three times, row by row: so large
   * changes need little more heap than their bytes.
   *
   * @return how many rows changed
   * @throws ReplayFailedException if the changes do not fit; none of them is applied then
   */
  public long apply(List<EncodedPart> parts) {
    return apply(
        consumer -> {
          for (EncodedPart part : parts) {
            part.forEachRow(consumer::row).positions().forEach(consumer::position);
          }
        });
  }

  /** Changes that can be walked more than once, always the same. */
  private interface Walkable {
    void walk(Step consumer);
  }

  /** What is done with each change during one walk. */
  private interface Step {
    void row(TableName table, RowChange change);

    default void position(SequencePosition position) {}
  }

  private long apply(Walkable changes) {
    session.lock();
    try {
      facts = SchemaFacts.current(facts, session);
      session.endStatement();
      SessionLocal.Savepoint before = session.setSavepoint();
      try {
        Phases phases = new Phases(facts);
        growthBytes += phases.applyAll(changes);
        return phases.rows;
      } catch (RuntimeException e) {
        rollbackTo(before, e);
        throw e;
      }
    } finally {
      session.unlock();
    }
  }

  /** One mutation's way through the phases of all its tables. */
  private final class Phases {
    private final SchemaFacts schema;
    private final List<RowStore> stores = new ArrayList<>(4);
    private @Nullable TableName name;
    private @Nullable RowStore store;
    private long rows;

    Phases(SchemaFacts schema) {
      this.schema = schema;
    }

    long applyAll(Walkable changes) {
      changes.walk((table, change) -> store(table).depart(change));
      changes.walk((table, change) -> store(table).change(change));
      stores.forEach(RowStore::comeBack);
      changes.walk(
          new Step() {
            @Override
            public void row(TableName table, RowChange change) {
              rows++;
              store(table).arrive(change);
            }

            @Override
            public void position(SequencePosition position) {
              set(position, schema);
            }
          });
      stores.forEach(opened -> replacedBytes += opened.replacedBytes());
      return stores.stream().mapToLong(RowStore::growthBytes).sum();
    }

    @SuppressWarnings("ReferenceEquality") // a shortcut: most rows are of the table before
    private RowStore store(TableName table) {
      RowStore known = store;
      if (known != null && table == name) {
        return known;
      }
      name = table;
      store = find(table);
      return store;
    }

    private RowStore find(TableName table) {
      for (RowStore known : stores) {
        if (known.isOf(table)) {
          return known;
        }
      }
      TableFacts target = schema.byName(table);
      if (target == null) {
        throw new ReplayFailedException(
            "change of an unknown table: table=" + table + "; replay stops", null);
      }
      target.table.lock(session, Table.WRITE_LOCK);
      RowStore opened = new RowStore(session, target);
      stores.add(opened);
      return opened;
    }
  }

  private void rollbackTo(SessionLocal.Savepoint savepoint, RuntimeException cause) {
    try {
      session.rollbackTo(savepoint);
    } catch (RuntimeException e) {
      cause.addSuppressed(e);
    }
  }

  /** Sets one sequence exactly to a position; outside transactions, as all of H2's sequences. */
  public void set(SequencePosition position) {
    facts = SchemaFacts.current(facts, session);
    set(position, facts);
  }

  private static void set(SequencePosition position, SchemaFacts schema) {
    Sequence sequence = schema.sequence(position);
    if (sequence == null) {
      throw new ReplayFailedException(
          "position of an unknown sequence: position=" + position + "; replay stops", null);
    }
    SequencePositions.set(sequence, position);
  }

  /** Commits; returns by how many bytes the rows grew since the last commit. */
  public long commit() {
    session.lock();
    try {
      session.commit(false);
    } finally {
      session.unlock();
    }
    long growth = growthBytes;
    growthBytes = 0;
    return growth;
  }

  /** What was replaced or deleted since the last call, for open views. */
  public long takeReplacedBytes() {
    long taken = replacedBytes;
    replacedBytes = 0;
    return taken;
  }

  /** Takes back what was not committed. */
  public void rollback() {
    session.lock();
    try {
      session.rollback();
    } finally {
      session.unlock();
    }
    growthBytes = 0;
  }
}
