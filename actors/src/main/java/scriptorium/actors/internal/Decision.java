package scriptorium.actors.internal;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * What a command's caller is told: decided once, by whoever is first, and heard by him on a thread
 * of his own, perhaps later. Between the two nobody can decide otherwise: a writer's end gives up
 * what it has not decided, not what a busy executor has not delivered yet. Safe for use by several
 * threads.
 */
final class Decision<T> {

  private final AtomicBoolean decided = new AtomicBoolean();
  private final CompletableFuture<T> heard;

  /** For whoever waits for this future; he may complete it himself, and so withdraw. */
  Decision(CompletableFuture<T> heard) {
    this.heard = heard;
  }

  /** Whether it is decided, or its caller does not wait any more. */
  boolean isMade() {
    return decided.get() || heard.isDone();
  }

  /** Decides, unless it was; the caller hears it from the executor. */
  void make(T answer, Executor replies) {
    if (decided.compareAndSet(false, true)) {
      replies.execute(() -> heard.complete(answer));
    }
  }

  /** Decides on this thread; false where it was decided before, or nobody waits any more. */
  boolean makeHere(T answer) {
    return decided.compareAndSet(false, true) && heard.complete(answer);
  }

  /** Decides, on this thread, that there is no answer, unless it was decided. */
  void fail(Exception reason) {
    if (decided.compareAndSet(false, true)) {
      heard.completeExceptionally(reason);
    }
  }
}
