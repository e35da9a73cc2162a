package scriptorium.benchmarks;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import scriptorium.benchmarks.peers.PeerKind;
import scriptorium.drills.command.Options;
import scriptorium.drills.command.UsageException;

/**
 * What {@code bench write} was asked for.
 *
 * @param outstanding numbers of writes that wait for their answer at the same time
 * @param seconds all rounds together; 0 for what suits the number of measurements
 * @param peers which other databases are measured too
 * @param seed of the transfers
 * @param postgresJournal whether the store on PostgreSQL is measured too
 */
record WriteOptions(
    Workload workload,
    List<Integer> outstanding,
    int seconds,
    List<PeerKind> peers,
    long seed,
    boolean postgresJournal) {

  static final String[] VALUED = {
    "--seconds", "--outstanding", "--peers", "--workload", "--seed", "--journal"
  };

  static final int MOST_OUTSTANDING = 8192;

  private static final int MOST_LEVELS = 10;
  private static final String SEE = " (see: ./scriptorium bench write --help)";

  /** What is written. */
  enum Workload {
    INSERT,
    TRANSFER
  }

  WriteOptions {
    outstanding = List.copyOf(outstanding);
    peers = List.copyOf(peers);
  }

  /**
   * Reads and judges them.
   *
   * @param newSeed the seed where none is given
   */
  static WriteOptions of(BenchRun run, long newSeed) {
    Options options = run.options();
    WriteOptions asked =
        new WriteOptions(
            workload(options),
            outstanding(options),
            options.integer("--seconds", 0, 5, 3600),
            peers(options),
            options.number("--seed", newSeed, 0, Long.MAX_VALUE),
            postgresJournal(options));
    if (asked.workload() == Workload.TRANSFER) {
      refuse(options, "--outstanding", Workload.INSERT);
      refuse(options, "--check", Workload.INSERT);
      refuse(options, "--journal", Workload.INSERT);
    } else {
      refuse(options, "--seed", Workload.TRANSFER);
    }
    if (run.isCheck()) {
      requireTargets(asked.outstanding());
    }
    return asked;
  }

  private static void refuse(Options options, String name, Workload isFor) {
    if (options.flag(name)) {
      throw new UsageException(
          "option " + name + " is for --workload " + word(isFor) + " alone" + SEE);
    }
  }

  private static String word(Workload workload) {
    return workload == Workload.INSERT ? "insert" : "transfer";
  }

  private static Workload workload(Options options) {
    String text = options.text("--workload").orElse("insert");
    return Stream.of(Workload.values())
        .filter(workload -> word(workload).equals(text))
        .findFirst()
        .orElseThrow(
            () ->
                new UsageException(
                    "option --workload: expected insert or transfer, found '" + text + "'" + SEE));
  }

  private static boolean postgresJournal(Options options) {
    Optional<String> text = options.text("--journal");
    if (text.isPresent() && !text.get().equals("postgres")) {
      throw new UsageException(
          "option --journal: expected postgres, found '" + text.get() + "'" + SEE);
    }
    return text.isPresent();
  }

  private static List<PeerKind> peers(Options options) {
    String text = options.text("--peers").orElse("all");
    if (text.equals("none")) {
      return List.of();
    }
    if (text.equals("all")) {
      return List.of(PeerKind.values());
    }
    List<PeerKind> kinds = new ArrayList<>();
    for (String word : text.split(",", -1)) {
      Optional<PeerKind> kind = PeerKind.of(word.strip());
      if (kind.isEmpty() || kinds.contains(kind.get())) {
        throw new UsageException(
            "option --peers: expected none, all, or different names of "
                + Stream.of(PeerKind.values()).map(PeerKind::word).collect(Collectors.joining(", "))
                + " separated by commas, found '"
                + text
                + "'"
                + SEE);
      }
      kinds.add(kind.get());
    }
    return kinds;
  }

  private static List<Integer> outstanding(Options options) {
    String text = options.text("--outstanding").orElse("1,16,256,4096");
    List<Integer> levels = new ArrayList<>();
    for (String word : text.split(",", -1)) {
      int level = number(word);
      if (level < 1 || level > MOST_OUTSTANDING || levels.contains(level)) {
        throw wrongOutstanding(text);
      }
      levels.add(level);
    }
    if (levels.size() > MOST_LEVELS) {
      throw wrongOutstanding(text);
    }
    return levels;
  }

  /** Zero, which no range holds, for what is no number. */
  private static int number(String word) {
    try {
      return Integer.parseInt(word.strip());
    } catch (NumberFormatException e) {
      return 0;
    }
  }

  private static UsageException wrongOutstanding(String found) {
    return new UsageException(
        "option --outstanding: expected up to "
            + MOST_LEVELS
            + " different numbers 1 to "
            + MOST_OUTSTANDING
            + " separated by commas, found '"
            + found
            + "'"
            + SEE);
  }

  /** A target that was not measured must not count as met. */
  private static void requireTargets(List<Integer> outstanding) {
    List<Integer> needed = List.of(WriteFigures.LATENCY_LEVEL, WriteFigures.THROUGHPUT_LEVEL);
    if (!outstanding.containsAll(needed)) {
      throw new UsageException(
          "option --check needs 1 and 256 in --outstanding, found " + outstanding + SEE);
    }
  }
}
