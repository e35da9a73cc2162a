package scriptorium.drills.crash;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Real processes, real kills. */
class CrashRoundsTest {

  @TempDir private Path folder;

  @Test
  void twentyKillsLoseNothing() throws IOException, InterruptedException {
    expectProof(20);
  }

  @Test
  @Tag("soak")
  void aHundredKillsLoseNothing() throws IOException, InterruptedException {
    expectProof(100);
  }

  private void expectProof(int rounds) throws IOException, InterruptedException {
    CrashSettings settings = CrashSettings.of(rounds, folder.resolve("data"), 4711);
    long start = System.nanoTime();

    List<RoundResult> results =
        new CrashRounds(settings, result -> {}).run(folder.resolve("sql.err"));

    CrashReport report =
        new CrashReport(settings, results, Duration.ofNanos(System.nanoTime() - start));
    String lines = String.join("\n", report.lines());
    System.out.println(lines);
    assertTrue(report.isProved(), lines);
    // A proof over rounds that wrote nothing, or never began with a snapshot, would be none.
    assertTrue(results.stream().mapToInt(RoundResult::acknowledged).sum() > rounds, lines);
    assertTrue(results.stream().anyMatch(result -> result.snapshotNumber() > 0), lines);
    assertTrue(results.stream().anyMatch(result -> result.replayedEvents() > 0), lines);
  }
}
