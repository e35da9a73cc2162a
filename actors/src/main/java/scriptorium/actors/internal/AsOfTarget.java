package scriptorium.actors.internal;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Which past state is wanted: the one at a number, or at a time.
 *
 * @param number the last event that may be in it
 * @param time when its last event may have been made; null for whenever
 */
record AsOfTarget(long number, @Nullable Instant time) {

  static AsOfTarget at(long number) {
    return new AsOfTarget(number, null);
  }

  static AsOfTarget at(Instant time) {
    return new AsOfTarget(Long.MAX_VALUE, time);
  }

  /** Whether what was made then belongs to it; times never run backwards. */
  boolean reaches(Instant made) {
    return time == null || !made.isAfter(time);
  }

  /** Whether an event with its number must be there. */
  boolean isNumber() {
    return time == null;
  }

  @Override
  public String toString() {
    return time == null ? "sequenceNumber=" + number : "time=" + time;
  }
}
