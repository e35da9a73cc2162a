package scriptorium.drills.crash;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import scriptorium.drills.CommandLine;
import scriptorium.drills.command.ExitCode;

/** Real processes, killed in the midst of their snapshots. */
class SnapshotCommandTest {

  @TempDir private Path folder;

  @Test
  void twentyKillsCostNothing() throws IOException {
    expectProof(20);
  }

  @Test
  @Tag("soak")
  void twoHundredKillsCostNothing() throws IOException {
    expectProof(200);
  }

  private void expectProof(int rounds) throws IOException {
    Path json = folder.resolve("rounds.json");

    CommandLine.Seen seen =
        CommandLine.run(
            "",
            "drill",
            "snapshot",
            "--rounds",
            Integer.toString(rounds),
            "--seed",
            "4711",
            "--json",
            json.toString());

    System.out.println(seen.out());
    assertEquals(ExitCode.OK, seen.exit(), seen.out() + seen.err());
    assertTrue(seen.out().contains("PROVED"), seen.out());
    String figures = Files.readString(json);
    assertTrue(figures.contains("\"proved\": true"), figures);
    // A proof over kills that never met a snapshot would be none.
    assertTrue(count(figures, "SNAPSHOT_CUT_SHORT") >= rounds / 10, seen.out());
  }

  private static long count(String text, String word) {
    Matcher matcher = Pattern.compile(word).matcher(text);
    return matcher.results().count();
  }

  @Test
  void refusesWhatItDoesNotKnow() {
    assertEquals(ExitCode.USAGE, CommandLine.run("", "drill", "snapshot", "--rounds", "0").exit());
    assertEquals(ExitCode.USAGE, CommandLine.run("", "drill", "snapshot", "extra").exit());
    assertTrue(CommandLine.run("", "drill", "snapshot", "--help").out().contains("Exit codes"));
  }
}
