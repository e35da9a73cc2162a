package scriptorium.snapshots;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;

/**
 * Keeps a thread to a share of one core by letting it rest in proportion to its work.
 *
 * <p>Time inside a sink is neither work nor rest: a slow store must not slow the dump twice. Used
 * by one thread.
 */
public final class Throttle {
  /**
   * About half as long as one write takes: on a machine whose cores are all busy a slice is what a
   * write may have to wait for, and a thousand slices a second are one in each third write. Shorter
   * ones would go mostly into filling caches that the rest has left cold.
   */
  private static final long SLICE_NANOS = TimeUnit.MICROSECONDS.toNanos(125);

  private static final long LONGEST_PARK_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

  private final double share;
  private final LongSupplier nanoTime;
  private final LongConsumer park;
  private final BooleanSupplier stopped;
  private long workingSince;
  private long workedNanos;

  /**
   * A throttle that parks the thread.
   *
   * @param share of one core, above 0, at most 1
   * @param nanoTime a monotonic clock
   * @param stopped ends a rest early
   */
  public Throttle(double share, LongSupplier nanoTime, BooleanSupplier stopped) {
    this(share, nanoTime, LockSupport::parkNanos, stopped);
  }

  /**
   * @param park lets the thread rest for some nanoseconds, or less
   * @param stopped ends a rest early
   */
  Throttle(double share, LongSupplier nanoTime, LongConsumer park, BooleanSupplier stopped) {
    this.share = share;
    this.nanoTime = nanoTime;
    this.park = park;
    this.stopped = stopped;
    this.workingSince = nanoTime.getAsLong();
  }

  /** Called often while working: rests when a slice of work is done. */
  public void pace() {
    if (share >= 1) {
      return;
    }
    pause();
    if (workedNanos >= SLICE_NANOS) {
      rest((long) (workedNanos * (1 / share - 1)));
      workedNanos = 0;
    }
    resume();
  }

  /** What follows does not count as work. */
  void pause() {
    workedNanos += nanoTime.getAsLong() - workingSince;
  }

  /** What follows counts as work again. */
  void resume() {
    workingSince = nanoTime.getAsLong();
  }

  private void rest(long nanos) {
    long until = nanoTime.getAsLong() + nanos;
    long left = nanos;
    while (left > 0 && !stopped.getAsBoolean() && !Thread.currentThread().isInterrupted()) {
      park.accept(Math.min(left, LONGEST_PARK_NANOS));
      left = until - nanoTime.getAsLong();
    }
  }
}
