package scriptorium.actors.internal;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * Asks the journal whether this node is still the newest writer, once for all who ask while the
 * question before is under way. Safe for use by any thread.
 *
 * <p>Invariant: the check that answers an asker starts after it asked.
 */
final class EpochChecks {

  private final Runnable check;
  private final Executor threads;
  private @Nullable CompletableFuture<Void> next;
  private boolean running;

  /**
   * Nothing asked yet.
   *
   * @param check passes, or throws what is wrong; may block
   */
  EpochChecks(Runnable check, Executor threads) {
    this.check = check;
    this.threads = threads;
  }

  /** Completes as the next check to start does. Shared: not to be completed by who waits. */
  CompletableFuture<Void> ask() {
    CompletableFuture<Void> mine;
    boolean start;
    synchronized (this) {
      if (next == null) {
        next = new CompletableFuture<>();
      }
      mine = next;
      start = !running;
      running = true;
    }
    if (start) {
      threads.execute(this::run);
    }
    return mine;
  }

  private void run() {
    for (CompletableFuture<Void> asked = take(); asked != null; asked = take()) {
      try {
        check.run();
        asked.complete(null);
      } catch (RuntimeException e) {
        asked.completeExceptionally(e);
      }
    }
  }

  private synchronized @Nullable CompletableFuture<Void> take() {
    CompletableFuture<Void> taken = next;
    next = null;
    running = taken != null;
    return taken;
  }
}
