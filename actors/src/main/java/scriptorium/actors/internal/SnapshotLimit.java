package scriptorium.actors.internal;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Until when a snapshot may go on: for so long, or until somebody ends it. It reaches the snapshot
 * in whatever it does, a dump or a wait for the snapshot store, so that nobody has to wait for a
 * store that hangs. Used by the snapshot's thread, ended by any.
 */
final class SnapshotLimit {

  private final Duration longest;
  private final long endNanos;
  private @Nullable String reason;
  private @Nullable CompletableFuture<?> awaited;
  private Runnable stopWork = () -> {};

  SnapshotLimit(Duration longest) {
    this.longest = longest;
    this.endNanos = System.nanoTime() + longest.toNanos();
  }

  /** Ends the snapshot, unless it has been ended: the first reason counts. Never waits. */
  synchronized void end(String why) {
    if (reason == null) {
      reason = why;
      stopWork.run();
      if (awaited != null) {
        awaited.completeExceptionally(new SnapshotGivenUpException(why));
      }
    }
  }

  /** Ends it if its time is over. */
  void look(long nowNanos) {
    if (nowNanos - endNanos > 0) {
      end("it took longer than " + longest + " (scriptorium.store.snapshot.timeout)");
    }
  }

  /** Why it was ended; empty while it may go on. */
  synchronized Optional<String> reason() {
    return Optional.ofNullable(reason);
  }

  boolean isOver() {
    return reason().isPresent();
  }

  /** From now on this stops what is being done. */
  synchronized void working(Runnable stop) {
    stopWork = stop;
    if (reason != null) {
      stop.run();
    }
  }

  /**
   * Waits for an answer.
   *
   * @throws SnapshotGivenUpException when the limit is reached first
   * @throws TimeoutException when this wait is over first
   */
  <T> T await(CompletableFuture<T> answer, Duration most)
      throws ExecutionException, TimeoutException {
    begin(answer);
    try {
      long left = Math.min(most.toNanos(), endNanos - System.nanoTime());
      return answer.get(Math.max(0, left), TimeUnit.NANOSECONDS);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof SnapshotGivenUpException givenUp) {
        throw givenUp;
      }
      throw e;
    } catch (TimeoutException e) {
      look(System.nanoTime());
      throwIfOver();
      throw e;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      end("its thread was interrupted");
      throw new SnapshotGivenUpException("its thread was interrupted");
    } finally {
      synchronized (this) {
        awaited = null;
      }
    }
  }

  private synchronized void begin(CompletableFuture<?> answer) {
    throwIfOver();
    awaited = answer;
  }

  /** Ends the caller's work where the snapshot has been ended. */
  void throwIfOver() {
    Optional<String> over = reason();
    if (over.isPresent()) {
      throw new SnapshotGivenUpException(over.get());
    }
  }
}
