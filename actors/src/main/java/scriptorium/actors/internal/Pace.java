package scriptorium.actors.internal;

import java.util.concurrent.CancellationException;
import java.util.concurrent.locks.LockSupport;

/**
 * Keeps a thread to a share of one core by letting it rest in proportion to its work, and ends it
 * when it is told to. {@link #run} is called by the one thread that works, often; {@link #cancel}
 * by any.
 */
final class Pace implements Runnable {

  private static final long SLICE_NANOS = 5_000_000;
  private static final long LONGEST_PARK_NANOS = 20_000_000;

  private final double share;
  private long workingSince = System.nanoTime();
  private volatile boolean cancelled;

  /**
   * A pace for work that begins now.
   *
   * @param share of one core, above 0, at most 1
   */
  Pace(double share) {
    this.share = share;
  }

  /** Ends the work at its next step. */
  void cancel() {
    cancelled = true;
  }

  /**
   * Rests when a slice of work is done.
   *
   * @throws CancellationException when the work is to end
   */
  @Override
  public void run() {
    long worked = System.nanoTime() - workingSince;
    if (share < 1 && worked >= SLICE_NANOS) {
      rest((long) (worked * (1 / share - 1)));
      workingSince = System.nanoTime();
    }
    if (cancelled || Thread.currentThread().isInterrupted()) {
      throw new CancellationException("given up");
    }
  }

  private void rest(long nanos) {
    long until = System.nanoTime() + nanos;
    long left = nanos;
    while (left > 0 && !cancelled && !Thread.currentThread().isInterrupted()) {
      LockSupport.parkNanos(Math.min(left, LONGEST_PARK_NANOS));
      left = until - System.nanoTime();
    }
  }
}
