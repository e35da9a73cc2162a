package scriptorium.benchmarks;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import scriptorium.benchmarks.capture.SmallMutation;
import scriptorium.benchmarks.capture.Step;

/**
 * The figures of {@code bench capture}, round by round, and the differences between steps. These
 * are taken within a round.
 */
final class CaptureFigures {

  /** Savepoint, capture, encode and outcome: what the guarded connection does not do yet. */
  private static final Step BEFORE = Step.GUARD;

  private static final Target MICROS_A_ROW = Target.atMost(2.5);

  private final Map<Key, List<Double>> rounds = new LinkedHashMap<>();

  private record Key(SmallMutation mutation, Step step) {}

  /** Adds a round of one step. */
  void add(SmallMutation mutation, Step step, double micros) {
    rounds.computeIfAbsent(new Key(mutation, step), key -> new ArrayList<>()).add(micros);
  }

  /** Adds all figures, the one with a target last. */
  void addTo(BenchReport report) {
    for (SmallMutation mutation : SmallMutation.values()) {
      Step before = Step.BARE;
      report.micros(title(mutation, before.title()), micros(mutation, before));
      for (Step step : Step.values()) {
        if (step != Step.BARE) {
          report.micros(title(mutation, "+ " + step.title()), more(mutation, before, step));
          before = step;
        }
      }
      report.micros(title(mutation, "all of it beyond bare H2"), more(mutation, Step.BARE, before));
    }
    String both = "capture + encode + outcome";
    Step last = Step.OUTCOME;
    report.micros(title(SmallMutation.TRANSFER, both), more(SmallMutation.TRANSFER, BEFORE, last));
    report.micros(
        title(SmallMutation.INSERT, both), more(SmallMutation.INSERT, BEFORE, last), MICROS_A_ROW);
  }

  private List<Double> more(SmallMutation mutation, Step from, Step to) {
    List<Double> with = micros(mutation, to);
    List<Double> without = micros(mutation, from);
    List<Double> more = new ArrayList<>();
    for (int i = 0; i < with.size(); i++) {
      more.add(with.get(i) - without.get(i));
    }
    return more;
  }

  private List<Double> micros(SmallMutation mutation, Step step) {
    List<Double> micros = rounds.get(new Key(mutation, step));
    if (micros == null) {
      throw new IllegalStateException("not measured: mutation=" + mutation + " step=" + step);
    }
    return micros;
  }

  private static String title(SmallMutation mutation, String what) {
    return mutation.title() + ": " + what;
  }
}
