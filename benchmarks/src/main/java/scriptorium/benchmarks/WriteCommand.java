package scriptorium.benchmarks;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import scriptorium.drills.command.Command;
import scriptorium.drills.command.Options;
import scriptorium.drills.command.Terminal;
import scriptorium.drills.command.UsageException;
import scriptorium.drills.embedded.LocalStore;

/** {@code ./scriptorium bench write}: how fast durable writes are, and beside what. */
public final class WriteCommand implements Command {

  private static final int MOST_LEVELS = 10;
  private static final int MOST_OUTSTANDING = 8192;

  /**
   * No snapshots, since no other side takes any; and the plain actor may keep as many commands
   * waiting as the benchmark sends.
   */
  private static final Map<String, Object> STORE_SETTINGS =
      Map.of(
          "scriptorium.store.snapshot.every-events",
          0,
          "akka.persistence.typed.stash-capacity",
          MOST_OUTSTANDING + 1);

  private static final String HELP =
      """
      Measures durable writes of one row each, beside what they are to be compared with.

      Usage: ./scriptorium bench write [OPTION]...

      All sides insert the same row of ten columns with one secondary index, in turns within one
      run, in a temporary folder. After a round to warm up there are five; shown are medians, with
      lowest and highest. Ratios are taken within a round.

        store                 Store.write, an insert a write, on the embedded journal; no snapshots
        one event a command   a plain EventSourcedBehavior on the same journal plugin: it persists
                              one event for each command, and the event's handler inserts into H2
        bare H2               the same insert on one thread, commit each 256: no journal, no capture
        raw append            300 bytes and a force of the data, on a file full of zeros

      Latency is from call to answer, where the answer is given; the next write is sent from there.
      Writes a second are those answered.

      Targets: store / one event a command at 256 outstanding at least 10; store / bare H2 at 256 at
      least 0.5 (aim 0.7); store p50 / raw append p50 at 1 outstanding at most 2.5 (aim 1.5); the
      event of an update of one of these rows at most 120 bytes.

      Options:
        --seconds N          time of all rounds together, 5 to 3600 (default 60); warming up, last
                             answers and deleting come on top, about half as much again
        --outstanding LIST   how many writes wait for their answers at a time: numbers 1 to 8192,
                             separated by commas (default 1,16,256,4096)
        --json FILE          the figures of each round
        --check              exit code 1 where a target is missed; needs 1 and 256 outstanding

      Examples:
        ./scriptorium bench write --seconds 20 --outstanding 1,256 --check
        SCRIPTORIUM_JAVA_OPTS=-Djava.io.tmpdir=/disk ./scriptorium bench write
      """;

  @Override
  public String name() {
    return "bench write";
  }

  @Override
  public String summary() {
    return "durable writes a second, beside bare H2 and a plain event-sourced actor";
  }

  @Override
  public String help() {
    return HELP;
  }

  @Override
  public int run(List<String> args, Terminal terminal) throws Exception {
    BenchRun run = BenchRun.parse(this, args, "--seconds", "--outstanding");
    WriteBench.Settings settings =
        new WriteBench.Settings(
            outstanding(run.options()), run.options().integer("--seconds", 60, 5, 3600));
    if (run.isCheck()) {
      requireTargets(settings.outstanding());
    }
    return run.measure(terminal, (folder, progress) -> measure(folder, settings, progress));
  }

  private List<Integer> outstanding(Options options) {
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

  private UsageException wrongOutstanding(String found) {
    return new UsageException(
        "option --outstanding: expected up to "
            + MOST_LEVELS
            + " different numbers 1 to "
            + MOST_OUTSTANDING
            + " separated by commas, found '"
            + found
            + "' (see: ./scriptorium "
            + name()
            + " --help)");
  }

  /** A target that was not measured must not count as met. */
  private void requireTargets(List<Integer> outstanding) {
    List<Integer> needed = List.of(WriteFigures.LATENCY_LEVEL, WriteFigures.THROUGHPUT_LEVEL);
    if (!outstanding.containsAll(needed)) {
      throw new UsageException(
          "option --check needs 1 and 256 in --outstanding, found "
              + outstanding
              + " (see: ./scriptorium "
              + name()
              + " --help)");
    }
  }

  private static BenchReport measure(
      Path folder, WriteBench.Settings settings, Consumer<String> progress) throws Exception {
    BenchReport report = new BenchReport("bench write");
    report.setting("outstanding", settings.outstanding());
    report.setting("secondsAMeasurement", settings.length().toMillis() / 1e3);
    progress.accept(settings.length().toMillis() + " ms a measurement");
    EventSize size = EventSize.measure(folder);
    try (BareDatabase bare = BareDatabase.open(false);
        BareDatabase ofActor = BareDatabase.open(true);
        RawAppendSide rawAppend = RawAppendSide.create(folder.resolve("raw"));
        LocalStore opened = LocalStore.open(folder, "store", STORE_SETTINGS)) {
      WriteBench.Sides sides =
          new WriteBench.Sides(
              StoreSide.of(opened.store()),
              new OneEventSide(opened.system(), ofActor),
              new BareDatabaseSide(bare),
              rawAppend);
      new WriteBench(sides, settings, progress).run().addTo(report, size);
    }
    return report;
  }
}
