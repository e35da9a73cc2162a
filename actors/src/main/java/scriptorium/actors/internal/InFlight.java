package scriptorium.actors.internal;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import scriptorium.actors.internal.BatchResult.Effect;

/**
 * The batch that the journal has and has not answered for. It is no field of the writer's, so that
 * its callers can be told Unknown in time also when the journal hangs and with it the writer. Safe
 * for use by several threads.
 */
final class InFlight {

  /** What callers are told when the journal holds their event for too long. */
  static final String HANGS = "the journal did not answer in time";

  private record Journaling(long sinceNanos, BatchResult result) {}

  private final WriteQueue queue;
  private final AtomicReference<@Nullable Journaling> now = new AtomicReference<>();

  InFlight(WriteQueue queue) {
    this.queue = queue;
  }

  void began(BatchResult result, long nowNanos) {
    now.set(new Journaling(nowNanos, result));
  }

  /** The journal has one event that is no batch's. */
  void beganAlone(Instant time, long nowNanos) {
    began(new BatchResult(List.of(), List.of(), List.of(), time, null), nowNanos);
  }

  /** The journal has taken all of it, or has been given up. */
  Optional<BatchResult> ended() {
    return Optional.ofNullable(now.getAndSet(null)).map(Journaling::result);
  }

  /** Nobody knows whether the journal has it. */
  void endedUnknown(String reason) {
    ended().ifPresent(result -> tell(result, effect -> effect.unknown(reason)));
  }

  /** The journal says that it has written nothing: that is no unknown outcome. */
  void endedUnwritten(String sqlState, String reason) {
    ended().ifPresent(result -> tell(result, effect -> effect.refuse(sqlState, reason)));
  }

  /** Callers of effects are told; those whose answers rested on them run again. */
  private void tell(BatchResult result, Consumer<Effect<?>> effects) {
    result.effects().forEach(effects);
    List<PendingWrite<?>> again = new ArrayList<>();
    result.answers().forEach(answer -> again.add(answer.write()));
    queue.putBack(again);
  }

  /**
   * Tells the callers of a batch that the journal has held for too long.
   *
   * @return whether it has held one, or a single event, for too long
   */
  boolean tellOverdue(long nowNanos, long limitNanos) {
    Journaling journaling = now.get();
    if (journaling == null || nowNanos - journaling.sinceNanos() < limitNanos) {
      return false;
    }
    for (Effect<?> effect : journaling.result().effects()) {
      effect.unknown(HANGS);
    }
    return true;
  }
}
