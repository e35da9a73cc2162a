package scriptorium.benchmarks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import scriptorium.drills.command.ExitCode;

class BenchRestartCommandTest {

  @Test
  void numbersMustBeInRange() {
    for (String option : List.of("--rows", "--large-rows", "--peer-rows", "--change-sets")) {
      BenchCall.run("bench", "restart", option, "99")
          .expectUsage("option " + option + ": expected a number 100 to ", "bench restart");
    }
    BenchCall.run("bench", "restart", "--rounds", "0")
        .expectUsage("option --rounds: expected a number 1 to 100, found '0'", "bench restart");
  }

  @Test
  void aTargetThatIsNotMeasuredIsNotChecked() {
    BenchCall.run("bench", "restart", "--check", "--large-rows", "0")
        .expectUsage("--check needs --large-rows and --change-sets above 0", "bench restart");
    BenchCall.run("bench", "restart", "--check", "--change-sets", "0")
        .expectUsage("--check needs --large-rows and --change-sets above 0", "bench restart");
  }

  @Test
  void startsEachSideAndKeepsItsFigures(@TempDir Path folder) throws IOException {
    Path json = folder.resolve("restart.json");

    BenchCall seen =
        BenchCall.run(
            "bench",
            "restart",
            "--rows=500",
            "--large-rows=1000",
            "--peer-rows=100",
            "--change-sets=100",
            "--rounds=1",
            "--json=" + json);

    assertEquals(ExitCode.OK, seen.exit(), seen.err());
    String kept = Files.readString(json);
    for (String figure :
        List.of(
            "store, 500 rows",
            "RUNSCRIPT, 500 rows",
            "row by row, parents by id / store",
            "row by row, parents looked up / store",
            "RUNSCRIPT / store",
            "time a row, large / small",
            "store: snapshot restored and verified",
            "replay / JDBC")) {
      assertTrue(kept.contains('"' + figure + '"'), kept);
      assertFalse(BenchCall.median(seen.out().lines().toList(), figure).isEmpty(), seen.out());
    }
  }
}
