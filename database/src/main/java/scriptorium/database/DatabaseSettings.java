package scriptorium.database;

import java.security.SecureRandom;
import java.time.Duration;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;

/**
 * How an embedded database is opened.
 *
 * @param idlePins connections kept ready for pinning; 1 to 16. A pin taken when none is ready opens
 *     one, which takes some 30 µs more
 * @param readers most reads with an open view at once; each holds one of H2's open transactions
 * @param viewReuse how long a view may serve one read after another while nothing is committed
 * @param readPause how long a read that scans many rows pauses in each 50 ms; 0 for never
 * @param secrets source of the database's name and of its users' passwords
 * @param nanoClock a monotonic clock, for the time limits of reads
 */
public record DatabaseSettings(
    int idlePins,
    int readers,
    Duration viewReuse,
    Duration readPause,
    RandomGenerator secrets,
    LongSupplier nanoClock) {
  private static final int MAX_IDLE_PINS = 16;
  private static final int MAX_PAUSE_MILLIS = 1000;

  public DatabaseSettings {
    if (readers < 1) {
      throw new IllegalArgumentException(
          "readers out of range: found=" + readers + " expected=1..");
    }
    if (viewReuse.isNegative()) {
      throw new IllegalArgumentException("viewReuse below zero: found=" + viewReuse);
    }
    if (readPause.isNegative() || readPause.toMillis() > MAX_PAUSE_MILLIS) {
      throw new IllegalArgumentException(
          "readPause out of range: found="
              + readPause
              + " expected=0ms.."
              + MAX_PAUSE_MILLIS
              + "ms");
    }
    if (idlePins < 1 || idlePins > MAX_IDLE_PINS) {
      throw new IllegalArgumentException(
          "idlePins out of range: found=" + idlePins + " expected=1.." + MAX_IDLE_PINS);
    }
  }

  public static DatabaseSettings defaults() {
    return new DatabaseSettings(
        2, 64, Duration.ofMillis(100), Duration.ZERO, new SecureRandom(), System::nanoTime);
  }

  /** The same with room for so many reads. */
  public DatabaseSettings withReaders(int most) {
    return new DatabaseSettings(idlePins, most, viewReuse, readPause, secrets, nanoClock);
  }

  /** The same with views that serve so long. */
  public DatabaseSettings withViewReuse(Duration longest) {
    return new DatabaseSettings(idlePins, readers, longest, readPause, secrets, nanoClock);
  }

  /** The same with scans that pause so long in each 50 ms. */
  public DatabaseSettings withReadPause(Duration pause) {
    return new DatabaseSettings(idlePins, readers, viewReuse, pause, secrets, nanoClock);
  }
}
