package scriptorium.drills.fence;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * What the rounds are to be.
 *
 * @param rounds how many
 * @param writers processes that contend
 * @param folder the data folder; a store a round
 * @param seed decides what is done and when
 * @param length of a round, before it is checked
 * @param patience how long children may take to be ready and to come to rest
 * @param files the class of files with which writers depart from the order of steps: only a test of
 *     the drill itself names one
 */
record FenceSettings(
    int rounds,
    int writers,
    Path folder,
    long seed,
    Duration length,
    Duration patience,
    Optional<String> files) {

  static FenceSettings of(int rounds, int writers, Path folder, long seed) {
    return new FenceSettings(
        rounds,
        writers,
        folder,
        seed,
        Duration.ofMillis(400),
        Duration.ofSeconds(60),
        Optional.empty());
  }

  FenceSettings withFiles(Class<?> altered) {
    return new FenceSettings(
        rounds, writers, folder, seed, length, patience, Optional.of(altered.getName()));
  }
}
