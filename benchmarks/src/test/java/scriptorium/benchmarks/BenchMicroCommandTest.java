package scriptorium.benchmarks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import scriptorium.drills.command.ExitCode;

class BenchMicroCommandTest {

  @Test
  void runsOneInAProcessOfItsOwnAndKeepsItsResult(@TempDir Path folder) throws IOException {
    Path json = folder.resolve("micro.json");

    BenchCall seen =
        BenchCall.run(
            "bench", "micro", "ChangeSetBenchmark.encode", "--quick", "--json", json.toString());

    assertEquals(ExitCode.OK, seen.exit(), seen.err() + seen.out());
    assertTrue(seen.out().contains("ChangeSetBenchmark.encode"), seen.out());
    String kept = Files.readString(json);
    assertTrue(kept.contains("micro.ChangeSetBenchmark.encode"), kept);
    assertTrue(kept.contains("\"us/op\""), kept);
  }

  @Test
  void aNameThatNothingBearsIsRefusedWithThoseThereAre() {
    BenchCall seen = BenchCall.run("bench", "micro", "Nothing");

    seen.expectUsage("found 'Nothing'", "bench micro");
    assertTrue(seen.err().contains("TxIdBenchmark.next, ViewBenchmark.bareView"), seen.err());
  }

  @Test
  void otherWordsAreRefused() {
    BenchCall.run("bench", "micro", "--check")
        .expectUsage("unknown option '--check'", "bench micro");
    BenchCall.run("bench", "micro", "TxId", "View")
        .expectUsage("unexpected argument 'View'", "bench micro");
  }

  @Test
  void helpNamesEachBenchmark() {
    BenchCall seen = BenchCall.run("bench", "micro", "--help");

    for (String word :
        new String[] {
          "ChangeSetBenchmark",
          "PinBenchmark",
          "StatementBenchmark",
          "TxIdBenchmark",
          "ViewBenchmark",
          "--quick"
        }) {
      assertTrue(seen.out().contains(word), seen.out());
    }
  }
}
