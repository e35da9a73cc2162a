package scriptorium.benchmarks;

import static scriptorium.benchmarks.snapshotting.SnapshotPhase.FULL_SPEED;
import static scriptorium.benchmarks.snapshotting.SnapshotPhase.FULL_SPEED_AND_SNAPSHOTS;
import static scriptorium.benchmarks.snapshotting.SnapshotPhase.ONE_WRITE;
import static scriptorium.benchmarks.snapshotting.SnapshotPhase.ONE_WRITE_AND_SNAPSHOTS;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import scriptorium.actors.SnapshotReply;
import scriptorium.benchmarks.snapshotting.SizeBench.Taken;
import scriptorium.benchmarks.snapshotting.SnapshotBench.Found;
import scriptorium.benchmarks.snapshotting.SnapshotPhase;

/**
 * Writer and readers without and with snapshots, and snapshots beside gzip, round by round. Ratios
 * are taken within a round, so that what the machine did besides is in both sides.
 */
final class SnapshotFigures {

  private static final Target WRITES_KEPT = Target.atLeast(0.9);
  private static final Target WRITE_P99 = Target.atMost(2.5);
  private static final Target READ_P99 = Target.atMost(1.5);
  private static final Target SIZE = Target.atMost(1);
  private static final Target TIMES_GZIP = Target.atLeast(3);

  private static final String QUIET = ", quiet";
  private static final String WITH = ", with snapshots";
  private static final String AT_FULL_SPEED = " at 256 outstanding";

  private final List<Taken> taken = new ArrayList<>();
  private final List<Map<SnapshotPhase, Found>> rounds = new ArrayList<>();

  /** Adds a round beside gzip. */
  void add(Taken round) {
    taken.add(round);
  }

  /** Adds a round of all phases. */
  void add(Map<SnapshotPhase, Found> round) {
    rounds.add(Map.copyOf(round));
  }

  /** Adds all figures, those with a target last. */
  void addTo(BenchReport report) {
    writes(report);
    reads(report);
    snapshots(report);
    targets(report);
  }

  private void writes(BenchReport report) {
    report.perSecond("writes" + QUIET, of(ONE_WRITE, this::writesPerSecond));
    report.perSecond("writes" + WITH, of(ONE_WRITE_AND_SNAPSHOTS, this::writesPerSecond));
    report.perSecond("writes" + AT_FULL_SPEED + QUIET, of(FULL_SPEED, this::writesPerSecond));
    report.perSecond(
        "writes" + AT_FULL_SPEED + WITH, of(FULL_SPEED_AND_SNAPSHOTS, this::writesPerSecond));
    for (double percent : new double[] {50, 99, 100}) {
      String name = percent == 100 ? "write longest" : "write p" + (int) percent;
      report.micros(name + QUIET, of(ONE_WRITE, writeMicros(percent)));
      report.micros(name + WITH, of(ONE_WRITE_AND_SNAPSHOTS, writeMicros(percent)));
      report.micros(name + AT_FULL_SPEED + QUIET, of(FULL_SPEED, writeMicros(percent)));
      report.micros(
          name + AT_FULL_SPEED + WITH, of(FULL_SPEED_AND_SNAPSHOTS, writeMicros(percent)));
    }
  }

  private void reads(BenchReport report) {
    for (double percent : new double[] {50, 99}) {
      String name = "read p" + (int) percent;
      report.micros(name + QUIET, of(ONE_WRITE, readMicros(percent)));
      report.micros(name + WITH, of(ONE_WRITE_AND_SNAPSHOTS, readMicros(percent)));
      report.micros(name + ", writer at full speed" + QUIET, of(FULL_SPEED, readMicros(percent)));
      report.micros(
          name + ", writer at full speed" + WITH,
          of(FULL_SPEED_AND_SNAPSHOTS, readMicros(percent)));
    }
    report.count(
        "reads refused, all phases",
        rounds.stream()
            .map(round -> round.values().stream().mapToDouble(Found::readsRefused).sum())
            .toList());
  }

