package scriptorium.benchmarks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import scriptorium.benchmarks.workload.Samples;
import scriptorium.benchmarks.workload.Side;
import scriptorium.benchmarks.workload.Side.Measured;

class BenchWriteFiguresTest {

  private final BenchReport report = new BenchReport("bench write");

  @Test
  void ratiosAreTakenWithinARoundAndThenTheirMedian() {
    WriteFigures figures = new WriteFigures(List.of(256), List.of());
    // The machine is twice as slow in the second round, the store very slow in the third.
    round(figures, 256, 60_000, 4000, 100_000);
    round(figures, 256, 30_000, 2000, 50_000);
    round(figures, 256, 10_000, 4000, 100_000);

    figures.addTo(report, new EventSize(98, 155));

    assertEquals("15.00×", median("store / one event a command, 256 outstanding"));
    assertEquals("0.60×", median("store / bare H2, 256 outstanding"));
    assertEquals("30,000/s", median("store, 256 outstanding"));
    assertEquals("98 bytes", median("event of a one-row update"));
    assertTrue(report.isMet());
  }

  @Test
  void eachMissedTargetIsMissed() {
    assertFalse(isMet(39_999, 4000, 50_000, 200, 100, 98), "10 times one event");
    assertFalse(isMet(49_000, 4000, 100_000, 200, 100, 98), "half of bare H2");
    assertFalse(isMet(60_000, 4000, 100_000, 251, 100, 98), "2.5 times a raw append");
    assertFalse(isMet(60_000, 4000, 100_000, 200, 100, 121), "120 bytes");
    assertTrue(isMet(50_000, 5000, 100_000, 250, 100, 120));
  }

  @Test
  void otherNumbersOfOutstandingWritesHaveNoTarget() {
    WriteFigures figures = new WriteFigures(List.of(16), List.of());
    round(figures, 16, 1, 4000, 100_000);

    figures.addTo(report, new EventSize(98, 155));

    assertTrue(report.isMet());
    assertEquals("0.00×", median("store / bare H2, 16 outstanding"));
  }

  @Test
  void aSideThatWasNotMeasuredIsNoResult() {
    WriteFigures figures = new WriteFigures(List.of(16), List.of());

    assertThrows(IllegalStateException.class, () -> figures.addTo(report, new EventSize(98, 155)));
  }

  private static boolean isMet(
      double store, double oneEvent, double bareH2, long micros, long rawMicros, int bytes) {
    WriteFigures figures = new WriteFigures(List.of(1, 256), List.of());
    figures.add(Side.STORE, 1, measured(5000, micros));
    figures.add(Side.ONE_EVENT, 1, measured(4000, micros));
    figures.add(Side.STORE, 256, measured(store, 1));
    figures.add(Side.ONE_EVENT, 256, measured(oneEvent, 1));
    figures.add(Side.BARE_H2, 1, measured(bareH2, 1));
    figures.add(Side.RAW_APPEND, 1, measured(9000, rawMicros));
    BenchReport report = new BenchReport("bench write");
    figures.addTo(report, new EventSize(bytes, bytes + 57));
    return report.isMet();
  }

  private static void round(
      WriteFigures figures, int outstanding, double store, double oneEvent, double bareH2) {
    figures.add(Side.STORE, outstanding, measured(store, 1));
    figures.add(Side.ONE_EVENT, outstanding, measured(oneEvent, 1));
    figures.add(Side.BARE_H2, 1, measured(bareH2, 1));
    figures.add(Side.RAW_APPEND, 1, measured(9000, 100));
  }

  private static Measured measured(double writesPerSecond, long micros) {
    Samples samples = new Samples();
    samples.add(micros * 1000);
    return new Measured(writesPerSecond, samples);
  }

  private String median(String figure) {
    return report.toLines().stream()
        .map(line -> line.split("\\|"))
        .filter(cells -> cells[0].strip().equals(figure))
        .map(cells -> cells[1].strip())
        .findFirst()
        .orElse("no such figure");
  }
}
