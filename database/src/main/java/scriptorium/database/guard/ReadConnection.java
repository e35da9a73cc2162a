package scriptorium.database.guard;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;

/**
 * The guarded connection of one read: queries without effect, all on one point in time, the moment
 * of borrowing.
 *
 * <p>Several threads may use it, one call at a time. Closing it, or its {@link #connection()}, ends
 * the read.
 */
public final class ReadConnection implements AutoCloseable {

  private final PooledReader reader;
  private final GuardedSession session;
  private final long sequenceNumber;

  /** On the view that the reader has. */
  ReadConnection(PooledReader reader, StatementLimits limits) throws SQLException {
    this.reader = reader;
    this.sequenceNumber = reader.sequenceNumber().orElse(0);
    this.session =
        new GuardedSession(
            Access.READ,
            reader.raw(),
            reader.policy(),
            new CallGate("the read's connection", null),
            limits,
            reader::checkUnchanged,
            this::close);
  }

  /**
   * What the reading code gets: only queries that H2 calls read-only run, everything else is
   * refused before it runs with SQLState 25006 (statements) or 0A000 (calls, {@code commit()} among
   * them).
   */
  public Connection connection() {
    return session.connection();
  }

  /** The last change that the view shows; everything up to it is in it, and nothing after it. */
  public long sequenceNumber() {
    return sequenceNumber;
  }

  /** What the read keeps open now; empty once it has ended. */
  public Optional<OpenView> openView() {
    return isEnded() ? Optional.empty() : reader.open();
  }

  /** Statements say that they are of this connection, which stands before the one of the read. */
  void showAs(Connection shown) {
    session.showAs(shown);
  }

  /** Whether it is at its end, or nearly so. */
  public boolean isEnded() {
    return session.gate().isShut();
  }

  /** Ends the read for its age, so that it keeps nothing of what the writer replaces. */
  void giveUp() {
    session
        .gate()
        .shutAndThen(
            "the read's time is over, and its point in time given up; roll back and begin anew",
            () -> reader.release(session));
  }

  /** Does this while no statement runs; refused while one does. */
  void inside(Runnable action) throws SQLException {
    session.gate().enter();
    try {
      action.run();
    } finally {
      session.gate().leave();
    }
  }

  /**
   * Stops the read, from any thread: the running statement is cancelled, every further call
   * refused. It still has to be closed.
   *
   * @param grace how long to wait for a call inside H2
   */
  public Revocation cancel(Duration grace) {
    return session.revoke("the read was cancelled", grace);
  }

  /**
   * Ends the read; the raw connection goes back to its pool, at once or, when another thread is
   * still inside a call, with that thread. May be called again.
   */
  @Override
  public void close() {
    session.gate().shutAndThen("the read has ended", () -> reader.release(session));
  }
}
