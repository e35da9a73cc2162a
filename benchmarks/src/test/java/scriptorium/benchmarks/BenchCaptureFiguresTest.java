package scriptorium.benchmarks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import scriptorium.benchmarks.capture.SmallMutation;
import scriptorium.benchmarks.capture.Step;

class BenchCaptureFiguresTest {

  private final CaptureFigures figures = new CaptureFigures();
  private final BenchReport report = new BenchReport("bench capture");

  @Test
  void aStepIsWhatItAddsToTheOneBeforeItWithinARound() {
    // The machine is twice as slow in the second round.
    round(10, 11, 13, 14, 14.5, 15, 15.25);
    round(20, 22, 26, 28, 29, 30, 30.5);
    round(10, 11, 13, 14, 14.5, 15, 15.25);

    figures.addTo(report);

    assertEquals("10.0 µs", median("insert: bare H2"));
    assertEquals("1.00 µs", median("insert: + prepare each time"));
    assertEquals("2.00 µs", median("insert: + guarded connection"));
    assertEquals("0.25 µs", median("insert: + outcome"));
    assertEquals("5.25 µs", median("insert: all of it beyond bare H2"));
    assertEquals("2.25 µs", median("insert: capture + encode + outcome"));
    assertTrue(report.isMet());
  }

  @Test
  void theTargetIsMetAtItsValueAndMissedAbove() {
    round(10, 11, 13, 14, 15, 15.25, 15.5);
    figures.addTo(report);
    assertTrue(report.isMet());

    CaptureFigures above = new CaptureFigures();
    for (SmallMutation mutation : SmallMutation.values()) {
      for (Step step : Step.values()) {
        above.add(mutation, step, step == Step.OUTCOME ? 15.51 : 13);
      }
    }
    BenchReport missed = new BenchReport("bench capture");
    above.addTo(missed);
    assertFalse(missed.isMet());
  }

  @Test
  void aStepThatWasNotMeasuredIsNoResult() {
    figures.add(SmallMutation.INSERT, Step.BARE, 10);

    assertThrows(IllegalStateException.class, () -> figures.addTo(report));
  }

  private void round(double... microsByStep) {
    for (SmallMutation mutation : SmallMutation.values()) {
      int index = 0;
      for (Step step : Step.values()) {
        figures.add(mutation, step, microsByStep[index++]);
      }
    }
  }

  private String median(String figure) {
    return BenchCall.median(report.toLines(), figure);
  }
}
