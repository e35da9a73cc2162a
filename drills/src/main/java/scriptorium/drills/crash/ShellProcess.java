package scriptorium.drills.crash;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * A child process that runs {@code sql --ack -}: statements go in by its standard input, lines come
 * out.
 *
 * <p>What a killed child had printed is not lost: it lies in the pipe, and {@link #nextLine} hands
 * it out to the last line. It never outlives this process: a hook kills it when this process is
 * stopped, and it ends by itself at the end of its input when this process is killed.
 */
final class ShellProcess implements AutoCloseable {

  /** A cheap start: the first compiler alone, the simple collector, the shared class archive. */
  private static final List<String> JVM =
      List.of(
          "-XX:TieredStopAtLevel=1",
          "-XX:+UseSerialGC",
          "-Xshare:auto",
          "-Xmx256m",
          "-Dsun.stdout.encoding=UTF-8",
          "-Dsun.stderr.encoding=UTF-8");

  private final Process process;
  private final Path errors;
  private final Writer in;
  private final BlockingQueue<Optional<String>> lines = new LinkedBlockingQueue<>();
  private final Thread hook;
  private int statements;
  private boolean ended;

  private ShellProcess(Process process, Path errors) {
    this.process = process;
    this.errors = errors;
    in =
        new BufferedWriter(
            new OutputStreamWriter(process.getOutputStream(), StandardCharsets.UTF_8));
    hook = new Thread(process::destroyForcibly, "kill-child-" + process.pid());
    Runtime.getRuntime().addShutdownHook(hook);
    Thread reader = new Thread(this::readLines, "lines-of-" + process.pid());
    reader.setDaemon(true);
    reader.start();
  }

  /**
   * Starts one.
   *
   * @param folder the store's data folder
   * @param errors the file that takes its standard error
   * @param flags more flags for its Java
   * @param environment what is added to this process's own
   */
  static ShellProcess start(
      Path folder, Path errors, List<String> flags, Map<String, String> environment)
      throws IOException {
    List<String> call = new ArrayList<>();
    call.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    call.addAll(JVM);
    call.addAll(flags);
    call.addAll(List.of("-cp", System.getProperty("java.class.path")));
    call.addAll(List.of("scriptorium.drills.Scriptorium", "sql", "--ack", "--limit", "0"));
    call.addAll(List.of("--data", folder.toString(), "-"));
    ProcessBuilder builder = new ProcessBuilder(call).redirectError(errors.toFile());
    builder.environment().putAll(environment);
    return new ShellProcess(builder.start(), errors);
  }

  private void readLines() {
    try (BufferedReader out =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      for (String line = out.readLine(); line != null; line = out.readLine()) {
        lines.add(Optional.of(line));
      }
    } catch (IOException e) {
      // The pipe broke with the process; what came before is in the queue.
    }
    lines.add(Optional.empty());
  }

  /**
   * Sends a statement.
   *
   * @return its number among all that were sent, from 1
   * @throws IOException when the process is gone
   */
  int send(String sql) throws IOException {
    in.write(sql);
    in.flush();
    return ++statements;
  }

  /** The number that the next statement will have. */
  int nextStatement() {
    return statements + 1;
  }

  /** The next line; empty when there is none within the wait, or no more at all. */
  Optional<String> nextLine(Duration wait) throws InterruptedException {
    Optional<String> line =
        ended ? Optional.empty() : lines.poll(wait.toMillis(), TimeUnit.MILLISECONDS);
    if (line == null) {
      return Optional.empty();
    }
    ended = line.isEmpty();
    return line;
  }

  /** True after the last line was handed out. */
  boolean isEnded() {
    return ended;
  }

  /** SIGKILL, at once. */
  void kill() {
    process.destroyForcibly();
  }

  /** Ends its input, upon which it stops in good order; its exit code. */
  int finish(Duration limit) throws IOException, InterruptedException {
    in.close();
    if (!process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)) {
      kill();
    }
    return process.waitFor();
  }

  /** How it ended, once {@link #isEnded}. */
  int exitCode() throws InterruptedException {
    return process.waitFor();
  }

  /** What it said on standard error, for the message of its failure. */
  String errors() throws IOException {
    return Files.readString(errors).strip();
  }

  /** Kills it where it still runs, and waits for its end. */
  @Override
  public void close() {
    kill();
    try {
      process.waitFor();
      in.close();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (IOException e) {
      // What was still to be sent has no receiver: that is what killing it means.
    }
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // This process is ending: the hook runs, and finds the child dead.
    }
  }
}
