package scriptorium.benchmarks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.EnumMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import scriptorium.benchmarks.reading.Phase;
import scriptorium.benchmarks.reading.ReadersBench.Found;
import scriptorium.benchmarks.workload.Samples;
import scriptorium.benchmarks.workload.Side.Measured;

class BenchReadersFiguresTest {

  private final ReadersFigures figures = new ReadersFigures();
  private final BenchReport report = new BenchReport("bench readers");

  @Test
  void ratiosAreOfNeighbouringPhasesOfARound() {
    figures.add(round(200, 500, 1000, 1500, 50_000, 40_000, 9000, 12_000));
    // The machine is twice as slow.
    figures.add(round(400, 1000, 2000, 3000, 25_000, 20_000, 18_000, 24_000));

    figures.addTo(report);

    assertEquals("2.50×", median("p99 with readers / p99 alone"));
    assertEquals("1.50×", median("the same at 256 outstanding"));
    assertEquals("0.80×", median("writes with readers / alone, at 256 outstanding"));
    assertEquals("1.33×", median("read p99 beside the writer / alone"));
    assertEquals("15", median("reads refused, all phases"));
    assertTrue(report.isMet());
  }

  @Test
  void eachMissedTargetIsMissed() {
    assertTrue(isMet(round(100, 300, 100, 300, 100, 70, 100, 200)));
    assertFalse(isMet(round(100, 301, 100, 300, 100, 70, 100, 200)), "p99 of one write");
    assertFalse(isMet(round(100, 300, 100, 301, 100, 70, 100, 200)), "p99 at full speed");
    assertFalse(isMet(round(100, 300, 100, 300, 100, 69, 100, 200)), "writes a second");
    assertFalse(isMet(round(100, 300, 100, 300, 100, 70, 100, 201)), "readers' p99");
  }

  @Test
  void aPhaseThatWasNotMeasuredIsNoResult() {
    figures.add(Map.of());

    assertThrows(IllegalStateException.class, () -> figures.addTo(report));
  }

  private static boolean isMet(Map<Phase, Found> round) {
    ReadersFigures figures = new ReadersFigures();
    figures.add(round);
    BenchReport report = new BenchReport("bench readers");
    figures.addTo(report);
    return report.isMet();
  }

  private static Map<Phase, Found> round(
      long one,
      long oneBeside,
      long full,
      long fullBeside,
      double rate,
      double rateBeside,
      long read,
      long readBeside) {
    Map<Phase, Found> round = new EnumMap<>(Phase.class);
    round.put(Phase.ONE_WRITE, new Found(measured(5000, one), none(), 0));
    round.put(
        Phase.ONE_WRITE_AND_READERS, new Found(measured(4000, oneBeside), measured(20, 1), 5));
    round.put(Phase.FULL_SPEED, new Found(measured(rate, full), none(), 0));
    round.put(
        Phase.FULL_SPEED_AND_READERS,
        new Found(measured(rateBeside, fullBeside), measured(15, readBeside), 10));
    round.put(Phase.READERS, new Found(none(), measured(20, read), 0));
    return round;
  }

  private static Measured none() {
    return new Measured(0, new Samples());
  }

  private static Measured measured(double perSecond, long micros) {
    Samples samples = new Samples();
    samples.add(micros * 1000);
    return new Measured(perSecond, samples);
  }

  private String median(String figure) {
    return BenchCall.median(report.toLines(), figure);
  }
}
