package scriptorium.benchmarks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import scriptorium.benchmarks.reading.SelectBench;

class BenchSelectFiguresTest {

  private static final String OTHER = "some way";

  private final SelectFigures figures = new SelectFigures();
  private final BenchReport report = new BenchReport("bench read");

  @Test
  void ratiosAreTakenWithinARoundAndThenTheirMedian() {
    // The machine is twice as slow in the second round.
    round(2, 3, 10);
    round(4, 6, 20);
    round(2, 6, 12);

    figures.addTo(report);

    assertEquals("2.00 µs", median("select, bare H2"));
    assertEquals("1.00 µs", median("CPU, bare H2"));
    assertEquals("5.00×", median(OTHER + " / bare H2"));
    for (String way : SelectBench.WITH_TARGET) {
      assertEquals("1.50×", median(way + " / bare H2"));
    }
    assertTrue(report.isMet(), "other ways have no target");
  }

  @Test
  void theTargetIsMetAtItsValueAndMissedAbove() {
    round(2, 4, 4);
    figures.addTo(report);
    assertTrue(report.isMet());

    SelectFigures above = new SelectFigures();
    above.add(SelectBench.BARE, 2, 1);
    SelectBench.WITH_TARGET.forEach(way -> above.add(way, 4.01, 1));
    BenchReport missed = new BenchReport("bench read");
    above.addTo(missed);
    assertFalse(missed.isMet());
  }

  @Test
  void aWayThatWasNotMeasuredIsNoResult() {
    figures.add(SelectBench.BARE, 2, 1);

    assertThrows(IllegalStateException.class, () -> figures.addTo(report));
  }

  private void round(double bare, double withTarget, double other) {
    figures.add(SelectBench.BARE, bare, 1);
    SelectBench.WITH_TARGET.forEach(way -> figures.add(way, withTarget, 1));
    figures.add(OTHER, other, 1);
  }

  private String median(String figure) {
    return BenchCall.median(report.toLines(), figure);
  }
}
