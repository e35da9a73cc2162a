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

class BenchReadCommandTest {

  @Test
  void numbersMustBeInRange() {
    expectNumber("bench read", "--seconds", "5 to 3600", List.of("4", "3601", "long"));
    expectNumber("bench read", "--rows", "1000 to 1000000", List.of("999", "1000001", ""));
    expectNumber("bench read", "--readers", "0 to 10000", List.of("-1", "10001", "all"));
    expectNumber("bench readers", "--seconds", "5 to 3600", List.of("4", "3601"));
    expectNumber("bench readers", "--rows", "1000 to 10000000", List.of("999", "10000001"));
    expectNumber("bench readers", "--readers", "1 to 10000", List.of("0", "10001"));
  }

  @Test
  void aTargetThatIsNotMeasuredIsNotChecked() {
    BenchCall.run("bench", "read", "--check", "--readers", "0")
        .expectUsage("option --check needs readers, found --readers 0", "bench read");
  }

  @Test
  void operandsAndUnknownOptionsAreRefused() {
    BenchCall.run("bench", "read", "rows").expectUsage("unexpected argument 'rows'", "bench read");
    BenchCall.run("bench", "readers", "--writers", "2")
        .expectUsage("unknown option '--writers'", "bench readers");
  }

  @Test
  void measuresEachWayAndEachPhaseAndKeepsThem(@TempDir Path folder) throws IOException {
    Path json = folder.resolve("read.json");

    BenchCall seen =
        BenchCall.run(
            "bench",
            "read",
            "--seconds",
            "5",
            "--rows",
            "1000",
            "--readers",
            "3",
            "--json",
            json.toString());

    assertEquals(ExitCode.OK, seen.exit(), seen.err());
    String kept = Files.readString(json);
    for (String figure :
        List.of(
            "select, bare H2, a SNAPSHOT view each",
            "Store.read, awaited / bare H2",
            "DataSource, statement kept / bare H2",
            "p99 with readers / p99 alone",
            "writes with readers / alone, at 256 outstanding",
            "read p99 beside the writer / alone")) {
      assertTrue(kept.contains('"' + figure + '"'), kept);
      String shown = BenchCall.median(seen.out().lines().toList(), figure);
      assertTrue(shown.endsWith("×") || shown.endsWith("s"), shown);
    }
  }

  private static void expectNumber(
      String command, String option, String range, List<String> wrongs) {
    for (String wrong : wrongs) {
      BenchCall.run("bench", command.substring(6), option, wrong)
          .expectUsage(
              "option " + option + ": expected a number " + range + ", found '" + wrong + "'",
              command);
    }
  }
}
