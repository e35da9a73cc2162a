package scriptorium.database.guard;

import java.sql.SQLException;
import java.sql.SQLTransactionRollbackException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * The views of a lent connection, one after the other, on one pooled reader.
 *
 * <p>Invariants: a statement runs ⇒ it holds a turn, and a view is pinned; a view begins only in
 * the database that serves at that moment.
 *
 * <p>Used inside the gate, but for {@link #isPinned}, {@link #setAutoCommit}, {@link #forget} and
 * what a timer does.
 */
final class LentViews implements StatementLimits {

  private final PooledReader reader;
  private final ReadConnections pool;
  private final ReadSource source;
  private final Deadline deadline;
  private final AtomicBoolean watched = new AtomicBoolean();
  private volatile boolean autoCommit;
  private volatile boolean pinned;
  private volatile Runnable overdue = () -> {};
  private ReadSource.@Nullable Turn turn;

  LentViews(
      PooledReader reader,
      ReadConnections pool,
      ReadSource source,
      Deadline deadline,
      boolean autoCommit) {
    this.reader = reader;
    this.pool = pool;
    this.source = source;
    this.deadline = deadline;
    this.autoCommit = autoCommit;
  }

  /** What an overdue view does. */
  void whenOverdue(Runnable giveUp) {
    overdue = giveUp;
  }

  void setAutoCommit(boolean wanted) {
    autoCommit = wanted;
  }

  /** Whether a transaction of the user's is under way, which must not change its database. */
  boolean isPinned() {
    return pinned && !autoCommit;
  }

  @Override
  public void takeTurn() throws SQLException {
    ReadSource.Turn taken = source.takeTurn();
    boolean begun = false;
    try {
      if (autoCommit || !pinned) {
        begin();
      }
      turn = taken;
      begun = true;
    } finally {
      if (!begun) {
        taken.end();
      }
    }
  }

  @Override
  public void endTurn() {
    ReadSource.Turn ending = turn;
    turn = null;
    if (ending != null) {
      ending.end();
    }
  }

  @Override
  public void idle() {
    if (autoCommit) {
      rest();
    }
  }

  /** The view is gone, and its reader with it. */
  void forget() {
    pinned = false;
  }

  /** Ends the view: what the writer has replaced since may be forgotten. */
  void rest() {
    pinned = false;
    reader.rest();
  }

  private void begin() throws SQLException {
    pinned = false;
    if (source.readers() != pool) {
      throw new SQLTransactionRollbackException(
          "another database has taken the place of the one this statement was made for, by a schema"
              + " change or a recovery; make the statement again",
          "40001");
    }
    reader.renew();
    deadline.restart();
    pinned = true;
    watch();
  }

  /** Looks after a view that its user may have forgotten; one look at a time is under way. */
  private void watch() {
    if (!autoCommit && watched.compareAndSet(false, true)) {
      source.later(deadline.untilGivenUp(), this::look);
    }
  }

  private void look() {
    watched.set(false);
    if (isPinned()) {
      if (deadline.untilGivenUp().isNegative()) {
        overdue.run();
      } else {
        watch();
      }
    }
  }

  @Override
  public int timeoutMillis() throws SQLException {
    return deadline.timeoutMillis();
  }

  @Override
  public long maxRows() {
    return deadline.maxRows();
  }
}
