package scriptorium.benchmarks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import scriptorium.drills.command.ExitCode;

class BenchSnapshotCommandTest {

  @Test
  void numbersMustBeInRange() {
    BenchCall.run("bench", "snapshot", "--rows", "99")
        .expectUsage(
            "option --rows: expected a number 100 to 5000000, found '99'", "bench snapshot");
    BenchCall.run("bench", "snapshot", "--reads", "0")
        .expectUsage("option --reads: expected a number 1 to 100000, found '0'", "bench snapshot");
    BenchCall.run("bench", "snapshot", "--seconds", "4")
        .expectUsage("option --seconds: expected a number 5 to 3600, found '4'", "bench snapshot");
  }

  @Test
  void measuresEachPhaseAndKeepsIt(@TempDir Path folder) throws IOException {
    Path json = folder.resolve("snapshot.json");

    BenchCall seen =
        BenchCall.run(
            "bench", "snapshot", "--seconds=5", "--rows=500", "--reads=200", "--json=" + json);

    assertEquals(ExitCode.OK, seen.exit(), seen.err());
    String kept = Files.readString(json);
    for (String figure :
        List.of(
            "writes with snapshots / quiet, at 256 outstanding",
            "write p99 with snapshots / quiet",
            "read p99 with snapshots / quiet",
            "size of a snapshot / gzip of SCRIPT",
            "time of SCRIPT through gzip / a snapshot")) {
      assertTrue(kept.contains('"' + figure + '"'), kept);
      String shown = BenchCall.median(seen.out().lines().toList(), figure);
      assertTrue(shown.endsWith("×"), shown);
    }
  }
}
