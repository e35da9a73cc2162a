package scriptorium.database.internal;

import org.h2.engine.SessionLocal;
import org.h2.schema.Sequence;
import org.h2.table.Table;
import org.jspecify.annotations.Nullable;
import scriptorium.database.change.ReplayFailedException;
import scriptorium.database.change.RowChanges;
import scriptorium.database.change.SequencePosition;
import scriptorium.database.change.TableChanges;

/** Replays row changes in one session's transaction; each is applied as a whole or not at all. */
public final class ChangeReplay {
  private final SessionLocal session;
  private @Nullable SchemaFacts facts;
  private long growthBytes;

  public ChangeReplay(SessionLocal session) {
    this.session = session;
  }

  /**
   * @throws ReplayFailedException if the changes do not fit; none of them is applied then
   */
  public void apply(RowChanges changes) {
    session.lock();
    try {
      facts = SchemaFacts.current(facts, session);
      session.endStatement();
      SessionLocal.Savepoint before = session.setSavepoint();
      long growthBefore = growthBytes;
      try {
        applyAll(changes, facts);
      } catch (RuntimeException e) {
        growthBytes = growthBefore;
        rollbackTo(before, e);
        throw e;
      }
    } finally {
      session.unlock();
    }
  }

  private void applyAll(RowChanges changes, SchemaFacts schema) {
    for (TableChanges table : changes.tables()) {
      TableFacts target = schema.byName(table.table());
      if (target == null) {
        throw new ReplayFailedException(
            "change of an unknown table: table=" + table.table() + "; replay stops", null);
      }
      target.table.lock(session, Table.WRITE_LOCK);
      growthBytes += new RowStore(session, target).apply(table);
    }
    for (SequencePosition position : changes.positions()) {
      set(position, schema);
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
