package scriptorium.drills.failover.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JvmProcessTest {

  private static final Duration LIMIT = Duration.ofSeconds(30);

  @TempDir private Path folder;

  @Test
  void aChildOfAKilledParentEnds() throws Exception {
    Process parent =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                Parent.class.getName(),
                folder.toString())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    long pid;
    try (BufferedReader out =
        new BufferedReader(
            new InputStreamReader(parent.getInputStream(), StandardCharsets.UTF_8))) {
      pid = Long.parseLong(out.readLine());
      ProcessHandle child = ProcessHandle.of(pid).orElseThrow();
      assertTrue(child.isAlive());

      parent.destroyForcibly().waitFor();

      child.onExit().get(LIMIT.toSeconds(), TimeUnit.SECONDS);
      assertFalse(child.isAlive());
    }
  }

  @Test
  void aKilledChildEndsAtOnce() throws Exception {
    JvmProcess child = Parent.startChild(folder);

    child.kill();

    assertTrue(child.awaitEnd(LIMIT));
    assertEquals(137, child.exitValue());
  }

  /** A process with a child, to be killed. */
  static final class Parent {

    public static void main(String[] args) throws Exception {
      System.out.println(startChild(Path.of(args[0])).pid());
      Thread.sleep(LIMIT.toMillis());
    }

    /** Clients of a cluster that is not there: they try for minutes. */
    static JvmProcess startChild(Path folder) throws Exception {
      return JvmProcess.start(
          "child",
          folder,
          List.of("-XX:TieredStopAtLevel=1"),
          List.of("drill-client", "--ports=1", "--history", folder.resolve("history").toString()),
          line -> {});
    }
  }
}
