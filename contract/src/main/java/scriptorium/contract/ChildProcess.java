package scriptorium.contract;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigRenderOptions;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A {@link ChildWriter} in a JVM of its own with the tests' class path. What it says is read all
 * the time, so that it never waits for its reader; what a killed one had said can still be taken.
 */
final class ChildProcess implements AutoCloseable {
  private static final String END = "";

  private final Process process;
  private final Path settings;
  private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();
  private boolean ended;

  private ChildProcess(Process process, Path settings) {
    this.process = process;
    this.settings = settings;
    Thread reader = new Thread(this::read, "output of child " + process.pid());
    reader.setDaemon(true);
    reader.start();
  }

  /** Starts a writer of a persistence id, or of snapshots of it. */
  static ChildProcess start(Config config, ChildWriter.Role role, String plugin, String id)
      throws IOException {
    Path settings = Files.createTempFile("contract", ".conf");
    Files.writeString(settings, config.root().render(ConfigRenderOptions.concise()), UTF_8);
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx192m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                ChildWriter.class.getName(),
                settings.toString(),
                role.name(),
                plugin,
                id)
            .redirectErrorStream(true)
            .start();
    return new ChildProcess(process, settings);
  }

  private void read() {
    try (BufferedReader output =
        new BufferedReader(new InputStreamReader(process.getInputStream(), UTF_8))) {
      for (String line = output.readLine(); line != null; line = output.readLine()) {
        if (line.startsWith(ChildWriter.MARK)) {
          lines.add(line);
        } else {
          System.err.println("child " + process.pid() + ": " + line);
        }
      }
    } catch (IOException e) {
      System.err.println("child " + process.pid() + " was not read to its end: " + e);
    } finally {
      lines.add(END);
    }
  }

  /** The next thing it says; null when it ended. */
  @Nullable String line(Duration patience) throws InterruptedException {
    if (ended) {
      return null;
    }
    String line = lines.poll(patience.toNanos(), TimeUnit.NANOSECONDS);
    if (line == null) {
      throw new AssertionError("child process says nothing for " + patience);
    }
    ended = line.equals(END);
    return ended ? null : line.substring(ChildWriter.MARK.length());
  }

  /** As {@code kill -9}. */
  void kill() throws InterruptedException {
    process.toHandle().destroyForcibly();
    process.waitFor();
  }

  /** Stops all its threads where they are. */
  void freeze() throws IOException, InterruptedException {
    signal("STOP");
  }

  void thaw() throws IOException, InterruptedException {
    signal("CONT");
  }

  private void signal(String name) throws IOException, InterruptedException {
    new ProcessBuilder("kill", "-" + name, "" + process.pid()).start().waitFor();
  }

  /** Lets it run for a random while. */
  void runFor(Duration time) throws InterruptedException {
    process.waitFor(time.toNanos(), TimeUnit.NANOSECONDS);
  }

  @Override
  public void close() throws IOException {
    process.destroyForcibly();
    Files.deleteIfExists(settings);
  }
}
