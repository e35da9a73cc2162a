package scriptorium.benchmarks;

import java.nio.file.Path;
import java.sql.Connection;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import scriptorium.benchmarks.restart.Content;
import scriptorium.benchmarks.restart.FilledStore;
import scriptorium.benchmarks.restart.ScriptFile;
import scriptorium.benchmarks.snapshotting.SizeBench;
import scriptorium.benchmarks.snapshotting.SnapshotBench;
import scriptorium.benchmarks.workload.SixTables;
import scriptorium.drills.command.Command;
import scriptorium.drills.command.Options;
import scriptorium.drills.command.Terminal;
import scriptorium.drills.embedded.LocalStore;

/** {@code ./scriptorium bench snapshot}: what a snapshot costs, and whom. */
public final class SnapshotCommand implements Command {

  private static final String STORE = "snapshots";

  /** Snapshots are taken when the benchmark asks for them. */
  private static final Map<String, Object> SETTINGS =
      Map.of("scriptorium.store.snapshot.every-events", 0);

  private static final String HELP =
      """
      Measures what snapshots cost writer and readers, and what they cost beside gzip.

      Usage: ./scriptorium bench snapshot [OPTION]...

      A store on the real embedded journal in a temporary folder, with six tables, foreign keys and
      thirteen indexes besides the integer primary keys.

      First the store is at rest: a snapshot is taken, saved, read back and proven, at share 1, that
      is without rests; then H2 writes its SCRIPT of the same rows through gzip to a file, from a
      database without a store. In turns, five rounds after one to warm up.

      Then, with the store's default settings, writer and readers are quiet or have snapshots taken
      again and again beside them. The writer has one write outstanding, or 256: updates of one row
      and one of its indexed columns. Reads of a few rows by a join come at a rate of their own. Five
      rounds after one to warm up; latency is from call to answer, of 256 outstanding writes one
      caller's. Ratios are taken within a round; shown are medians, with lowest and highest. A write
      that is not committed ends the benchmark.

      Targets: writes a second with snapshots at least 0.9 of quiet, at 256 outstanding; the
      writer's p99 at most 2.5 times, with 1 and with 256; the readers' p99 at most 1.5 times, with
      1 and with 256; a snapshot at most as large as the gzip, and taken at least 3 times as fast.

      Options:
        --rows N       rows in the six tables, 100 to 5000000 (default 500000)
        --reads N      reads that come in a second, 1 to 100000 (default 200)
        --seconds N    time of all rounds beside writer and readers together, 5 to 3600 (default
                       100); filling, the rounds at rest, warming up and last snapshots come on top
        --json FILE    the figures of each round
        --check        exit code 1 where a target is missed
      """;

  @Override
  public String name() {
    return "bench snapshot";
  }

  @Override
  public String summary() {
    return "what snapshots cost writer and readers, and beside gzip";
  }

  @Override
  public String help() {
    return HELP;
  }

  @Override
  public int run(List<String> args, Terminal terminal) throws Exception {
    BenchRun run = BenchRun.parse(this, args, "--rows", "--reads", "--seconds");
    Options options = run.options();
    SnapshotBench.Settings settings =
        new SnapshotBench.Settings(
            options.integer("--rows", 500_000, SixTables.FEWEST_ROWS, 5_000_000),
            Duration.ofSeconds(options.integer("--seconds", 100, 5, 3600)),
            options.integer("--reads", 200, 1, 100_000));
    return run.measure(
        terminal,
        (folder, progress) -> {
          BenchReport report = new BenchReport(name());
          report.setting("rows", settings.rows());
          report.setting("readsPerSecond", settings.readsPerSecond());
          report.setting("secondsAPhase", settings.phase().toNanos() / 1e9);
          SnapshotFigures figures = new SnapshotFigures();
          atRest(figures, folder, settings.rows(), progress);
          atWork(figures, folder, settings, progress);
          figures.addTo(report);
          return report;
        });
  }

  private static void atRest(
      SnapshotFigures figures, Path folder, int rows, Consumer<String> progress) throws Exception {
    progress.accept("filling a store and a bare database");
    FilledStore.make(folder, STORE, Content.SIX_TABLES, rows);
    try (Connection bare = ScriptFile.filled(Content.SIX_TABLES, rows);
        LocalStore opened = FilledStore.open(folder, STORE)) {
      progress.accept("snapshots at rest, beside gzip");
      new SizeBench(opened.store(), bare, folder.resolve("script.gz")).run(figures::add);
    }
  }

  private static void atWork(
      SnapshotFigures figures,
      Path folder,
      SnapshotBench.Settings settings,
      Consumer<String> progress)
      throws Exception {
    try (LocalStore opened = LocalStore.open(folder, STORE, SETTINGS)) {
      new SnapshotBench(opened.store(), settings, progress).run(figures::add);
    }
  }
}
