package scriptorium.benchmarks;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import scriptorium.benchmarks.restart.RestartBench;
import scriptorium.benchmarks.restart.RestartCase;
import scriptorium.benchmarks.restart.Started;
import scriptorium.drills.print.HumanUnits;

/**
 * Cold starts, round by round. Ratios are taken within a round, so that what the machine did
 * besides is in both sides.
 */
final class RestartFigures {

  private static final Target TIMES_ROW_BY_ROW = Target.atLeast(5).aimingAt(8);
  private static final Target TIMES_RUNSCRIPT = Target.atLeast(2.2);
  private static final Target GROWTH = Target.atMost(1.15);

  private final RestartBench.Settings settings;
  private final List<Map<RestartCase, Started>> rounds = new ArrayList<>();

  RestartFigures(RestartBench.Settings settings) {
    this.settings = settings;
  }

  /** Adds a round of all cases. */
  void add(Map<RestartCase, Started> round) {
    rounds.add(Map.copyOf(round));
  }

  /** Adds all figures, those with a target last. */
  void addTo(BenchReport report) {
    for (RestartCase restarted : RestartCase.values()) {
      if (rounds.get(0).containsKey(restarted)) {
        report.micros(title(restarted), of(restarted, RestartFigures::micros));
      }
    }
    for (RestartCase restarted : RestartCase.values()) {
      if (restarted != RestartCase.TARANTOOL && rounds.get(0).containsKey(restarted)) {
        report.micros("CPU of " + title(restarted), of(restarted, RestartFigures::cpuMicros));
      }
    }
    for (StartPart part : StartPart.values()) {
      if (part.isKnown(rounds.get(0).get(RestartCase.STORE))) {
        report.share("store: " + part.title(), of(RestartCase.STORE, part::shareOf));
      }
    }
    for (RestorePart part : RestorePart.values()) {
      report.share("restore: " + part.title(), of(RestartCase.STORE, part::shareOf));
    }
    if (rounds.get(0).containsKey(RestartCase.TARANTOOL)) {
      report.ratio(
          "store / Tarantool, one table", ratios(RestartCase.NAMED_STORE, RestartCase.TARANTOOL));
    }
    report.ratio(
        "row by row, parents by id / store",
        ratios(RestartCase.ROW_BY_ROW_BY_ID, RestartCase.STORE));
    targets(report);
  }

  private void targets(BenchReport report) {
    report.ratio(
        "row by row, parents looked up / store",
        ratios(RestartCase.ROW_BY_ROW, RestartCase.STORE),
        TIMES_ROW_BY_ROW);
    report.ratio(
        "RUNSCRIPT / store", ratios(RestartCase.RUNSCRIPT, RestartCase.STORE), TIMES_RUNSCRIPT);
    if (settings.largeRows() > 0) {
      double timesRows = (double) settings.largeRows() / settings.rows();
      report.ratio(
          "time a row, large / small",
          ratios(RestartCase.LARGE_STORE, RestartCase.STORE).stream()
              .map(ratio -> ratio / timesRows)
              .toList(),
          GROWTH);
    }
  }

  private String title(RestartCase restarted) {
    int rows =
        switch (restarted) {
          case LARGE_STORE -> settings.largeRows();
          case NAMED_STORE, TARANTOOL -> settings.namedRows();
          default -> settings.rows();
        };
    return restarted.title() + ", " + HumanUnits.count(rows, "row");
  }

  private static double micros(Started started) {
    return started.toReady().toNanos() / 1e3;
  }

  private static double cpuMicros(Started started) {
    return started.partMicros(Started.CPU);
  }

  private List<Double> of(RestartCase restarted, ToDoubleFunction<Started> figure) {
    return rounds.stream().map(round -> figure.applyAsDouble(at(round, restarted))).toList();
  }

  private List<Double> ratios(RestartCase over, RestartCase under) {
    return rounds.stream()
        .map(round -> micros(at(round, over)) / micros(at(round, under)))
        .toList();
  }

  private static Started at(Map<RestartCase, Started> round, RestartCase restarted) {
    Started started = round.get(restarted);
    if (started == null) {
      throw new IllegalStateException("not measured: case=" + restarted);
    }
    return started;
  }
}
