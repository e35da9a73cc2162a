package scriptorium.snapshots;

import java.time.Duration;
import scriptorium.database.load.LoadTimes;

/**
 * What a restore spent on its parts. Parts that two threads did at a time count with the sum of
 * both, so all together may be more than passed.
 *
 * @param opening an empty database, with the self-check so far as it was waited for
 * @param reading chunks fetched, compared with their checksums, decrypted, decompressed; statements
 *     that hold no rows run
 * @param parsing rows made of their statements
 * @param rows put into their tables
 * @param indexes sorted, order and uniqueness proven, built
 * @param references each followed to its row
 * @param digests rows counted and hashed, and compared with the manifest
 */
public record RestoreTimes(
    Duration opening,
    Duration reading,
    Duration parsing,
    Duration rows,
    Duration indexes,
    Duration references,
    Duration digests) {

  /** Of a restore that did not take place, or was done statement by statement. */
  public static final RestoreTimes NONE = of(0, 0, new LoadTimes(0, 0, 0, 0, 0));

  static RestoreTimes of(long openingNanos, long readingNanos, LoadTimes load) {
    return new RestoreTimes(
        Duration.ofNanos(openingNanos),
        Duration.ofNanos(readingNanos),
        Duration.ofNanos(load.parsing()),
        Duration.ofNanos(load.rows()),
        Duration.ofNanos(load.indexes()),
        Duration.ofNanos(load.references()),
        Duration.ofNanos(load.hashing()));
  }

  RestoreTimes plusOpening(long nanos) {
    return new RestoreTimes(
        opening.plusNanos(nanos), reading, parsing, rows, indexes, references, digests);
  }
}
