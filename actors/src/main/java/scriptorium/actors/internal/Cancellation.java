package scriptorium.actors.internal;

import java.util.concurrent.CancellationException;
import org.jspecify.annotations.Nullable;

/**
 * Ends work on one thread from another: the work looks now and then, and says how a long step of it
 * can be cut short. Nobody waits for the work's end. Safe for use by several threads.
 */
final class Cancellation {

  private volatile @Nullable String reason;
  private volatile @Nullable Runnable cut;

  /** Ends the work as soon as it can be; the first reason stays. */
  void cancel(String why) {
    if (reason == null) {
      reason = why;
    }
    Runnable how = cut;
    if (how != null) {
      how.run();
    }
  }

  boolean isCancelled() {
    return reason != null;
  }

  /**
   * @throws CancellationException if the work is to end
   */
  void check() {
    String why = reason;
    if (why != null) {
      throw new CancellationException(why);
    }
  }

  /**
   * From now on a cancellation cuts the present step short in this way.
   *
   * @throws CancellationException if the work is to end
   */
  void cutBy(Runnable how) {
    cut = how;
    check();
  }

  /** The step has ended. */
  void stepEnded() {
    cut = null;
  }
}
