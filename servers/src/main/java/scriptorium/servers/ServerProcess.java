package scriptorium.servers;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A server in a process of its own that lives no longer than this one: it is ended by {@link
 * #close}, by a hook on Ctrl-C, and where this process is killed by the end of its standard input.
 */
final class ServerProcess implements AutoCloseable {

  /**
   * Sends the server SIGQUIT when standard input ends, and ends when the server does. The second
   * descriptor is needed since a shell gives what it starts in the background no input.
   */
  private static final String LIFELINE =
      """
      exec 3<&0
      "$@" 3<&- & server=$!
      (cat <&3 >/dev/null; kill -QUIT "$server" 2>/dev/null) &
      wait "$server"
      """;

  private static final Duration END_LIMIT = Duration.ofSeconds(10);
  private static final int TOLD_LOG_LINES = 3;

  private final Process process;
  private final Path log;
  private final Thread hook;

  private ServerProcess(Process process, Path log) {
    this.process = process;
    this.log = log;
    this.hook = new Thread(this::end, "end-server-" + process.pid());
    Runtime.getRuntime().addShutdownHook(hook);
  }

  /** Starts it in a shell; its output goes to a file. */
  static ServerProcess start(List<String> command, Path log) throws IOException {
    List<String> words = new ArrayList<>(List.of("sh", "-c", LIFELINE, "sh"));
    words.addAll(command);
    return new ServerProcess(
        new ProcessBuilder(words).redirectErrorStream(true).redirectOutput(log.toFile()).start(),
        log);
  }

  boolean isAlive() {
    return process.isAlive();
  }

  /** The end of what it said, for the message of its failure. */
  String lastWords() throws IOException {
    List<String> lines = Files.readAllLines(log);
    return String.join(
        " / ", lines.subList(Math.max(0, lines.size() - TOLD_LOG_LINES), lines.size()));
  }

  @Override
  public void close() {
    end();
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // This process is ending: the hook runs, and finds the server gone.
    }
  }

  private void end() {
    try {
      process.getOutputStream().close();
      if (process.waitFor(END_LIMIT.toMillis(), TimeUnit.MILLISECONDS)) {
        return;
      }
    } catch (IOException e) {
      // Its input is gone with it, or it will not listen: killed below.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
  }
}
