package scriptorium.drills.crash;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import scriptorium.drills.command.Options;
import scriptorium.drills.journal.DrillJournal;
import scriptorium.servers.PostgresServer;
import scriptorium.servers.SharedPostgres;

/** Real processes, real kills. */
class CrashRoundsTest {

  @TempDir private Path folder;

  @Test
  void twentyKillsLoseNothing() throws IOException, InterruptedException {
    expectProof(20, DrillJournal.embedded());
  }

  @Test
  @Tag("soak")
  void aHundredKillsLoseNothing() throws IOException, InterruptedException {
    expectProof(100, DrillJournal.embedded());
  }

  @Test
  void fiveKillsLoseNothingOnPostgres() throws Exception {
    expectProofOnPostgres(5);
  }

  @Test
  @Tag("soak")
  void aHundredKillsLoseNothingOnPostgres() throws Exception {
    expectProofOnPostgres(100);
  }

  private void expectProofOnPostgres(int rounds) throws Exception {
    PostgresServer server = SharedPostgres.server();
    Path password = Files.writeString(folder.resolve("password"), server.password());
    List<String> words =
        List.of(
            "--journal=postgres",
            "--url=" + server.url("postgres"),
            "--user=" + server.user(),
            "--password-file=" + password);
    Options options = Options.parse("test", words, DrillJournal.options(Set.of()), Set.of(), 0);
    try (DrillJournal journal = DrillJournal.open(options, "rounds" + rounds)) {
      expectProof(rounds, journal);
      journal.remove();
    }
  }

  private void expectProof(int rounds, DrillJournal journal)
      throws IOException, InterruptedException {
    CrashSettings settings = CrashSettings.of(rounds, folder.resolve("data"), 4711, journal);
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
