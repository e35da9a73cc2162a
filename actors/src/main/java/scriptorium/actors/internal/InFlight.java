package scriptorium.actors.internal;

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

  private record Journaling(long sinceNanos, BatchResult result) {}

  private final WriteQueue queue;
  private final AtomicReference<@Nullable Journaling> now = new AtomicReference<>();

  InFlight(WriteQueue queue) {
    this.queue = queue;
  }

  void began(BatchResult result, long nowNanos) {
    now.set(new Journaling(nowNanos, result));
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
  void endedForWantOfRoom(@Nullable String reason) {
    ended().ifPresent(result -> tell(result, effect -> effect.refuseForWantOfRoom(reason)));
  }

  /** Callers of effects are told; those whose answers rested on them run again. */
  private void tell(BatchResult result, Consumer<Effect<?>> effects) {
    result.effects().forEach(effects);
    List<PendingWrite<?>> again = new ArrayList<>();
    result.answers().forEach(answer -> again.add(answer.write()));
    queue.putBack(again);
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
