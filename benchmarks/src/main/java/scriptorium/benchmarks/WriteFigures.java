package scriptorium.benchmarks;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import scriptorium.benchmarks.Rounds.Cell;
import scriptorium.benchmarks.workload.Side;
import scriptorium.benchmarks.workload.Side.Measured;

/**
 * The figures of {@code bench write}, round by round, and what follows from them. Ratios are taken
 * within a round, so that what the machine did besides is in both sides.
 */
final class WriteFigures {

  static final int LATENCY_LEVEL = 1;
  static final int THROUGHPUT_LEVEL = 256;

  private static final Target TIMES_ONE_EVENT = Target.atLeast(10);
  private static final Target SHARE_OF_BARE_H2 = Target.atLeast(0.5).aimingAt(0.7);
  private static final Target TIMES_RAW_APPEND = Target.atMost(2.5).aimingAt(1.5);
  private static final Target EVENT_BYTES = Target.atMost(120);

  private final List<Integer> levels;
  private final List<Side> peers;
  private final Map<Key, List<Measured>> rounds = new LinkedHashMap<>();

  private record Key(String side, int outstanding) {}

  /** For these numbers of outstanding writes, and peers at those of them that they take. */
  WriteFigures(List<Integer> levels, List<Side> peers) {
    this.levels = List.copyOf(levels);
    this.peers = List.copyOf(peers);
  }

  /** Adds a round of one side; of a side without answers as if one were outstanding. */
  void add(String side, int outstanding, Measured measured) {
    rounds.computeIfAbsent(new Key(side, outstanding), key -> new ArrayList<>()).add(measured);
  }

  /** Adds all figures, those with a target last. */
  void addTo(BenchReport report, EventSize size) {
    rates(report);
    latencies(report);
    report.bytes("event of a one-row update, with Akka's envelope", size.entryBytes());
    for (int level : levels) {
      if (level != THROUGHPUT_LEVEL) {
        report.ratio(title("store / " + Side.ONE_EVENT, level), timesOneEvent(level));
        report.ratio(title("store / " + Side.BARE_H2, level), shareOfBareH2(level));
      }
    }
    comparison().addTo(report);
    targets(report, size);
  }

  private void rates(BenchReport report) {
    for (int level : levels) {
      report.perSecond(title(Side.STORE, level), rates(Side.STORE, level));
      report.perSecond(title(Side.ONE_EVENT, level), rates(Side.ONE_EVENT, level));
    }
    report.perSecond(Side.BARE_H2 + ", commit each 256", rates(Side.BARE_H2, 1));
    for (Side peer : peers) {
      for (int level : peer.levels(levels)) {
        report.perSecond(new Cell(peer, level).title(peer.name()), rates(peer.name(), level));
      }
    }
  }

  private void latencies(BenchReport report) {
    for (double percent : new double[] {50, 99}) {
      String name = " p" + (int) percent;
      if (levels.contains(LATENCY_LEVEL)) {
        for (String side : List.of(Side.STORE, Side.ONE_EVENT)) {
          report.micros(title(side + name, 1), micros(side, percent));
        }
        for (Side peer : peers) {
          if (peer.levels(levels).contains(LATENCY_LEVEL)) {
            report.micros(title(peer.name() + name, 1), micros(peer.name(), percent));
          }
        }
      }
      report.micros(Side.RAW_APPEND + name, micros(Side.RAW_APPEND, percent));
    }
  }

  /** Where the store was measured too. */
  private Comparison comparison() {
    Comparison comparison = new Comparison();
    for (Side peer : peers) {
      for (int level : peer.levels(levels)) {
        if (levels.contains(level)) {
          comparison.add(
              peer,
              level + " outstanding",
              ratios(rates(Side.STORE, level), rates(peer.name(), level)));
        }
      }
    }
    return comparison;
  }

  private void targets(BenchReport report, EventSize size) {
    int level = THROUGHPUT_LEVEL;
    if (levels.contains(level)) {
      report.ratio(
          title("store / " + Side.ONE_EVENT, level), timesOneEvent(level), TIMES_ONE_EVENT);
      report.ratio(title("store / " + Side.BARE_H2, level), shareOfBareH2(level), SHARE_OF_BARE_H2);
    }
    if (levels.contains(LATENCY_LEVEL)) {
      report.ratio(
          title("store p50 / " + Side.RAW_APPEND + " p50", 1),
          ratios(micros(Side.STORE, 50), micros(Side.RAW_APPEND, 50)),
          TIMES_RAW_APPEND);
    }
    report.bytes("event of a one-row update", size.eventBytes(), EVENT_BYTES);
  }

  private List<Double> timesOneEvent(int level) {
    return ratios(rates(Side.STORE, level), rates(Side.ONE_EVENT, level));
  }

  private List<Double> shareOfBareH2(int level) {
    return ratios(rates(Side.STORE, level), rates(Side.BARE_H2, 1));
  }

  private List<Double> rates(String side, int outstanding) {
    return measured(side, outstanding).stream().map(Measured::writesPerSecond).toList();
  }

  private List<Double> micros(String side, double percent) {
    return measured(side, LATENCY_LEVEL).stream().map(m -> m.micros(percent)).toList();
  }

  private List<Measured> measured(String side, int outstanding) {
    List<Measured> measured = rounds.get(new Key(side, outstanding));
    if (measured == null) {
      throw new IllegalStateException(
          "side not measured: side=" + side + " outstanding=" + outstanding);
    }
    return measured;
  }

  static List<Double> ratios(List<Double> over, List<Double> under) {
    List<Double> ratios = new ArrayList<>();
    for (int i = 0; i < over.size(); i++) {
      ratios.add(over.get(i) / under.get(i));
    }
    return ratios;
  }

  private static String title(String what, int outstanding) {
    return what + ", " + outstanding + " outstanding";
  }
}
