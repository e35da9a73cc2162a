package scriptorium.actors.internal;

import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import scriptorium.actors.StoreSettings;
import scriptorium.persistence.Digests;

/**
 * Decides when digests of the tables are due, and computes them in the background, without holding
 * the writer up.
 *
 * <pre>
 * due → writer: DigestDue journaled, pinned → this thread: computed → writer: Digests journaled
 * </pre>
 *
 * <p>Invariant: at most one at a time. Used by the store's host; computes on a thread of its own.
 */
final class StoreDigests {

  private static final Logger LOG = LoggerFactory.getLogger(StoreDigests.class);

  private final StoreSettings settings;
  private final ExecutorService thread;
  private long lastNumber;
  private long lastNanos = System.nanoTime();
  private boolean underWay;

  /** Digests that were computed. */
  record Computed(long sequenceNumber, List<Digests.Table> tables) {}

  StoreDigests(StoreSettings settings) {
    this.settings = settings;
    this.thread =
        Executors.newSingleThreadExecutor(
            task -> {
              Thread created = new Thread(task, "scriptorium-" + settings.name() + "-digests");
              created.setDaemon(true);
              return created;
            });
  }

  /** The store was recovered up to this number: counting begins there. */
  void recoveredTo(long sequenceNumber) {
    lastNumber = sequenceNumber;
  }

  /** Whether so many events or so much time has passed, and anything has happened. */
  boolean isDue(long sequenceNumber, long nowNanos) {
    StoreSettings.Digest when = settings.digest();
    long events = sequenceNumber - lastNumber;
    boolean byEvents = when.everyEvents() > 0 && events >= when.everyEvents();
    boolean byTime =
        !when.every().isZero() && events > 0 && nowNanos - lastNanos >= when.every().toNanos();
    return !underWay && (byEvents || byTime);
  }

  /** Computes the digests of what the writer pins; fails where they were given up. */
  CompletionStage<Computed> compute(CompletableFuture<DigestPin> pinned, long nowNanos) {
    underWay = true;
    lastNanos = nowNanos;
    return pinned.thenApplyAsync(pin -> new Computed(pin.sequenceNumber(), pin.compute()), thread);
  }

  /**
   * They were computed, or not.
   *
   * @param reachedNumber what has been committed by now, the digests' own events included
   */
  void ended(Throwable failure, long reachedNumber) {
    ended(reachedNumber);
    if (isGivenUp(failure)) {
      LOG.debug("store {}: digests given up: {}", settings.name(), failure.toString());
    } else {
      LOG.warn("store {}: digests could not be computed", settings.name(), failure);
    }
  }

  private static boolean isGivenUp(Throwable failure) {
    for (Throwable t = failure; t != null; t = t.getCause()) {
      if (t instanceof CancellationException || t instanceof WriterGoneException) {
        return true;
      }
    }
    return false;
  }

  /** Counting begins anew. */
  void ended(long reachedNumber) {
    underWay = false;
    lastNumber = reachedNumber;
  }

  /** The writer ended before it pinned. */
  static final class WriterGoneException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    WriterGoneException(String reason) {
      super(reason);
    }
  }

  void stop() {
    thread.shutdownNow();
  }
}
