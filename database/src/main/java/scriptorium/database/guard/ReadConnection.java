package scriptorium.database.guard;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTimeoutException;
import java.time.Duration;
import java.util.function.LongSupplier;

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

  ReadConnection(PooledReader reader, ReadLimits limits, LongSupplier nanoClock)
      throws SQLException {
    this.reader = reader;
    this.session =
        new GuardedSession(
            Access.READ,
            reader.raw(),
            reader.policy(),
            new CallGate("the read's connection", null),
            new Deadline(limits, nanoClock),
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

  /** The limits of one read, as its statements see them. */
  private static final class Deadline implements StatementLimits {

    private final ReadLimits limits;
    private final LongSupplier nanoClock;
    private final long startNanos;

    Deadline(ReadLimits limits, LongSupplier nanoClock) {
      this.limits = limits;
      this.nanoClock = nanoClock;
      this.startNanos = nanoClock.getAsLong();
    }

    @Override
    public int timeoutMillis() throws SQLException {
      long left =
          limits
              .time()
              .minusNanos(nanoClock.getAsLong() - startNanos)
              .plusNanos(999_999)
              .toMillis();
      if (left < 1) {
        throw new SQLTimeoutException(
            "the read's time is over: limit=" + limits.time() + "; ask for less, or a higher limit",
            "57014");
      }
      return (int) Math.min(left, Integer.MAX_VALUE);
    }

    @Override
    public long maxRows() {
      return limits.rows();
    }
  }
}
