package scriptorium.benchmarks;

import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import scriptorium.benchmarks.restart.RestartBench;
import scriptorium.benchmarks.workload.SixTables;
import scriptorium.drills.command.Command;
import scriptorium.drills.command.Options;
import scriptorium.drills.command.Terminal;
import scriptorium.drills.command.UsageException;

/** {@code ./scriptorium bench restart}: from a new process to a store that is ready. */
public final class RestartCommand implements Command {

  private static final String HELP =
      """
      Measures how long a new process takes until all rows are there.

      Usage: ./scriptorium bench restart [OPTION]...

      Six tables with foreign keys and thirteen indexes, besides the integer primary keys. Each
      side is a Java process of its own each time, with the flags of this one; in turns, five
      rounds; shown are medians, with lowest and highest. Time is from the start of the process
      until every row can be read; that of the store holds the actor system, the verification of
      the snapshot by count and digest of each table, and the claim of the journal. No side reads a
      file that is not in the operating system's cache. Ratios are taken within a round. The
      restore's shares are of its work: what two threads do at a time counts for both.

      Sides:
        store                 opened; all rows are in its snapshot
        RUNSCRIPT             H2's own: a file of H2's SCRIPT of the same rows; nothing is verified
        row by row, parents looked up
                              prepared inserts of one row, parents found by their natural keys, a
                              commit each 1000; the rows are made up, not read from anywhere
        row by row, parents by id
                              the same with the parents' ids given
        store, large          the store with more rows
        store, one table      one table with two secondary indexes, one of them unique
        Tarantool, one table  where it is installed: the same rows, from its own snapshot

      Then replay: small mutations, each an insert, an update of an indexed column and a delete,
      replayed from the journal by a store that is opened in this process without a snapshot,
      beside the same statements by JDBC on one thread, prepared once, a commit each 100.

      Targets: row by row, parents looked up / store at least 5 (aim 8); RUNSCRIPT / store at least
      2.2; the time a row of the large store at most 1.15 of the other's; replay at least 0.8 of
      JDBC.

      Options:
        --rows N          rows in the six tables, 100 to 5000000 (default 500000)
        --large-rows N    rows of the large store, 100 to 20000000 (default 2000000); 0 for none
        --peer-rows N     rows of the one table, 100 to 20000000 (default 1300000); 0 for none
        --change-sets N   mutations to be replayed, 100 to 10000000 (default 100000); 0 for none
        --rounds N        1 to 100 (default 5)
        --json FILE       the figures of each round
        --check           exit code 1 where a target is missed; needs all parts with a target

      Examples:
        ./scriptorium bench restart --check
        ./scriptorium bench restart --large-rows 0 --peer-rows 0 --change-sets 0
      """;

  private static final int MOST_ROWS = 20_000_000;

  @Override
  public String name() {
    return "bench restart";
  }

  @Override
  public String summary() {
    return "a cold start with many rows, beside filling them in anew";
  }

  @Override
  public String help() {
    return HELP;
  }

  @Override
  public int run(List<String> args, Terminal terminal) throws Exception {
    BenchRun run =
        BenchRun.parse(
            this, args, "--rows", "--large-rows", "--peer-rows", "--change-sets", "--rounds");
    Options options = run.options();
    RestartBench.Settings settings =
        new RestartBench.Settings(
            options.integer("--rounds", 5, 1, 100),
            options.integer("--rows", 500_000, SixTables.FEWEST_ROWS, 5_000_000),
            orNone(options, "--large-rows", 2_000_000, MOST_ROWS),
            orNone(options, "--peer-rows", 1_300_000, MOST_ROWS));
    int changeSets = orNone(options, "--change-sets", 100_000, 10_000_000);
    if (run.isCheck() && (settings.largeRows() == 0 || changeSets == 0)) {
      throw new UsageException(
          "option --check needs --large-rows and --change-sets above 0 (see: ./scriptorium "
              + name()
              + " --help)");
    }
    return run.measure(
        terminal,
        (folder, progress) -> {
          BenchReport report = new BenchReport(name());
          restarts(report, folder, settings, progress);
          if (changeSets > 0) {
            ReplayFigures.measure(report, folder, settings.rounds(), changeSets, progress);
          }
          return report;
        });
  }

  private static int orNone(Options options, String name, int absent, int most) {
    if (options.text(name).filter("0"::equals).isPresent()) {
      return 0;
    }
    return options.integer(name, absent, SixTables.FEWEST_ROWS, most);
  }

  private static void restarts(
      BenchReport report, Path folder, RestartBench.Settings settings, Consumer<String> progress)
      throws Exception {
    RestartBench bench = new RestartBench(folder, settings, progress);
    report.setting("rows", settings.rows());
    report.setting("largeRows", settings.largeRows());
    report.setting("peerRows", settings.namedRows());
    report.setting("javaFlags", bench.flags());
    RestartFigures figures = new RestartFigures(settings);
    bench.run(figures::add);
    figures.addTo(report);
  }
}
