package scriptorium.actors.internal;

import java.util.function.LongConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Deletes events behind a snapshot, in portions where a journal bounds the time of one deletion: a
 * journal whose deletion failed once would else be asked for more each time, and never come
 * through. Used by the writer's thread alone.
 *
 * <p>Invariants: one deletion is under way or none; {@code deletedTo <= wantedTo}. Each portion is
 * twice the one before, since a new writer does not know how much was deleted long ago; after a
 * failure portions begin anew.
 */
final class EventDeletion {

  private static final Logger LOG = LoggerFactory.getLogger(EventDeletion.class);

  private final String store;
  private final long firstPortion;
  private final LongConsumer delete;
  private long portion;
  private long wantedTo;
  private long askedTo;
  private long deletedTo;
  private boolean underWay;

  /**
   * Nothing deleted yet.
   *
   * @param firstPortion events of the first deletion; 0 for all at once
   * @param delete asks the journal to delete events up to a number
   */
  EventDeletion(String store, long firstPortion, LongConsumer delete) {
    this.store = store;
    this.firstPortion = firstPortion;
    this.delete = delete;
  }

  /** Events up to this number are wanted no more. */
  void to(long number) {
    wantedTo = Math.max(wantedTo, number);
    if (!underWay) {
      portion = firstPortion;
      next();
    }
  }

  /** The journal has deleted what it was asked to. */
  void done() {
    deletedTo = askedTo;
    portion *= 2;
    next();
  }

  /**
   * The journal has not; the first portion is tried again, anything else after the next snapshot.
   */
  void failed(Throwable cause) {
    underWay = false;
    if (firstPortion > 0 && portion > firstPortion) {
      portion = firstPortion;
      next();
    } else {
      LOG.warn(
          "store {}: events not deleted, tried again after the next snapshot: from={} to={}",
          store,
          deletedTo + 1,
          askedTo,
          cause);
    }
  }

  private void next() {
    underWay = deletedTo < wantedTo;
    if (underWay) {
      askedTo = portion == 0 || wantedTo - deletedTo <= portion ? wantedTo : deletedTo + portion;
      delete.accept(askedTo);
    }
  }
}
