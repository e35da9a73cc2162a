package scriptorium.benchmarks;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import scriptorium.benchmarks.reading.ReadersBench;
import scriptorium.benchmarks.reading.SelectBench;
import scriptorium.drills.command.Command;
import scriptorium.drills.command.Options;
import scriptorium.drills.command.Terminal;
import scriptorium.drills.command.UsageException;
import scriptorium.drills.embedded.LocalStore;

/** {@code ./scriptorium bench read}: what reading costs, and beside what. */
public final class ReadCommand implements Command {

  private static final String HELP =
      """
      Measures reads: a row by its key in every way there is, then heavy readers beside the writer.

      Usage: ./scriptorium bench read [OPTION]...

      Selects. One thread reads three columns of a row of a table of ten, by its primary key, from
      the same rows everywhere. The ways take turns in short slices and shuffled order; shown are
      medians of five rounds, with lowest and highest. Ratios are of the time that passes, within a
      round. CPU is that of all Java threads together, which a busy machine changes less.

        bare H2                             one connection, the statement prepared once
        bare H2, prepared each time         the same, prepared and closed for each row
        bare H2, in one SNAPSHOT view       one transaction that shows one point in time
        bare H2, a SNAPSHOT view each       such a transaction for each row
        guarded view each, no permit, no thread
                                            what Store.read hands a query, on the asking thread
        DataSource, statement kept          Store.dataSource, the statement prepared once
        DataSource, prepared each time      prepared and closed for each row
        DataSource, a connection each       borrowed and closed for each row
        DataSource, in one view, statement kept
                                            without auto-commit
        Store.blocking, a read each         Store.blocking().read, one call a row
        Store.blocking, a linearizable read each
                                            the same, the journal being asked first
        Store.read, awaited                 one call a row, the next when its answer is there
        Store.read at least, awaited        the same, to show the latest write
        Store.read linearizable, awaited    the same, the journal being asked first
        Store.read, 100 selects a call      one call, one view, one statement for 100 rows
        Store.read, 64 outstanding          one call a row, 64 calls under way
        Store.read linearizable, 64 outstanding
                                            the same; reads that wait share the question

      Readers beside the writer: see ./scriptorium bench readers --help, whose figures and targets
      follow.

      Targets of selects: DataSource with its statement kept, and Store.blocking with a read each, at
      most 2 times bare H2. Store.read answers on another thread: a single one that is awaited wakes
      two threads, which takes far longer than the select.

      Options:
        --readers N    readers beside the writer, 0 to 10000 (default 64); 0 leaves them out
        --seconds N    time of all rounds together, 5 to 3600 (default 120); selects have a quarter
        --rows N       rows of each table, 1000 to 1000000 (default 100000)
        --json FILE    the figures of each round
        --check        exit code 1 where a target is missed; needs readers
      """;

  private static final int SHARE_OF_SELECTS = 4;

  @Override
  public String name() {
    return "bench read";
  }

  @Override
  public String summary() {
    return "reads beside bare H2, and beside the writer";
  }

  @Override
  public String help() {
    return HELP;
  }

  @Override
  public int run(List<String> args, Terminal terminal) throws Exception {
    BenchRun run = BenchRun.parse(this, args, "--readers", "--seconds", "--rows");
    Options options = run.options();
    int readers = options.integer("--readers", 64, 0, 10_000);
    Duration length = Duration.ofSeconds(options.integer("--seconds", 120, 5, 3600));
    int rows = options.integer("--rows", 100_000, 1000, 1_000_000);
    if (run.isCheck() && readers == 0) {
      throw new UsageException(
          "option --check needs readers, found --readers 0 (see: ./scriptorium "
              + name()
              + " --help)");
    }
    Duration ofSelects = readers == 0 ? length : length.dividedBy(SHARE_OF_SELECTS);
    SelectBench.Settings selects = new SelectBench.Settings(ofSelects, rows);
    ReadersBench.Settings beside =
        new ReadersBench.Settings(readers, length.minus(ofSelects), rows);
    return run.measure(
        terminal,
        (folder, progress) -> {
          BenchReport report = new BenchReport(name());
          measureSelects(report, folder, selects, progress);
          if (readers > 0) {
            ReadersCommand.measure(report, folder, beside, progress);
          }
          return report;
        });
  }

  private static void measureSelects(
      BenchReport report, Path folder, SelectBench.Settings settings, Consumer<String> progress)
      throws Exception {
    report.setting("secondsOfSelects", settings.length().toMillis() / 1e3);
    report.setting("rowsToSelectFrom", settings.rows());
    SelectFigures figures = new SelectFigures();
    try (LocalStore opened = LocalStore.open(folder, "selects", Map.of());
        SelectBench bench = SelectBench.open(opened.store(), settings)) {
      bench.run(figures::add, progress);
    }
    figures.addTo(report);
  }
}
