package scriptorium.benchmarks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import scriptorium.benchmarks.workload.Samples;
import scriptorium.benchmarks.workload.Side;

class BenchComparisonTest {

  private final BenchReport report = new BenchReport("bench");
  private final Comparison comparison = new Comparison();

  @Test
  void aPeerThatWinsIsToldWithWhatItDoesOtherwise() {
    Side fast = new NamedSide("Fast", "it does less");
    comparison.add(fast, "1 outstanding", List.of(0.5, 0.4, 0.6));
    comparison.add(fast, "16 outstanding", List.of(2.0, 1.5, 3.0));
    comparison.add(fast, "256 outstanding", List.of(0.8, 0.7, 1.1));
    comparison.add(new NamedSide("Slow", "it does more"), "1 outstanding", List.of(0.96));

    comparison.addTo(report);

    List<String> lines = report.toLines();
    assertEquals(
        "Fast wins, 2.00 times as fast at 1 outstanding, 1.25 times as fast at 256 outstanding"
            + " (not in every round): it does less.",
        lines.get(lines.size() - 1));
    assertTrue(lines.stream().noneMatch(line -> line.startsWith("Slow wins")), lines.toString());
    assertTrue(lines.stream().anyMatch(line -> line.startsWith(" store / Slow, 1 outstanding")));
    assertTrue(report.isMet());
  }

  /** A side that is only looked at. */
  private record NamedSide(String name, String difference) implements Side {

    @Override
    public Measured measure(int outstanding, Duration length) {
      return new Measured(1, new Samples());
    }

    @Override
    public void clear() {
      // It writes nothing.
    }
  }
}
