package scriptorium.benchmarks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import scriptorium.drills.command.ExitCode;

/** Wrong words are told before anything is measured. */
class BenchWriteCommandTest {

  @Test
  void outstandingMustBeDifferentNumbersInRange() {
    for (String wrong :
        List.of("", "0", "8193", "1,,16", "1,", "many", "-1", "16,16", "1,2,3,4,5,6,7,8,9,10,11")) {
      expectUsage(
          BenchCall.run("bench", "write", "--outstanding", wrong),
          "option --outstanding: expected up to 10 different numbers 1 to 8192 separated by commas,"
              + " found '"
              + wrong
              + "'");
    }
  }

  @Test
  void secondsMustBeInRange() {
    for (String wrong : List.of("4", "3601", "soon")) {
      expectUsage(
          BenchCall.run("bench", "write", "--seconds", wrong),
          "option --seconds: expected a number 5 to 3600, found '" + wrong + "'");
    }
  }

  @Test
  void checkNeedsWhatTheTargetsAreAbout() {
    for (String without : List.of("1", "256", "16,4096")) {
      expectUsage(
          BenchCall.run("bench", "write", "--check", "--outstanding", without),
          "option --check needs 1 and 256 in --outstanding");
    }
  }

  @Test
  void peersMustBeKnownAndDifferent() {
    for (String wrong : List.of("", "oracle", "postgres,", "sqlite,sqlite", "none,sqlite", "All")) {
      expectUsage(
          BenchCall.run("bench", "write", "--peers", wrong),
          "option --peers: expected none, all, or different names of postgres, sqlite, prevayler,"
              + " tarantool separated by commas, found '"
              + wrong
              + "'");
    }
  }

  @Test
  void workloadMustBeKnown() {
    expectUsage(
        BenchCall.run("bench", "write", "--workload", "delete"),
        "option --workload: expected insert or transfer, found 'delete'");
  }

  @Test
  void optionsOfTheOtherWorkloadAreRefused() {
    expectUsage(
        BenchCall.run("bench", "write", "--seed", "7"),
        "option --seed is for --workload transfer alone");
    expectUsage(
        BenchCall.run("bench", "write", "--workload", "transfer", "--outstanding", "1"),
        "option --outstanding is for --workload insert alone");
    expectUsage(
        BenchCall.run("bench", "write", "--workload", "transfer", "--check"),
        "option --check is for --workload insert alone");
  }

  @Test
  void operandsAndUnknownOptionsAreRefused() {
    expectUsage(BenchCall.run("bench", "write", "fast"), "unexpected argument 'fast'");
    expectUsage(BenchCall.run("bench", "write", "--rows", "3"), "unknown option '--rows'");
  }

  @Test
  void helpNamesTargetsAndOptions() {
    BenchCall seen = BenchCall.run("bench", "write", "--help");

    assertEquals(ExitCode.OK, seen.exit());
    for (String word :
        List.of(
            "--seconds",
            "--outstanding",
            "--json",
            "--check",
            "--peers",
            "--workload",
            "--seed",
            "at least 10",
            "PostgreSQL")) {
      assertTrue(seen.out().contains(word), seen.out());
    }
  }

  private static void expectUsage(BenchCall seen, String message) {
    assertEquals(ExitCode.USAGE, seen.exit(), seen.err());
    assertTrue(seen.err().contains(message), seen.err());
    assertTrue(seen.err().contains("./scriptorium bench write --help"), seen.err());
    assertEquals(1, seen.err().lines().count(), seen.err());
  }
}
