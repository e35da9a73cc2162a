package scriptorium.actors.internal;

import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import scriptorium.actors.internal.BatchResult.Effect;

/**
 * The batch that the journal has and has not answered for, so that its callers can be told Unknown
 * in time, also when the journal hangs and with it the writer. Safe for use by several threads.
 */
final class InFlight {

  private record Journaling(long sinceNanos, BatchResult result) {}

  private final AtomicReference<@Nullable Journaling> now = new AtomicReference<>();

  void began(BatchResult result, long nowNanos) {
    now.set(new Journaling(nowNanos, result));
  }

  void ended() {
    now.set(null);
  }

  /** Tells the callers of a batch that the journal has held for too long. */
  void tellOverdue(long nowNanos, long limitNanos) {
    Journaling journaling = now.get();
    if (journaling != null && nowNanos - journaling.sinceNanos() >= limitNanos) {
      for (Effect<?> effect : journaling.result().effects()) {
        effect.unknown("the journal did not answer in time");
      }
    }
  }
}
