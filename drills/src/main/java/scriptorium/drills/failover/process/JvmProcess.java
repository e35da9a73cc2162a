package scriptorium.drills.failover.process;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * A child Java process: the parent's class path, its own flags, one command of the main program.
 *
 * <p>Its standard output goes to {@code NAME.out} and, line by line, to the listener where a line
 * is an {@link EventLine}; its standard error goes to {@code NAME.err}. Both are appended to, so a
 * node that is started again keeps its past.
 */
public final class JvmProcess {

  private final Process process;
  private final String name;
  private final Thread reader;

  private JvmProcess(Process process, String name, Thread reader) {
    this.process = process;
    this.name = name;
    this.reader = reader;
  }

  /** Starts a child in this process's own environment. */
  public static JvmProcess start(
      String name,
      Path logs,
      List<String> jvmFlags,
      List<String> words,
      Consumer<EventLine> listener)
      throws IOException {
    return start(name, logs, jvmFlags, Map.of(), words, listener);
  }

  /**
   * Starts a child.
   *
   * @param name the name of its log files
   * @param logs their folder
   * @param jvmFlags flags of its Java
   * @param environment what is added to this process's own
   * @param words the command and its arguments
   * @param listener is handed its events, on a thread of the child's own
   */
  public static JvmProcess start(
      String name,
      Path logs,
      List<String> jvmFlags,
      Map<String, String> environment,
      List<String> words,
      Consumer<EventLine> listener)
      throws IOException {
    List<String> call = new ArrayList<>();
    call.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    call.addAll(jvmFlags);
    call.add("-cp");
    call.add(System.getProperty("java.class.path"));
    call.add("scriptorium.drills.Scriptorium");
    call.addAll(words);
    ProcessBuilder builder =
        new ProcessBuilder(call)
            .redirectError(ProcessBuilder.Redirect.appendTo(logs.resolve(name + ".err").toFile()));
    builder.environment().putAll(environment);
    Process process = builder.start();
    Path log = logs.resolve(name + ".out");
    Thread reader = new Thread(() -> read(process, log, listener), "events-of-" + name);
    reader.setDaemon(true);
    reader.start();
    return new JvmProcess(process, name, reader);
  }

  private static void read(Process process, Path log, Consumer<EventLine> listener) {
    try (BufferedReader in =
            new BufferedReader(
                new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        BufferedWriter out =
            Files.newBufferedWriter(log, StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
      String line;
      while ((line = in.readLine()) != null) {
        out.write(line);
        out.newLine();
        out.flush();
        EventLine.parse(line).ifPresent(listener);
      }
    } catch (IOException e) {
      // The pipe of a killed child ends anyhow; a full disk must not stop the drill from watching.
      if (process.isAlive()) {
        throw new UncheckedIOException(e);
      }
    }
  }

  /** Its name. */
  public String name() {
    return name;
  }

  /** Its process id. */
  public long pid() {
    return process.pid();
  }

  /** Whether it runs. */
  public boolean isAlive() {
    return process.isAlive();
  }

  /** How it ended; only after it has. */
  public int exitValue() {
    return process.exitValue();
  }

  /** SIGKILL, at once. */
  public void kill() {
    process.destroyForcibly();
  }

  /** Says a line to it, on its standard input. */
  public void tell(String line) throws IOException {
    OutputStream stdin = process.getOutputStream();
    stdin.write((line + "\n").getBytes(StandardCharsets.UTF_8));
    stdin.flush();
  }

  /** Waits until it has ended and all that it told has been handed over. */
  public void awaitToldAll(Duration limit) throws InterruptedException {
    reader.join(limit.toMillis());
  }

  /** Asks it to stop in order, kills it when it does not in time; true when it did. */
  public boolean stop(Duration limit) throws InterruptedException {
    try {
      tell(ParentWatch.STOP);
    } catch (IOException e) {
      // It is ending by itself: waiting for its end below is all there is to do.
    }
    boolean ended = process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS);
    if (!ended) {
      process.destroyForcibly();
      process.waitFor();
    }
    reader.join(Duration.ofSeconds(5).toMillis());
    return ended && process.exitValue() == 0;
  }

  /** Waits for its end; false when it still runs after the limit. */
  public boolean awaitEnd(Duration limit) throws InterruptedException {
    return process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS);
  }
}
