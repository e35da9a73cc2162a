package scriptorium.drills.failover;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import scriptorium.drills.command.EnvironmentException;
import scriptorium.drills.command.ExitCode;
import scriptorium.drills.command.Options;

class DrillFolderTest {

  private static final Options NO_OPTIONS =
      Options.parse("drill failover", List.of(), Set.of(), Set.of(), 0);

  @TempDir private Path folder;

  @Test
  void aFolderTheUserNamedIsKept() throws IOException {
    Path named = folder.resolve("named with spaces");

    try (DrillFolder drill = DrillFolder.prepare(settings(named))) {
      drill.removeIfOwn();
    }

    assertTrue(Files.isDirectory(named));
  }

  @Test
  void aFolderThatIsHeldIsRefusedWithItsHolder() throws IOException {
    try (DrillFolder held = DrillFolder.prepare(settings(folder))) {
      EnvironmentException refused = refusal(held.data());

      assertEquals(
          "folder is held by another drill: "
              + folder
              + " (pid="
              + ProcessHandle.current().pid()
              + ")",
          refused.getMessage());
    }
  }

  @Test
  void aFolderWithSomethingInItIsRefused() throws IOException {
    Files.createFile(folder.resolve("precious"));

    assertEquals(
        "folder is not empty: " + folder + " (found precious); name a new one",
        refusal(folder).getMessage());
    assertTrue(Files.exists(folder.resolve("precious")));
  }

  @Test
  void aFileInPlaceOfAFolderIsRefused() throws IOException {
    Path file = Files.createFile(folder.resolve("file"));

    String message = String.valueOf(refusal(file).getMessage());
    assertTrue(message.startsWith("cannot write to folder " + file), message);
  }

  @Test
  void aFolderHeldByAnotherProcessIsOneLineAndTheRightExitCode() throws Exception {
    try (DrillFolder held = DrillFolder.prepare(settings(folder))) {
      Run run = run(List.of(), "--data", held.data().toString());

      assertEquals(ExitCode.ENVIRONMENT, run.exit());
      assertEquals(
          "scriptorium: folder is held by another drill: "
              + folder
              + " (pid="
              + ProcessHandle.current().pid()
              + ")\n",
          run.err());
    }
  }

  @Test
  void aFullFolderIsOneLineAndTheRightExitCode() throws Exception {
    String mounted = "mount -t tmpfs -o size=1m none '" + folder + "' && exec \"$@\"";
    List<String> inOwnMounts =
        List.of("unshare", "--user", "--map-root-user", "--mount", "sh", "-c", mounted, "sh");
    assumeTrue(canUnshare(), "no private mounts here");

    Run run = run(inOwnMounts, "--data", folder.toString());

    assertEquals(ExitCode.ENVIRONMENT, run.exit(), run.err());
    assertEquals(
        "scriptorium: folder is too full: " + folder + " (free 0 MiB, needed 512 MiB)\n",
        run.err());
  }

  @Test
  void anUnwritableFolderIsOneLineAndTheRightExitCode() throws Exception {
    Run run = run(List.of(), "--data", "/proc/nowhere");

    assertEquals(ExitCode.ENVIRONMENT, run.exit());
    assertTrue(
        run.err().startsWith("scriptorium: cannot write to folder /proc/nowhere"), run.err());
    assertEquals(1, run.err().lines().count(), run.err());
  }

  private static boolean canUnshare() throws InterruptedException {
    try {
      Process process =
          new ProcessBuilder("unshare", "--user", "--map-root-user", "--mount", "true")
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start();
      return process.waitFor() == 0;
    } catch (IOException e) {
      return false;
    }
  }

  private record Run(int exit, String err) {}

  private Run run(List<String> before, String... options) throws Exception {
    List<String> call = new ArrayList<>(before);
    call.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    call.addAll(List.of("-XX:TieredStopAtLevel=1", "-cp", System.getProperty("java.class.path")));
    call.addAll(List.of("scriptorium.drills.Scriptorium", "drill", "failover"));
    call.addAll(List.of(options));
    Path err = Files.createTempFile("drill", ".err");
    try {
      Process process =
          new ProcessBuilder(call)
              .redirectError(err.toFile())
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start();
      assertTrue(process.waitFor(30, TimeUnit.SECONDS), "still running");
      return new Run(process.exitValue(), Files.readString(err, StandardCharsets.UTF_8));
    } finally {
      Files.delete(err);
    }
  }

  private static EnvironmentException refusal(Path data) {
    return assertThrows(
        EnvironmentException.class, () -> DrillFolder.prepare(settings(data)).close());
  }

  private static FailoverSettings settings(Path data) {
    return new FailoverSettings(3, 1, 100, 1, Optional.of(data), 1, Optional.empty(), NO_OPTIONS);
  }
}
