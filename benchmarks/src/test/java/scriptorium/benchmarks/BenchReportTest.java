package scriptorium.benchmarks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import scriptorium.benchmarks.workload.Samples;
import scriptorium.drills.print.Json;

class BenchReportTest {

  private final BenchReport report = new BenchReport("bench");

  @Test
  void percentilesAreMeasuredValues() {
    Samples samples = new Samples();
    for (int i = 10_000; i >= 1; i--) {
      samples.add(i);
    }

    assertEquals(Duration.ofNanos(5000), samples.percentile(50));
    assertEquals(Duration.ofNanos(9900), samples.percentile(99));
    assertEquals(Duration.ofNanos(10_000), samples.percentile(100));
  }

  @Test
  void aRoundWithoutSamplesIsNoResult() {
    assertThrows(IllegalStateException.class, () -> new Samples().percentile(50));
  }

  @Test
  void aTargetIsMetAtItsValueAndMissedAbove() {
    report.ratio("at", List.of(3.0, 1.0, 9.0), 3);
    assertTrue(report.isMet());

    report.ratio("above", List.of(3.01), 3);
    assertFalse(report.isMet());
  }

  @Test
  void aFloorIsMetAtItsValueAndMissedBelow() {
    report.ratio("at", List.of(0.5, 0.4, 0.9), Target.atLeast(0.5));
    assertTrue(report.isMet());

    report.ratio("below", List.of(0.49), Target.atLeast(0.5));
    assertFalse(report.isMet());
  }

  @Test
  void aMissedAimIsShownButNotPunished() {
    report.ratio("share", List.of(0.6), Target.atLeast(0.5).aimingAt(0.7));

    assertTrue(report.isMet());
    assertTrue(report.toLines().get(2).endsWith("≥ 0.50× met, aim 0.70×"));
  }

  @Test
  void whatIsNoNumberMeetsNothing() {
    assertFalse(Target.atLeast(0).isMetBy(Double.NaN));
    assertFalse(Target.atMost(1).isMetBy(Double.NaN));
  }

  @Test
  void aSizeIsMetAtItsLimit() {
    report.bytes("at", 120, Target.atMost(120));
    assertTrue(report.isMet());

    report.bytes("above", 121, Target.atMost(120));
    assertFalse(report.isMet());
  }

  @Test
  void jsonTellsTheKindOfTarget() {
    report.ratio("floor", List.of(3.0), Target.atLeast(2).aimingAt(4));
    report.ratio("ceiling", List.of(3.0), Target.atMost(2));

    String json = Json.of(report.toMap());

    assertTrue(json.contains("\"atLeast\": 2.0,\n      \"aim\": 4.0,\n      \"met\": true"), json);
    assertTrue(json.contains("\"atMost\": 2.0,\n      \"met\": false"), json);
  }

  @Test
  void showsMedianSpreadAndTarget() {
    report.micros("p99", List.of(300.0, 100.0, 200.0));
    report.ratio("ratio", List.of(2.0, 4.0, 3.5), 3);

    assertEquals(
        List.of(
            " bench | MEDIAN |          SPREAD |         TARGET",
            "-------+--------+-----------------+----------------",
            " p99   | 200 µs | 100 µs – 300 µs |",
            " ratio |  3.50× |   2.00× – 4.00× | ≤ 3.00× MISSED"),
        report.toLines());
  }
}
