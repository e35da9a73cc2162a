package scriptorium.benchmarks;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import scriptorium.benchmarks.reading.ReadersBench;
import scriptorium.drills.command.Command;
import scriptorium.drills.command.Options;
import scriptorium.drills.command.Terminal;
import scriptorium.drills.embedded.LocalStore;

/**
 * {@code ./scriptorium bench readers}: what many heavy readers and the writer cost each other; the
 * second part of {@code bench read}.
 */
public final class ReadersCommand implements Command {

  private static final String HELP =
      """
      Measures what heavy readers and the writer cost each other.

      Usage: ./scriptorium bench readers [OPTION]...

      A store on the real embedded journal in a temporary folder. Readers run a heavy aggregate,
      again as soon as they have the answer; they share the store's read permits. The writer has
      one write outstanding, or 256. Writer alone, readers alone and both take turns, five rounds
      after one to warm up; shown are medians, with lowest and highest. A write that is not
      committed ends the benchmark. Latency is from call to answer; of 256 outstanding writes it is
      one caller's. Reads that got no permit in time, or ran too long, are counted as refused; what
      they waited is not in the latencies.

      Targets, all within a round: the writer's p99 with readers at most 3 times its p99 alone, with
      one write outstanding and with 256; its writes a second with readers at least 0.7 of alone, at
      256 outstanding; readers' p99 beside the writer at full speed at most 2 times theirs alone.

      Options:
        --readers N    readers, 1 to 10000 (default 64)
        --seconds N    time of all rounds together, 5 to 3600 (default 90)
        --rows N       rows that each reader aggregates, 1000 to 10000000 (default 100000)
        --json FILE    the figures of each round
        --check        exit code 1 where a target is missed
      """;

  @Override
  public String name() {
    return "bench readers";
  }

  @Override
  public String summary() {
    return "what heavy readers and the writer cost each other";
  }

  @Override
  public String help() {
    return HELP;
  }

  @Override
  public int run(List<String> args, Terminal terminal) throws Exception {
    BenchRun run = BenchRun.parse(this, args, "--readers", "--seconds", "--rows");
    Options options = run.options();
    ReadersBench.Settings settings =
        new ReadersBench.Settings(
            options.integer("--readers", 64, 1, 10_000),
            Duration.ofSeconds(options.integer("--seconds", 90, 5, 3600)),
            options.integer("--rows", 100_000, 1000, 10_000_000));
    return run.measure(
        terminal,
        (folder, progress) -> {
          BenchReport report = new BenchReport(name());
          measure(report, folder, settings, progress);
          return report;
        });
  }

  /** Adds the figures of a store made for this. */
  static void measure(
      BenchReport report, Path folder, ReadersBench.Settings settings, Consumer<String> progress)
      throws Exception {
    report.setting("readers", settings.readers());
    report.setting("secondsAPhase", settings.phase().toNanos() / 1e9);
    report.setting("rows", settings.rows());
    ReadersFigures figures = new ReadersFigures();
    try (LocalStore opened = LocalStore.open(folder, "readers", Map.of())) {
      new ReadersBench(opened.store(), opened.system().executionContext(), settings, progress)
          .run(figures::add);
    }
    figures.addTo(report);
  }
}
