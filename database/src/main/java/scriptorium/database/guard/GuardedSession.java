package scriptorium.database.guard;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.time.Duration;
import org.h2.engine.SessionLocal;
import org.h2.jdbc.JdbcConnection;
import org.jspecify.annotations.Nullable;

/**
 * What the guards of one mutation or one read share.
 *
 * <p>The list of open statements is touched only by the thread inside the gate, or, once the gate
 * is shut, by its clean-up.
 */
final class GuardedSession {

  private final Access access;
  private final Connection raw;
  private final SessionLocal session;
  private final StatementPolicy policy;
  private final CallGate gate;
  private final StatementLimits limits;
  private final TransactionCheck check;
  private final StatementUndo undo;
  private final Connection connection;
  private @Nullable StatementState<?> lastOpened;
  private volatile Connection shown;
  private volatile boolean cancelled;

  /**
   * Guards a raw connection anew.
   *
   * @param onClose what closing the guarded connection does
   */
  GuardedSession(
      Access access,
      Connection raw,
      StatementPolicy policy,
      CallGate gate,
      StatementLimits limits,
      TransactionCheck check,
      Runnable onClose) {
    this.access = access;
    this.raw = raw;
    this.session = policy.session();
    this.policy = policy;
    this.gate = gate;
    this.limits = limits;
    this.check = check;
    this.undo = new StatementUndo(session);
    this.connection = new ConnectionGuard(raw, this, onClose);
    this.shown = connection;
  }

  /**
   * H2's session under a raw connection.
   *
   * @throws IllegalArgumentException where it is no open connection to an H2 of this process
   */
  static SessionLocal sessionOf(@Nullable Connection raw) {
    if (raw instanceof JdbcConnection h2 && h2.getSession() instanceof SessionLocal session) {
      return session;
    }
    throw new IllegalArgumentException(
        "cannot be guarded: expected=an open connection of an H2 in this process found=" + raw);
  }

  Access access() {
    return access;
  }

  CallGate gate() {
    return gate;
  }

  StatementLimits limits() {
    return limits;
  }

  /** The guard that user code gets. */
  Connection connection() {
    return connection;
  }

  /** What statements and meta data name as their connection. */
  Connection shown() {
    return shown;
  }

  /** Another guard stands before the session's own. */
  void showAs(Connection front) {
    shown = front;
  }

  /** Asks whether a text may run; inside the gate. */
  void checkStatement(String sql) throws SQLException {
    policy.check(raw.nativeSQL(sql));
  }

  /**
   * Waits for the turn of the statement about to run and gives it its time; inside the gate. H2
   * counts it in milliseconds a session, where JDBC has whole seconds. Followed by {@link
   * #afterStatement} unless it throws.
   *
   * @param askedSeconds the user's own limit, or 0
   */
  void beforeStatement(int askedSeconds) throws SQLException {
    limits.takeTurn();
    boolean ready = false;
    try {
      if (gate.isShut()) {
        throw gate.refusal();
      }
      limitTime(askedSeconds);
      if (access == Access.MUTATION) {
        undo.begin();
      }
      ready = true;
    } finally {
      if (!ready) {
        limits.endTurn();
      }
    }
  }

  private void limitTime(int askedSeconds) throws SQLException {
    int allowed = limits.timeoutMillis();
    if (allowed > 0 || askedSeconds > 0) {
      long asked = askedSeconds > 0 ? askedSeconds * 1_000L : Integer.MAX_VALUE;
      long millis = Math.min(asked, allowed > 0 ? allowed : Integer.MAX_VALUE);
      session.setQueryTimeout((int) Math.min(millis, Integer.MAX_VALUE));
    }
  }

  /**
   * Takes back what a failed statement left, checks the transaction and ends the turn; inside the
   * gate.
   *
   * @param failure of the statement; told along with what the check finds
   */
  void afterStatement(@Nullable Throwable failure) throws SQLException {
    try {
      if (failure != null && access == Access.MUTATION) {
        undo.takeBack(failure);
      }
      checkTransaction();
    } catch (SQLException | RuntimeException e) {
      if (failure != null) {
        e.addSuppressed(failure);
      }
      throw e;
    } finally {
      limits.endTurn();
    }
  }

  /** Checks the transaction; inside the gate. */
  void checkTransaction() throws SQLException {
    if (session.getQueryTimeout() != 0) {
      session.setQueryTimeout(0);
    }
    try {
      check.afterStatement();
    } catch (SQLException | RuntimeException e) {
      gate.shut(String.valueOf(e.getMessage()));
      throw e;
    }
  }

  /** A statement stopped by the revocation says so, not only that it was cancelled. */
  SQLException failure(SQLException cause) {
    if (!gate.isShut()) {
      return cause;
    }
    SQLException refusal = gate.refusal();
    return new SQLNonTransientConnectionException(
        refusal.getMessage(), refusal.getSQLState(), cause);
  }

  /** After a call that may have been the last one; inside the gate. */
  void restWhenIdle() {
    if (lastOpened == null) {
      limits.idle();
    }
  }

  void opened(StatementState<?> statement) {
    StatementState<?> before = lastOpened;
    statement.openedBefore = before;
    if (before != null) {
      before.openedAfter = statement;
    }
    lastOpened = statement;
  }

  /** Takes a statement out of the list; one that is not in it stays out. */
  void closed(StatementState<?> statement) {
    StatementState<?> before = statement.openedBefore;
    StatementState<?> after = statement.openedAfter;
    if (after != null) {
      after.openedBefore = before;
    } else if (lastOpened == statement) {
      lastOpened = before;
    }
    if (before != null) {
      before.openedAfter = after;
    }
    statement.openedBefore = null;
    statement.openedAfter = null;
  }

  /**
   * Refuses every further call, stops the statement that runs and waits for it.
   *
   * @param grace how long; a statement that reads rows stops in some milliseconds
   */
  synchronized Revocation revoke(String reason, Duration grace) {
    markCancelled();
    gate.shut(reason);
    if (gate.isFree()) {
      return Revocation.FREE;
    }
    // H2 forgets a cancellation that comes just before a statement starts, so it is repeated.
    boolean free = gate.awaitShut(grace, session::cancel);
    if (free && access == Access.MUTATION) {
      // A cancellation that came too late would stop the next mutation's first statement.
      session.setQueryTimeout(0);
    }
    return free ? Revocation.FREE : Revocation.STUCK;
  }

  /** Notes that a cancellation is on its way, maybe too late for the statement it was meant for. */
  void markCancelled() {
    cancelled = true;
  }

  boolean isCancelled() {
    return cancelled;
  }

  /** Closes what user code left open; only once the gate is shut. */
  void closeStatements() throws SQLException {
    SQLException failure = null;
    for (StatementState<?> open = lastOpened; open != null; open = lastOpened) {
      closed(open);
      try {
        open.raw().close();
      } catch (SQLException e) {
        if (failure == null) {
          failure = e;
        } else {
          failure.addSuppressed(e);
        }
      }
    }
    if (failure != null) {
      throw failure;
    }
  }
}
