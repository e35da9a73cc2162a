package scriptorium.benchmarks;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import scriptorium.benchmarks.restart.ReplayBench;
import scriptorium.drills.print.HumanUnits;

/** The part of {@code bench restart} that replays a journal. */
final class ReplayFigures {

  private static final Target SHARE_OF_JDBC = Target.atLeast(0.8);

  private ReplayFigures() {}

  /** Measures and adds the figures. */
  static void measure(
      BenchReport report, Path folder, int rounds, int changeSets, Consumer<String> progress)
      throws Exception {
    report.setting("changeSets", changeSets);
    ReplayBench bench = new ReplayBench(folder, changeSets);
    progress.accept("replay: writing " + HumanUnits.count(changeSets, "change set"));
    bench.fill();
    progress.accept("replay: warming up, then " + HumanUnits.count(rounds, "round"));
    List<Double> replayed = new ArrayList<>();
    List<Double> run = new ArrayList<>();
    bench.run(
        rounds,
        (replay, loop) -> {
          replayed.add(bench.rowChanges() * 1e9 / replay.toNanos());
          run.add(bench.rowChanges() * 1e9 / loop.toNanos());
        });
    report.perSecond("rows replayed", replayed);
    report.perSecond("rows changed by JDBC", run);
    report.ratio("replay / JDBC", WriteFigures.ratios(replayed, run), SHARE_OF_JDBC);
  }
}
