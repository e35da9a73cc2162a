package scriptorium.drills.crash;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * What the rounds are to be.
 *
 * @param rounds how many kills
 * @param folder the data folder, the same in all rounds
 * @param seed decides steps and moments of the kills
 * @param longestWriting the latest kill after the first statement of a round
 * @param snapshotEvents events between the store's snapshots: few, so that recoveries begin with
 *     one and kills hit one being taken
 * @param patience how long a child may take to be ready and to report before that is a fault
 */
record CrashSettings(
    int rounds,
    Path folder,
    long seed,
    Duration longestWriting,
    int snapshotEvents,
    Duration patience) {

  static CrashSettings of(int rounds, Path folder, long seed) {
    return new CrashSettings(
        rounds, folder, seed, Duration.ofMillis(600), 10, Duration.ofSeconds(60));
  }

  List<String> childFlags() {
    return List.of(
        "-Dscriptorium.store.snapshot.every-events=" + snapshotEvents,
        "-Dscriptorium.store.write.run-timeout=60s");
  }
}
