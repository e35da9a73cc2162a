package scriptorium.benchmarks;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import scriptorium.benchmarks.Rounds.Cell;
import scriptorium.benchmarks.workload.Side;
import scriptorium.benchmarks.workload.Side.Measured;
import scriptorium.benchmarks.workload.Transfers;

/** Transfers of the store and of its peers, in turns: uniform and skewed, pipelined and not. */
final class TransferBench {

  /** A caller waits for each answer, or has so many transfers under way. */
  private static final List<Integer> OUTSTANDING_A_CALLER = List.of(1, 40);

  private final List<Contest> contests;
  private final Map<Cell, List<Measured>> found = new LinkedHashMap<>();

  /** The same transfers on all sides. */
  record Contest(Transfers transfers, Side store, List<Side> peers) {

    Contest {
      peers = List.copyOf(peers);
    }

    String kind() {
      return transfers.isSkewed() ? "skewed" : "uniform";
    }

    List<Side> peersAt(int outstandingACaller) {
      List<Integer> levels =
          OUTSTANDING_A_CALLER.stream()
              .map(outstanding -> Transfers.CALLERS * outstanding)
              .toList();
      return peers.stream()
          .filter(peer -> peer.levels(levels).contains(Transfers.CALLERS * outstandingACaller))
          .toList();
    }

    List<Side> sidesAt(int outstandingACaller) {
      List<Side> sides = new ArrayList<>(List.of(store));
      sides.addAll(peersAt(outstandingACaller));
      return sides;
    }
  }

  TransferBench(List<Contest> contests) {
    this.contests = List.copyOf(contests);
  }

  /** Measures and reports. */
  void run(int seconds, BenchReport report, Consumer<String> progress) throws Exception {
    for (Contest contest : contests) {
      for (int outstanding : OUTSTANDING_A_CALLER) {
        for (Side side : contest.sidesAt(outstanding)) {
          found.put(new Cell(side, Transfers.CALLERS * outstanding), new ArrayList<>());
        }
      }
    }
    Rounds rounds = new Rounds(List.copyOf(found.keySet()), seconds, progress);
    rounds.run((cell, measured) -> measured(cell).add(measured));
    rounds.addTo(report);
    for (Contest contest : contests) {
      OUTSTANDING_A_CALLER.forEach(outstanding -> rates(report, contest, outstanding));
    }
    for (Contest contest : contests) {
      OUTSTANDING_A_CALLER.forEach(outstanding -> latencies(report, contest, outstanding));
    }
    compare(report);
    tellRefused(report);
  }

  private void rates(BenchReport report, Contest contest, int outstanding) {
    for (Side side : contest.sidesAt(outstanding)) {
      report.perSecond(title(contest, side, "", outstanding), rates(side, outstanding));
    }
  }

  private void latencies(BenchReport report, Contest contest, int outstanding) {
    for (Side side : contest.sidesAt(outstanding)) {
      report.micros(
          title(contest, side, " p99", outstanding),
          measured(cell(side, outstanding)).stream().map(m -> m.micros(99)).toList());
    }
  }

  private void compare(BenchReport report) {
    Comparison comparison = new Comparison();
    for (Contest contest : contests) {
      for (int outstanding : OUTSTANDING_A_CALLER) {
        for (Side peer : contest.peersAt(outstanding)) {
          comparison.add(
              peer,
              contest.kind() + ", " + Transfers.CALLERS + " × " + outstanding,
              WriteFigures.ratios(rates(contest.store(), outstanding), rates(peer, outstanding)));
        }
      }
    }
    comparison.addTo(report);
  }

  /** A refused transfer costs less: sides that refuse more of them must be seen. */
  private void tellRefused(BenchReport report) {
    Map<String, Object> refused = new LinkedHashMap<>();
    double most = 0;
    for (Contest contest : contests) {
      for (int outstanding : OUTSTANDING_A_CALLER) {
        for (Side side : contest.sidesAt(outstanding)) {
          double share = refusedShare(measured(cell(side, outstanding)));
          refused.put(title(contest, side, "", outstanding), share);
          most = Math.max(most, share);
        }
      }
    }
    report.setting("refusedShare", refused);
    report.note(
        String.format(
            Locale.ROOT,
            "Balances were checked after each measurement: no money lost or made. Refused for want"
                + " of money: at most %.1f %% of a side's transfers, not counted above.",
            most * 100));
  }

  private static double refusedShare(List<Measured> rounds) {
    double refused = rounds.stream().mapToDouble(Measured::refusedPerSecond).sum();
    double committed = rounds.stream().mapToDouble(Measured::writesPerSecond).sum();
    return refused == 0 ? 0 : refused / (refused + committed);
  }

  private List<Double> rates(Side side, int outstanding) {
    return measured(cell(side, outstanding)).stream().map(Measured::writesPerSecond).toList();
  }

  private static Cell cell(Side side, int outstanding) {
    return new Cell(side, Transfers.CALLERS * outstanding);
  }

  private List<Measured> measured(Cell cell) {
    List<Measured> measured = found.get(cell);
    if (measured == null) {
      throw new IllegalStateException("not measured: " + cell);
    }
    return measured;
  }

  private static String title(Contest contest, Side side, String figure, int outstanding) {
    String manner = side.manner(Transfers.CALLERS * outstanding);
    return side.name()
        + figure
        + ", "
        + contest.kind()
        + ", "
        + Transfers.CALLERS
        + " × "
        + outstanding
        + (manner.isEmpty() ? "" : " (" + manner + ")");
  }
}
