package scriptorium.benchmarks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import scriptorium.drills.command.ExitCode;

/** The whole command, with figures that mean nothing: it measures too shortly. */
class BenchWriteRunTest {

  private static final long LIMIT_NANOS = Duration.ofSeconds(60).toNanos();
  private static final long LOOK_EVERY_NANOS = Duration.ofMillis(50).toNanos();

  @TempDir Path folder;

  @Test
  void insertsAreReportedForStoreAndPeers() throws IOException {
    Path json = folder.resolve("figures.json");
    BenchCall seen =
        BenchCall.run(
            "bench",
            "write",
            "--seconds",
            "5",
            "--outstanding",
            "1,256",
            "--peers",
            "sqlite,prevayler",
            "--json",
            json.toString());

    assertEquals(ExitCode.OK, seen.exit(), seen.err());
    for (String row :
        List.of(
            " store, 1 outstanding ",
            " store, shared mutations, 256 outstanding (4 a mutation) ",
            " Prevayler, 256 outstanding (commit each 4) ",
            " store / Prevayler, 256 outstanding ",
            " store p50 / raw append p50, 1 outstanding ",
            "round 5/5")) {
      assertTrue(seen.out().contains(row), row + "\n" + seen.out());
    }
    assertTrue(Files.readString(json).contains("\"loadAverageBefore\": "));
  }

  @Test
  void transfersAreReportedAndTheirBalancesChecked() {
    BenchCall seen =
        BenchCall.run(
            "bench",
            "write",
            "--workload",
            "transfer",
            "--seconds",
            "5",
            "--seed",
            "7",
            "--peers",
            "sqlite");

    assertEquals(ExitCode.OK, seen.exit(), seen.err());
    for (String row :
        List.of(
            "seed 7",
            " store, uniform, 64 × 1 ",
            " store, shared mutations, skewed, 64 × 40 (40 a mutation) ",
            " SQLite p99, skewed, 64 × 40 (commit each 2560) ",
            " store / SQLite, uniform, 64 × 1 ",
            " bare H2, uniform, 64 × 40 (commit each 2560) ",
            "Balances were checked")) {
      assertTrue(seen.out().contains(row), row + "\n" + seen.out());
    }
  }

  @Test
  void nothingIsLeftOfABenchmarkThatIsStopped() throws Exception {
    Process bench = startMeasuring("postgres,sqlite,prevayler");
    try {
      assertTrue(isAServerLeft());
      assertTrue(isAFileLeft());

      bench.destroy();

      assertTrue(bench.waitFor(60, TimeUnit.SECONDS));
      await("a server is left in " + folder, () -> !isAServerLeft());
      await("a file is left in " + folder, () -> !isAFileLeft());
    } finally {
      bench.destroyForcibly();
    }
  }

  @Test
  void noServerOutlivesABenchmarkThatIsKilled() throws Exception {
    Process bench = startMeasuring("postgres");
    try {
      assertTrue(isAServerLeft());
    } finally {
      bench.destroyForcibly();
    }

    assertTrue(bench.waitFor(60, TimeUnit.SECONDS));
    await("a server is left in " + folder, () -> !isAServerLeft());
  }

  private Process startMeasuring(String peers) throws IOException {
    // PostgreSQL runs as another user where this is root.
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx--x--x"));
    Process bench = start("bench", "write", "--outstanding", "1", "--peers", peers);
    BufferedReader out =
        new BufferedReader(new InputStreamReader(bench.getInputStream(), StandardCharsets.UTF_8));
    String line = out.readLine();
    while (line != null && !line.contains(" in turns, ")) {
      line = out.readLine();
    }
    assertTrue(line != null, "the benchmark ended by itself");
    return bench;
  }

  private Process start(String... words) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-Djava.io.tmpdir=" + folder);
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.add("scriptorium.drills.Scriptorium");
    command.addAll(List.of(words));
    return new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
  }

  private static void await(String message, Callable<Boolean> condition) throws Exception {
    long limit = System.nanoTime() + LIMIT_NANOS;
    while (!condition.call()) {
      assertTrue(System.nanoTime() < limit, message);
      LockSupport.parkNanos(LOOK_EVERY_NANOS);
    }
  }

  private boolean isAFileLeft() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.findAny().isPresent();
    }
  }

  /** Servers are started from programs that were unpacked there. */
  private boolean isAServerLeft() {
    return ProcessHandle.allProcesses()
        .flatMap(handle -> handle.info().command().stream())
        .anyMatch(command -> command.startsWith(folder.toString()));
  }
}
