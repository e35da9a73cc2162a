package scriptorium.database;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicLong;
import org.h2.engine.SessionLocal;
import org.h2.mvstore.tx.Transaction;
import org.jspecify.annotations.Nullable;
import scriptorium.database.change.CaptureSettings;
import scriptorium.database.change.Captured;
import scriptorium.database.change.ChangeSink;
import scriptorium.database.change.RowChanges;
import scriptorium.database.guard.HeldHeap;
import scriptorium.database.guard.PublishedNumber;
import scriptorium.database.internal.Connections;
import scriptorium.database.internal.UndoLogCapture;

/**
 * The one transaction that changes the database: a batch of mutations, each from a savepoint, all
 * committed at once after the journal has taken what they changed.
 *
 * <p>Invariants:
 *
 * <ul>
 *   <li>outside of a batch, the writer's session has no uncommitted change;
 *   <li>within a batch, the session's transaction is the one it began with: nobody commits but
 *       {@link #commit()};
 *   <li>everything committed was captured, and journaled before;
 *   <li>after a broken invariant nothing works any more but reading {@link #failure()}.
 * </ul>
 *
 * <pre>
 *   Savepoint start = writer.savepoint();
 *   ... a mutation runs ...
 *   writer.capture(start, settings, sink);           // or writer.rollbackTo(start)
 *   ... more mutations; everything is journaled ...
 *   writer.journaled();
 *   writer.commit();
 * </pre>
 *
 * <p>Used by one thread at a time; handing it over is the caller's business.
 */
public final class WriterTransaction {
  /** Where a batch stands. */
  public enum State {
    /** A mutation runs, or has run and is not captured: only it may change rows. */
    OPEN,
    /** Every change since the batch began is captured or rolled back. */
    CAPTURED,
    /** The journal has accepted the captured changes: only a commit may follow. */
    JOURNALED,
    /** The batch is visible to readers; the next savepoint begins another. */
    COMMITTED,
    /** The batch never happened; the next savepoint begins another. */
    ROLLED_BACK,
    /** An invariant is broken: the database is to be thrown away. */
    BROKEN;

    boolean mayBecome(State next) {
      return switch (this) {
        case OPEN -> next == CAPTURED || next == ROLLED_BACK || next == BROKEN;
        case CAPTURED -> next == OPEN || next == JOURNALED || next == ROLLED_BACK || next == BROKEN;
        case JOURNALED -> next == COMMITTED || next == BROKEN;
        case COMMITTED, ROLLED_BACK -> next == OPEN || next == BROKEN;
        case BROKEN -> false;
      };
    }
  }

  private final Connection connection;
  private final SessionLocal session;
  private final UndoLogCapture capture;
  private final AtomicLong databaseBytes;
  private final HeldHeap heap;
  private final PublishedNumber published;

  private State state = State.COMMITTED;
  private @Nullable Transaction transaction;
  private @Nullable BrokenInvariantException failure;
  private long growthBytes;

  WriterTransaction(
      Connection connection, AtomicLong databaseBytes, HeldHeap heap, PublishedNumber published)
      throws SQLException {
    this.connection = connection;
    this.session = Connections.session(connection);
    this.capture = new UndoLogCapture(session);
    this.databaseBytes = databaseBytes;
    this.heap = heap;
    this.published = published;
    connection.setAutoCommit(false);
  }

  /** The raw connection under the guarded ones; whoever holds it may break every invariant. */
  Connection rawConnection() {
    return connection;
  }

  public State state() {
    return state;
  }

  /** For any thread. */
  void cancelStatement() {
    session.cancel();
  }

  /** The first broken invariant, or null. */
  public @Nullable BrokenInvariantException failure() {
    return failure;
  }

  /** Whether no batch is under way. */
  public boolean isIdle() {
    return state == State.COMMITTED || state == State.ROLLED_BACK;
  }

  /** Begins a mutation, and a batch if none is under way. */
  public Savepoint savepoint() {
    boolean first = isIdle();
    become(State.OPEN);
    return locked(
        () -> {
          if (first) {
            begin();
          } else {
            checkTransaction();
          }
          Transaction current = session.getTransaction();
          // Without a statement in between, H2 would give out the savepoint before once more.
          session.endStatement();
          return new Savepoint(
              current, current.setSavepoint(), session.setSavepoint(), growthBytes);
        });
  }

  private void begin() {
    Transaction current = session.getTransaction();
    if (current.hasChanges()) {
      throw broken("uncommitted changes before the batch began: transaction=" + current);
    }
    transaction = current;
    growthBytes = 0;
    capture.begin();
  }

