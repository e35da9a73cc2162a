package scriptorium.benchmarks;

import static scriptorium.benchmarks.reading.Phase.FULL_SPEED;
import static scriptorium.benchmarks.reading.Phase.FULL_SPEED_AND_READERS;
import static scriptorium.benchmarks.reading.Phase.ONE_WRITE;
import static scriptorium.benchmarks.reading.Phase.ONE_WRITE_AND_READERS;
import static scriptorium.benchmarks.reading.Phase.READERS;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import scriptorium.benchmarks.reading.Phase;
import scriptorium.benchmarks.reading.ReadersBench.Found;

/**
 * What readers and the writer cost each other, round by round. Ratios are taken within a round, so
 * that what the machine did besides is in both sides.
 */
final class ReadersFigures {

  private static final Target WRITE_P99 = Target.atMost(3);
  private static final Target WRITES_KEPT = Target.atLeast(0.7);
  private static final Target READ_P99 = Target.atMost(2);

  private static final String ALONE = ", alone";
  private static final String WITH_READERS = ", with readers";
  private static final String AT_FULL_SPEED = " at 256 outstanding";

  private final List<Map<Phase, Found>> rounds = new ArrayList<>();

  /** Adds a round of all phases. */
  void add(Map<Phase, Found> round) {
    rounds.add(Map.copyOf(round));
  }

  /** Adds all figures, those with a target last. */
  void addTo(BenchReport report) {
    writes(report);
    reads(report);
    targets(report);
  }

  private void writes(BenchReport report) {
    for (double percent : new double[] {50, 99, 100}) {
      String name = percent == 100 ? "write longest" : "write p" + (int) percent;
      report.micros(name + ALONE, of(ONE_WRITE, writeMicros(percent)));
      report.micros(name + WITH_READERS, of(ONE_WRITE_AND_READERS, writeMicros(percent)));
    }
    report.micros("write p99" + AT_FULL_SPEED + ALONE, of(FULL_SPEED, writeMicros(99)));
    report.micros(
        "write p99" + AT_FULL_SPEED + WITH_READERS, of(FULL_SPEED_AND_READERS, writeMicros(99)));
    report.perSecond("writes" + ALONE, of(ONE_WRITE, this::writesPerSecond));
    report.perSecond("writes" + WITH_READERS, of(ONE_WRITE_AND_READERS, this::writesPerSecond));
    report.perSecond("writes" + AT_FULL_SPEED + ALONE, of(FULL_SPEED, this::writesPerSecond));
    report.perSecond(
        "writes" + AT_FULL_SPEED + WITH_READERS, of(FULL_SPEED_AND_READERS, this::writesPerSecond));
  }

  private void reads(BenchReport report) {
    for (double percent : new double[] {50, 99}) {
      String name = "read p" + (int) percent;
      report.micros(name + ALONE, of(READERS, readMicros(percent)));
      report.micros(
          name + ", writer at full speed", of(FULL_SPEED_AND_READERS, readMicros(percent)));
    }
    report.perSecond("reads" + ALONE, of(READERS, this::readsPerSecond));
    report.perSecond(
        "reads, writer at full speed", of(FULL_SPEED_AND_READERS, this::readsPerSecond));
    report.count(
        "reads refused, all phases",
        rounds.stream()
            .map(round -> round.values().stream().mapToDouble(Found::readsRefused).sum())
            .toList());
  }

  private void targets(BenchReport report) {
    report.ratio(
        "p99 with readers / p99 alone",
        ratios(ONE_WRITE_AND_READERS, ONE_WRITE, writeMicros(99)),
        WRITE_P99);
    report.ratio(
        "the same" + AT_FULL_SPEED,
        ratios(FULL_SPEED_AND_READERS, FULL_SPEED, writeMicros(99)),
        WRITE_P99);
    report.ratio(
        "writes with readers / alone," + AT_FULL_SPEED,
        ratios(FULL_SPEED_AND_READERS, FULL_SPEED, this::writesPerSecond),
        WRITES_KEPT);
    report.ratio(
        "read p99 beside the writer / alone",
        ratios(FULL_SPEED_AND_READERS, READERS, readMicros(99)),
        READ_P99);
  }

  private static ToDoubleFunction<Found> writeMicros(double percent) {
    return found -> found.writes().micros(percent);
  }

  private static ToDoubleFunction<Found> readMicros(double percent) {
    return found -> found.reads().micros(percent);
  }

  private double writesPerSecond(Found found) {
    return found.writes().writesPerSecond();
  }

  private double readsPerSecond(Found found) {
    return found.reads().writesPerSecond();
  }

  private List<Double> of(Phase phase, ToDoubleFunction<Found> figure) {
    return rounds.stream().map(round -> figure.applyAsDouble(at(round, phase))).toList();
  }

  private List<Double> ratios(Phase over, Phase under, ToDoubleFunction<Found> figure) {
    return rounds.stream()
        .map(
            round -> figure.applyAsDouble(at(round, over)) / figure.applyAsDouble(at(round, under)))
        .toList();
  }

  private static Found at(Map<Phase, Found> round, Phase phase) {
    Found found = round.get(phase);
    if (found == null) {
      throw new IllegalStateException("not measured: phase=" + phase);
    }
    return found;
  }
}
