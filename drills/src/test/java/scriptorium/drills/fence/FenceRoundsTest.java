package scriptorium.drills.fence;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FenceRoundsTest {

  @TempDir Path folder;

  @Test
  void twentyFiveRoundsOfFrozenAndKilledWritersLoseNothing() throws Exception {
    expectProof(25, 3);
  }

  @Test
  @Tag("soak")
  void fiveHundredRoundsLoseNothing() throws Exception {
    expectProof(500, 3);
  }

  private void expectProof(int rounds, int writers) throws Exception {
    FenceReport report = run(FenceSettings.of(rounds, writers, folder, seed()));
    report.lines().forEach(System.out::println);
    assertTrue(report.isProved(), () -> String.join("\n", report.lines()));
  }

  @Test
  void findsThatAMarkerMadeTooLateLosesWhatWasAcknowledged() throws Exception {
    FenceReport report = run(FenceSettings.of(5, 3, folder, seed()).withFiles(LateMarker.class));

    assertFalse(report.isProved());
    assertTrue(
        report.faults().stream().anyMatch(fault -> fault.contains("LOST")),
        () -> String.join("\n", report.lines()));
  }

  private static long seed() {
    return new SecureRandom().nextInt(1_000_000);
  }

  private static FenceReport run(FenceSettings settings) throws IOException, InterruptedException {
    System.out.println("fence rounds: seed=" + settings.seed());
    long start = System.nanoTime();
    List<RoundResult> results = new FenceRounds(settings, result -> {}).run();
    FenceReport report =
        new FenceReport(settings, results, Duration.ofNanos(System.nanoTime() - start));
    return report;
  }
}
