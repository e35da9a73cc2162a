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

class BenchJournalCommandTest {

  @Test
  void numbersMustBeInRange() {
    BenchCall.run("bench", "journal", "--rounds", "0")
        .expectUsage("option --rounds: expected a number 1 to 100, found '0'", "bench journal");
    BenchCall.run("bench", "journal", "--millis", "9")
        .expectUsage("option --millis: expected a number 10 to 60000, found '9'", "bench journal");
    BenchCall.run("bench", "journal", "--events", "63")
        .expectUsage("option --events: expected a number 64 to ", "bench journal");
    BenchCall.run("bench", "journal", "--rate", "0")
        .expectUsage("option --rate: expected a number 1 to ", "bench journal");
    BenchCall.run("bench", "journal", "--mib", "0")
        .expectUsage("option --mib: expected a number 1 to ", "bench journal");
  }

  @Test
  void partsAreKnownAndDifferent() {
    for (String parts : List.of("", "write", "groups,groups", "all,open")) {
      BenchCall.run("bench", "journal", "--parts=" + parts)
          .expectUsage(
              "option --parts: expected all, or different names of groups", "bench journal");
    }
  }

  @Test
  void memoryIsAFolder() {
    BenchCall.run("bench", "journal", "--memory=/no/such/folder")
        .expectUsage("option --memory: expected none or a folder", "bench journal");
  }

  @Test
  void aTargetThatIsNotMeasuredIsNotChecked() {
    BenchCall.run("bench", "journal", "--check", "--parts", "groups")
        .expectUsage("option --check needs all --parts", "bench journal");
  }

  @Test
  void measuresEachPartAndKeepsItsFigures(@TempDir Path folder) throws IOException {
    Path json = folder.resolve("journal.json");

    BenchCall seen =
        BenchCall.run(
            "bench",
            "journal",
            "--parts=groups,replay,open",
            "--memory=none",
            "--rounds=1",
            "--millis=20",
            "--events=1000",
            "--mib=1",
            "--json=" + json);

    assertEquals(ExitCode.OK, seen.exit(), seen.err());
    String kept = Files.readString(json);
    for (String figure :
        List.of(
            "embedded / bare loop, disk, 1 event a group",
            "embedded / bare loop, disk, 64 events a group",
            "embedded / bare loop, disk, 512 events a group",
            "journal's actor / bare loop, disk, 1 event a group",
            "embedded / RocksDB, disk, 1 event a group",
            "embedded / RocksDB, disk, 64 events a group",
            "replay, embedded / LevelDB, disk",
            "open after SIGKILL, disk")) {
      assertTrue(kept.contains('"' + figure + '"'), kept);
      assertFalse(BenchCall.median(seen.out().lines().toList(), figure).isEmpty(), seen.out());
    }
  }

  @Test
  void tellsHowFarAnotherProcessIsBehind() {
    BenchCall seen =
        BenchCall.run(
            "bench",
            "journal",
            "--parts=tail",
            "--memory=none",
            "--rounds=1",
            "--millis=50",
            "--rate=500");

    assertEquals(ExitCode.OK, seen.exit(), seen.err());
    for (String figure :
        List.of("tail, groups written, disk", "tail, behind p50, disk", "tail, behind p99, disk")) {
      assertFalse(BenchCall.median(seen.out().lines().toList(), figure).isEmpty(), seen.out());
      assertTrue(seen.out().contains(figure), seen.out());
    }
  }
}
