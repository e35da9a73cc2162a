package scriptorium.database.guard;

import java.sql.SQLException;
import java.sql.SQLTimeoutException;
import java.util.function.LongSupplier;

/** The limits of one view, as its statements see them. Used inside the gate. */
final class Deadline implements StatementLimits {

  private final ReadLimits limits;
  private final LongSupplier nanoClock;
  private volatile long startNanos;

  Deadline(ReadLimits limits, LongSupplier nanoClock) {
    this.limits = limits;
    this.nanoClock = nanoClock;
    this.startNanos = nanoClock.getAsLong();
  }

  /** The next view begins. */
  void restart() {
    startNanos = nanoClock.getAsLong();
  }

  /**
   * Whether a view is to be given up; for any thread. That is after twice its time, so that a
   * statement that comes a little late is told its limit.
   */
  boolean isToBeGivenUp(long nowNanos) {
    return nowNanos - startNanos > 2 * limits.time().toNanos();
  }

  private long leftNanos() {
    return limits.time().toNanos() - (nanoClock.getAsLong() - startNanos);
  }

  @Override
  public int timeoutMillis() throws SQLException {
    long left = (leftNanos() + 999_999) / 1_000_000;
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
