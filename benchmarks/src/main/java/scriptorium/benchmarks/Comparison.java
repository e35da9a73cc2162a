package scriptorium.benchmarks;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import scriptorium.benchmarks.workload.Side;

/** The store's rates over those of its peers, and what a peer that wins does otherwise. */
final class Comparison {

  /** Less than that much slower is no difference. */
  private static final double CLEARLY_SLOWER = 0.95;

  private final List<Figure> ratios = new ArrayList<>();
  private final Map<String, List<String>> wins = new LinkedHashMap<>();
  private final Map<String, String> differences = new LinkedHashMap<>();

  /**
   * Adds one.
   *
   * @param where at how many outstanding writes, of which kind
   * @param storeOverPeer the ratio of each round
   */
  void add(Side peer, String where, List<Double> storeOverPeer) {
    Figure ratio =
        new Figure(Side.STORE + " / " + peer.name() + ", " + where, "ratio", storeOverPeer);
    ratios.add(ratio);
    if (ratio.median() < CLEARLY_SLOWER) {
      differences.put(peer.name(), peer.difference());
      wins.computeIfAbsent(peer.name(), name -> new ArrayList<>())
          .add(
              String.format(
                  Locale.ROOT,
                  "%.2f times as fast at %s%s",
                  1 / ratio.median(),
                  where,
                  ratio.max() < 1 ? "" : " (not in every round)"));
    }
  }

  /** Adds the ratios, and a sentence for each peer that wins. */
  void addTo(BenchReport report) {
    ratios.forEach(ratio -> report.ratio(ratio.name(), ratio.values()));
    wins.forEach(
        (peer, where) ->
            report.note(
                peer + " wins, " + String.join(", ", where) + ": " + differences.get(peer) + "."));
  }
}
