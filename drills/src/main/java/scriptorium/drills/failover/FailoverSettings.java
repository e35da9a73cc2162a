package scriptorium.drills.failover;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import scriptorium.drills.command.Options;
import scriptorium.drills.journal.DrillJournal;

/**
 * What a drill is told.
 *
 * @param nodes how many nodes
 * @param kills how often the writer is killed
 * @param rows how many rows are loaded first
 * @param clients logical clients that write
 * @param data the folder for everything; a new one below {@code drill-data} where absent
 * @param seed of the operations and of the moments of killing
 * @param json a file for the result
 * @param options where the journal is told, too
 */
record FailoverSettings(
    int nodes,
    int kills,
    int rows,
    int clients,
    Optional<Path> data,
    long seed,
    Optional<Path> json,
    Options options) {

  static final String HELP =
      """
      Kills the writer of a real cluster, again and again, and proves that nothing was lost.

      Usage: ./scriptorium drill failover [OPTION]...

      Starts the nodes (one process each, on 127.0.0.1, over one data folder), loads the rows and
      lets clients in another process write and read. Then, at random moments, it kills the writer's
      process with SIGKILL, waits until another node writes, starts the killed one again, and so on.
      At the end it stops everything, reads the journal's files cold with a reader of its own, opens
      the store, and holds both against what the clients were told: every acknowledged write must be
      there exactly once, no refused one, unknown ones once or not at all, the total unchanged, and
      no sequence number missing.

      Options:
        --nodes N     nodes, 3 to 9 (default 3)
        --kills N     how often the writer is killed, 0 to 10000 (default 3)
        --rows N      rows loaded first, 2 to 5000000 (default 100000)
        --clients N   logical clients that write, 1 to 256 (default 16)
        --data DIR    a new or empty folder; it is kept. Without it a folder below drill-data/ of
                      this repository is used, and removed when the proof holds
        --seed S      repeats the operations and moments of another run, a whole number
        --json FILE   write the result there, too
      """
          + DrillJournal.HELP
          + """
        --help        this text

      Examples:
        ./scriptorium drill failover
        ./scriptorium drill failover --kills 20 --json result.json

      Exit codes: 0 the proof holds, 1 it does not or the drill failed, 2 wrong usage,
      3 the folder is locked, not empty, unwritable or full, 130 Ctrl-C.
      """;

  private static final Set<String> VALUES =
      Set.of("--nodes", "--kills", "--rows", "--clients", "--data", "--seed", "--json");

  static FailoverSettings parse(String command, List<String> args, long freshSeed) {
    Options options = Options.parse(command, args, DrillJournal.options(VALUES), Set.of(), 0);
    DrillJournal.name(options);
    return new FailoverSettings(
        options.integer("--nodes", 3, 3, 9),
        options.integer("--kills", 3, 0, 10_000),
        options.integer("--rows", 100_000, 2, 5_000_000),
        options.integer("--clients", 16, 1, 256),
        options.text("--data").map(Path::of),
        options.number("--seed", freshSeed, Long.MIN_VALUE, Long.MAX_VALUE),
        options.text("--json").map(Path::of),
        options);
  }
}
