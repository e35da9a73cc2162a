package scriptorium.benchmarks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import scriptorium.drills.command.ExitCode;

class BenchCaptureCommandTest {

  @Test
  void numbersMustBeInRange() {
    for (String option : List.of("--rounds", "--batches")) {
      for (String wrong : List.of("0", "1001", "some", "")) {
        BenchCall.run("bench", "capture", option, wrong)
            .expectUsage(
                "option " + option + ": expected a number 1 to 1000, found '" + wrong + "'",
                "bench capture");
      }
    }
  }

  @Test
  void operandsAndUnknownOptionsAreRefused() {
    BenchCall.run("bench", "capture", "all")
        .expectUsage("unexpected argument 'all'", "bench capture");
    BenchCall.run("bench", "capture", "--seconds", "3")
        .expectUsage("unknown option '--seconds'", "bench capture");
  }

  @Test
  void measuresEachStepOfEachMutation() {
    BenchCall seen = BenchCall.run("bench", "capture", "--rounds", "1", "--batches", "1");

    assertEquals(ExitCode.OK, seen.exit(), seen.err());
    for (String figure :
        List.of("insert: + capture", "insert: + outcome", "two-row update: + encode")) {
      assertTrue(BenchCall.median(seen.out().lines().toList(), figure).endsWith("µs"), seen.out());
    }
  }
}
