package scriptorium.actors.internal;

import java.time.Instant;
import java.time.InstantSource;

/**
 * The time of the txIds that the façade makes: the clock's, but never before an event of the store
 * nor within the horizon of its outcomes. So a new write is not taken for an old one when the clock
 * was set back, or was ahead before. Safe for use by several threads.
 */
final class TxClock {

  private final InstantSource clock;
  private volatile Instant earliest = Instant.EPOCH;

  TxClock(InstantSource clock) {
    this.clock = clock;
  }

  /** The clock alone. */
  InstantSource clock() {
    return clock;
  }

  Instant now() {
    return later(clock.instant(), earliest);
  }

  /** New txIds are made at this time or later. Called by one writer at a time. */
  void atLeast(Instant time) {
    earliest = later(earliest, time);
  }

  private static Instant later(Instant one, Instant other) {
    return one.isBefore(other) ? other : one;
  }
}
