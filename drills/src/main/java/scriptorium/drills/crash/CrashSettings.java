package scriptorium.drills.crash;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import scriptorium.drills.journal.DrillJournal;

/**
 * What the rounds are to be.
 *
 * @param rounds how many kills
 * @param folder the data folder, the same in all rounds
 * @param seed decides steps and moments of the kills
 * @param aim what the kills are to hit
 * @param longestWriting the latest kill after the first statement of a round
 * @param journal where the children write
 * @param patience how long a child may take to be ready and to report before that is a fault
 */
record CrashSettings(
    int rounds,
    Path folder,
    long seed,
    Aim aim,
    DrillJournal journal,
    Duration longestWriting,
    Duration patience) {

  /** Snapshots that the children keep. */
  static final int KEPT_SNAPSHOTS = 2;

  /** What the kills are to hit. */
  enum Aim {
    /** Writing; now and then a snapshot, so that recoveries begin with one. */
    WRITES,

    /**
     * Snapshots, their proof, and the deletion of what they replace: one follows the other without
     * a rest, in chunks and segments so small that there are many files to be saved and deleted.
     */
    SNAPSHOTS;

    private List<String> storeSettings() {
      return switch (this) {
        // Unthrottled: some snapshots are to be done before the child is killed.
        case WRITES -> List.of("snapshot.every-events=10", "snapshot.share=1");
        case SNAPSHOTS ->
            List.of(
                "snapshot.every-events=1",
                "snapshot.keep=" + KEPT_SNAPSHOTS,
                "snapshot.chunk-bytes=8192",
                "snapshot.on-stop=on",
                "snapshot.share=1");
      };
    }
  }

  static CrashSettings of(int rounds, Path folder, long seed, DrillJournal journal) {
    return new CrashSettings(
        rounds, folder, seed, Aim.WRITES, journal, Duration.ofMillis(600), Duration.ofSeconds(60));
  }

  static CrashSettings ofSnapshots(int rounds, Path folder, long seed) {
    return new CrashSettings(
        rounds,
        folder,
        seed,
        Aim.SNAPSHOTS,
        DrillJournal.embedded(),
        Duration.ofMillis(1500),
        Duration.ofSeconds(60));
  }

  /** The store's folder. */
  Path storeFolder() {
    return folder.resolve("main");
  }

  /**
   * The latest kill after the first statement of a round: on a slow machine, which takes long to
   * start a child, snapshots take long too, and some are to come off.
   */
  Duration longestWriting(Duration usualStart) {
    Duration slow = aim == Aim.SNAPSHOTS ? usualStart : usualStart.dividedBy(2);
    return slow.compareTo(longestWriting) > 0 ? slow : longestWriting;
  }

  List<String> childFlags() {
    List<String> flags = new ArrayList<>(journal.flags());
    aim.storeSettings().forEach(setting -> flags.add("-Dscriptorium.store." + setting));
    flags.add("-Dscriptorium.store.write.run-timeout=60s");
    if (aim == Aim.SNAPSHOTS) {
      flags.add("-Dscriptorium.journal.max-segment-bytes=65536");
    }
    return List.copyOf(flags);
  }
}