  /**
   * Hands the net changes since the savepoint over as bytes, in parts. A change back to the same
   * stored bytes is none. LOBs are read meanwhile.
   *
   * <p>Changes that are too large are handed over in part or not at all, but are counted to the
   * last byte: the caller compares, and rolls back.
   *
   * @throws BrokenInvariantException if the transaction was committed or rolled back behind our
   *     back
   */
  public Captured capture(Savepoint since, CaptureSettings settings, ChangeSink sink) {
    requireOpen(since);
    return locked(
        () -> {
          checkTransaction();
          if (session.getTransaction().setSavepoint() < since.logPosition) {
            throw broken(
                "mutation rolled back beyond its savepoint: position=" + since.logPosition);
          }
          Captured captured = capture.capture(since.logPosition, settings, sink);
          growthBytes += captured.growthBytes();
          become(State.CAPTURED);
          return captured;
        });
  }

  /**
   * The same as values, as a replay will see them.
   *
   * @throws BrokenInvariantException as the other one does
   * @throws IllegalStateException if they take more than an array of bytes holds
   */
  public RowChanges capture(Savepoint since) {
    RowChangesCollector collector = new RowChangesCollector();
    Captured captured = capture(since, CaptureSettings.WHOLE, collector);
    if (captured.bytes() > CaptureSettings.WHOLE.maxBytes()) {
      throw new IllegalStateException(
          "changes too large to be held as values: bytes="
              + captured.bytes()
              + " limit="
              + CaptureSettings.WHOLE.maxBytes());
    }
    return collector.changes();
  }

  /** Undoes everything since the savepoint, captured or not; mutations before it stay. */
  public void rollbackTo(Savepoint savepoint) {
    if (state == State.CAPTURED) {
      checkOwn(savepoint);
    } else {
      requireOpen(savepoint);
    }
    lockedForGood(
        () -> {
          checkTransaction();
          session.rollbackTo(savepoint.session);
          session.endStatement();
          checkTransaction();
          capture.rolledBack();
          growthBytes = savepoint.growthBefore;
          if (state == State.OPEN) {
            become(State.CAPTURED);
          }
        });
  }

  /** The journal has accepted all captured changes: they must become visible now. */
  public void journaled() {
    become(State.JOURNALED);
    lockedForGood(this::checkTransaction);
  }

  /** Makes the journaled batch visible. A failure breaks the database: the journal has it all. */
  public void commit() {
    become(State.COMMITTED);
    lockedForGood(
        () -> {
          checkTransaction();
          published.commit(() -> session.commit(false));
          transaction = null;
          capture.committed();
          databaseBytes.addAndGet(growthBytes);
          heap.replaced(capture.takeReplacedBytes());
        });
  }

  /** Undoes the batch, if one is under way: the database is exact at its last committed batch. */
  public void rollback() {
    if (isIdle()) {
      return;
    }
    become(State.ROLLED_BACK);
    lockedForGood(
        () -> {
          checkTransaction();
          session.rollback();
          session.endStatement();
          transaction = null;
          capture.rolledBack();
          growthBytes = 0;
        });
  }

  private void become(State next) {
    if (failure != null) {
      throw new IllegalStateException("the writer is broken and refuses all work", failure);
    }
    if (!state.mayBecome(next)) {
      throw new IllegalStateException("writer out of order: from=" + state + " to=" + next);
    }
    state = next;
  }

  private void requireOpen(Savepoint savepoint) {
    if (state != State.OPEN) {
      throw new IllegalStateException(
          "no mutation is under way: state=" + state + " expected=" + State.OPEN);
    }
    checkOwn(savepoint);
  }

  private void checkOwn(Savepoint savepoint) {
    if (savepoint.transaction != transaction) {
      throw new IllegalArgumentException("savepoint of another batch");
    }
  }

  void checkTransaction() {
    if (session.getTransaction() != transaction) {
      throw broken("transaction ended behind the writer's back: state=" + state);
    }
  }

  private BrokenInvariantException broken(String message) {
    return broken(message, null);
  }

  private BrokenInvariantException broken(String message, @Nullable Throwable cause) {
    failure = new BrokenInvariantException(message + "; the database is to be thrown away", cause);
    state = State.BROKEN;
    return failure;
  }

  private interface Step<T> {
    T run();
  }

  /** A step after whose failure nobody knows what the database holds. */
  private void lockedForGood(Runnable step) {
    session.lock();
    try {
      step.run();
    } catch (BrokenInvariantException e) {
      throw e;
    } catch (RuntimeException e) {
      throw broken("a step of the writer failed: state=" + state, e);
    } finally {
      session.unlock();
    }
  }

  /** Holds the session as H2's own statements do. */
  private <T> T locked(Step<T> step) {
    session.lock();
    try {
      return step.run();
    } finally {
      session.unlock();
    }
  }
}
