package scriptorium.benchmarks;

import java.util.List;
import scriptorium.benchmarks.capture.CaptureBench;
import scriptorium.drills.command.Command;
import scriptorium.drills.command.Terminal;

/** {@code ./scriptorium bench capture}: what capturing a change costs the writer's thread. */
public final class CaptureCommand implements Command {

  private static final String HELP =
      """
      Measures what a mutation costs the writer's thread beyond the SQL it runs.

      Usage: ./scriptorium bench capture [OPTION]...

      One thread runs the same mutations on bare H2 and by the store's own code, with one step more
      at a time; its CPU time is measured, so that other threads and processes do not count. Blocks
      of all steps take turns in shuffled order. Shown are medians of the rounds, with lowest and
      highest; of a step what it adds to the one before, within a round.

        bare H2                 the statement prepared once, a commit each 256
        + prepare each time     prepared by each mutation
        + guarded connection    by the connection that mutations get, on the store's database
        + savepoint             a savepoint before each mutation, and a capture of nothing
        + capture               the rows that the mutation changed, as bytes
        + encode                the event around them, with the mutation's value
        + outcome               the answer kept by its txId, among 200,000

      Nothing is journaled. Threads hand nothing to each other.

      Target: savepoint, capture, encode and outcome of an insert of ten columns together at most
      2.5 µs.

      Options:
        --rounds N     rounds, 1 to 1000 (default 25)
        --batches N    batches of 256 mutations in a block, 1 to 1000 (default 20)
        --json FILE    the figures of each round
        --check        exit code 1 where the target is missed
      """;

  @Override
  public String name() {
    return "bench capture";
  }

  @Override
  public String summary() {
    return "what capturing a change costs the writer's thread";
  }

  @Override
  public String help() {
    return HELP;
  }

  @Override
  public int run(List<String> args, Terminal terminal) throws Exception {
    BenchRun run = BenchRun.parse(this, args, "--rounds", "--batches");
    CaptureBench.Settings settings =
        new CaptureBench.Settings(
            run.options().integer("--rounds", 25, 1, 1000),
            run.options().integer("--batches", 20, 1, 1000));
    return run.measure(
        terminal,
        (folder, progress) -> {
          BenchReport report = new BenchReport(name());
          report.setting("rounds", settings.rounds());
          report.setting("mutationsOfABlock", settings.mutationsOfABlock());
          CaptureFigures figures = new CaptureFigures();
          try (CaptureBench bench = CaptureBench.open(settings)) {
            bench.run(figures::add, progress);
          }
          figures.addTo(report);
          return report;
        });
  }
}
