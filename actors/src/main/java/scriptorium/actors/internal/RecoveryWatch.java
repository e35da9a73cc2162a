package scriptorium.actors.internal;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * Tells whether a recovery stands still: whether nothing has moved for a set time, however long it
 * takes in all. Moves are counted by who recovers; looked at by the host.
 */
final class RecoveryWatch {

  private final AtomicLong moves = new AtomicLong();
  private final LongSupplier journalReads;
  private final Duration limit;
  private long seen = -1;
  private long seenNanos;

  /**
   * A watch over one incarnation.
   *
   * @param journalReads what the journal has read for it, a number that rises
   */
  RecoveryWatch(Duration limit, LongSupplier journalReads) {
    this.limit = limit;
    this.journalReads = journalReads;
  }

  /** Something was done; cheap enough for each event. */
  void moved() {
    moves.lazySet(moves.get() + 1); // one thread moves
  }

  /** Whether nothing has moved since longer than the limit. */
  boolean standsStill(long nowNanos) {
    long now = moves.get() + journalReads.getAsLong();
    if (now != seen) {
      seen = now;
      seenNanos = nowNanos;
      return false;
    }
    return nowNanos - seenNanos >= limit.toNanos();
  }

  Duration limit() {
    return limit;
  }
}
