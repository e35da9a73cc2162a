package scriptorium.actors.internal;

import java.util.concurrent.CancellationException;
import scriptorium.snapshots.Throttle;

/**
 * Keeps a thread to a share of one core, and ends its work when it is told to. {@link #run} is
 * called by the one thread that works, often; {@link #cancel} by any.
 */
final class Pace implements Runnable {

  private final Throttle throttle;
  private volatile boolean cancelled;

  /**
   * A pace for work that begins now.
   *
   * @param share of one core, above 0, at most 1
   */
  Pace(double share) {
    this.throttle = new Throttle(share, System::nanoTime, () -> cancelled);
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
    throttle.pace();
    if (cancelled || Thread.currentThread().isInterrupted()) {
      throw new CancellationException("given up");
    }
  }
}