  private void snapshots(BenchReport report) {
    report.count(
        "snapshots a phase" + AT_FULL_SPEED,
        of(FULL_SPEED_AND_SNAPSHOTS, found -> found.snapshots().size()));
    report.micros(
        "a snapshot" + AT_FULL_SPEED, of(FULL_SPEED_AND_SNAPSHOTS, SnapshotFigures::tookMicros));
    report.micros(
        "snapshot at rest, taken and proven",
        taken.stream().map(one -> one.snapshotTook().toNanos() / 1e3).toList());
    report.micros(
        "SCRIPT through gzip", taken.stream().map(one -> one.gzipTook().toNanos() / 1e3).toList());
    report.bytes("snapshot", taken.get(0).snapshotBytes());
    report.bytes("gzip of SCRIPT", taken.get(0).gzipBytes());
  }

  private static double tookMicros(Found found) {
    return found.snapshots().stream()
        .map(SnapshotReply.Saved::took)
        .mapToDouble(took -> took.toNanos() / 1e3)
        .average()
        .orElseThrow();
  }

  private void targets(BenchReport report) {
    report.ratio(
        "writes with snapshots / quiet," + AT_FULL_SPEED,
        ratios(FULL_SPEED_AND_SNAPSHOTS, FULL_SPEED, this::writesPerSecond),
        WRITES_KEPT);
    report.ratio(
        "write p99 with snapshots / quiet",
        ratios(ONE_WRITE_AND_SNAPSHOTS, ONE_WRITE, writeMicros(99)),
        WRITE_P99);
    report.ratio(
        "write p99 with snapshots / quiet," + AT_FULL_SPEED,
        ratios(FULL_SPEED_AND_SNAPSHOTS, FULL_SPEED, writeMicros(99)),
        WRITE_P99);
    report.ratio(
        "read p99 with snapshots / quiet",
        ratios(ONE_WRITE_AND_SNAPSHOTS, ONE_WRITE, readMicros(99)),
        READ_P99);
    report.ratio(
        "read p99 with snapshots / quiet, writer at full speed",
        ratios(FULL_SPEED_AND_SNAPSHOTS, FULL_SPEED, readMicros(99)),
        READ_P99);
    report.ratio(
        "size of a snapshot / gzip of SCRIPT",
        taken.stream().map(one -> (double) one.snapshotBytes() / one.gzipBytes()).toList(),
        SIZE);
    report.ratio(
        "time of SCRIPT through gzip / a snapshot",
        taken.stream()
            .map(one -> (double) one.gzipTook().toNanos() / one.snapshotTook().toNanos())
            .toList(),
        TIMES_GZIP);
  }

  private static ToDoubleFunction<Found> writeMicros(double percent) {
    return found -> found.writes().micros(percent);
  }

  private static ToDoubleFunction<Found> readMicros(double percent) {
    return found -> found.reads().percentile(percent).toNanos() / 1e3;
  }

  private double writesPerSecond(Found found) {
    return found.writes().writesPerSecond();
  }

  private List<Double> of(SnapshotPhase phase, ToDoubleFunction<Found> figure) {
    return rounds.stream().map(round -> figure.applyAsDouble(at(round, phase))).toList();
  }

  private List<Double> ratios(
      SnapshotPhase over, SnapshotPhase under, ToDoubleFunction<Found> figure) {
    return rounds.stream()
        .map(
            round -> figure.applyAsDouble(at(round, over)) / figure.applyAsDouble(at(round, under)))
        .toList();
  }

  private static Found at(Map<SnapshotPhase, Found> round, SnapshotPhase phase) {
    Found found = round.get(phase);
    if (found == null) {
      throw new IllegalStateException("not measured: phase=" + phase);
    }
    return found;
  }
}
