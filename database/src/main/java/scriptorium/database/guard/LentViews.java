package scriptorium.database.guard;

import java.sql.SQLException;
import java.sql.SQLTransactionRollbackException;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The views of a lent connection, one after the other, on one pooled reader.
 *
 * <p>Invariants: a statement runs ⇒ it holds a turn, and a view is pinned; a view begins only in
 * the database that serves at that moment.
 *
 * <p>Used inside the gate, but for {@link #isPinned}, {@link #setAutoCommit}, {@link #forget},
 * {@link #sequenceNumber} and {@link #look}.
 */
final class LentViews implements StatementLimits, Lease {

  private static final Logger log = LoggerFactory.getLogger(LentViews.class);

  private final PooledReader reader;
  private final ReadConnections pool;
  private final ReadSource source;
  private final Deadline deadline;
  private volatile boolean autoCommit;
  private volatile boolean pinned;
  private volatile Runnable overdue = () -> {};
  private volatile OptionalLong shown = OptionalLong.empty();
  private boolean resting;
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

  /** The number that the latest statement saw. */
  OptionalLong sequenceNumber() {
    return shown;
  }

  @Override
  public void takeTurn() throws SQLException {
    ReadSource.Turn taken = source.takeTurn();
    boolean begun = false;
    try {
      begin();
      begun = true;
    } finally {
      if (!begun) {
        taken.end();
      }
    }
    turn = taken;
  }

  @Override
  public synchronized void endTurn() {
    ReadSource.Turn ending = turn;
    turn = null;
    if (ending != null) {
      ending.end();
    }
  }

  /**
   * The view stays for the next statement, which uses it unless something was committed. What H2
   * began by itself, to answer about meta data, ends.
   */
  @Override
  public synchronized void idle() {
    if (pinned) {
      resting = autoCommit;
    } else {
      reader.rest();
    }
  }

  /** The view is gone, and its reader with it. */
  void forget() {
    pinned = false;
  }

  /** Ends the view: what the writer has replaced since may be forgotten. */
  synchronized void rest() {
    pinned = false;
    resting = false;
    reader.rest();
  }

  private synchronized void begin() throws SQLException {
    resting = false;
    if (pinned && !autoCommit) {
      return;
    }
    pinned = false;
    if (source.readers() != pool) {
      throw new SQLTransactionRollbackException(
          "another database has taken the place of the one this statement was made for, by a schema"
              + " change or a recovery; make the statement again",
          "40001");
    }
    reader.begin();
    shown = reader.sequenceNumber();
    deadline.restart();
    pinned = true;
  }

  @Override
  public OpenView.Use use() {
    return OpenView.Use.DATA_SOURCE;
  }

  /**
   * Gives up a view that its user may have forgotten. With auto-commit none of a statement's is
   * promised to last: that of one left open goes in silence, its rows are in heap already.
   */
  @Override
  public void look(long nowNanos) {
    boolean late = pinned && deadline.isToBeGivenUp(nowNanos);
    if (late && !autoCommit) {
      log.warn(
          "a connection of the data source has kept one point in time for too long, which is given"
              + " up: {}",
          reader.open(nowNanos).map(OpenView::toString).orElse(""));
      overdue.run();
    } else {
      restUnused(nowNanos, late);
    }
  }

  private synchronized void restUnused(long nowNanos, boolean late) {
    if (autoCommit && turn == null && (late || (resting && reader.isStale(nowNanos)))) {
      rest();
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
