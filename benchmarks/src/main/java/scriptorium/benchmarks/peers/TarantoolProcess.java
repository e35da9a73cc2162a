package scriptorium.benchmarks.peers;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * A Tarantool that is asked in lines and answers in lines: {@code ok} and its words, or {@code
 * failed} and the reason. It ends with its input, so also when this process is killed.
 */
final class TarantoolProcess implements AutoCloseable {

  private static final String OK = "ok";

  private final Process process;
  private final Writer in;
  private final BufferedReader out;
  private final Path log;
  private final Thread hook;

  private TarantoolProcess(Process process, Path log) {
    this.process = process;
    this.log = log;
    this.in = new OutputStreamWriter(process.getOutputStream(), StandardCharsets.UTF_8);
    this.out =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    this.hook = new Thread(process::destroyForcibly, "kill-tarantool-" + process.pid());
    Runtime.getRuntime().addShutdownHook(hook);
  }

  /**
   * Starts it.
   *
   * @throws PeerUnavailableException when there is no such program
   */
  static TarantoolProcess start(List<String> command, Path folder) throws PeerUnavailableException {
    Path log = folder.resolve("errors.log");
    try {
      return new TarantoolProcess(
          new ProcessBuilder(command).redirectError(log.toFile()).start(), log);
    } catch (IOException e) {
      throw new PeerUnavailableException(
          "not installed: on Debian, apt-get install tarantool (" + e.getMessage() + ")", e);
    }
  }

  /** Asks and waits for the words of the answer; an empty question waits for the first line. */
  String ask(String question, Duration limit)
      throws IOException, InterruptedException, ExecutionException, TimeoutException {
    if (!question.isEmpty()) {
      in.write(question + "\n");
      in.flush();
    }
    CompletableFuture<String> line = CompletableFuture.supplyAsync(this::nextLine);
    String answer = line.get(limit.toMillis(), TimeUnit.MILLISECONDS);
    if (!answer.startsWith(OK)) {
      throw new IllegalStateException(
          "Tarantool answers: question='" + question + "' answer='" + answer + "'");
    }
    return answer.substring(OK.length()).strip();
  }

  private String nextLine() {
    try {
      @Nullable String line = out.readLine();
      return line == null ? "ended: " + Files.readString(log).strip() : line;
    } catch (IOException e) {
      return "ended: " + e;
    }
  }

  @Override
  public void close() {
    process.destroyForcibly();
    try {
      process.waitFor();
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (IllegalStateException e) {
      // This process is ending: the hook runs, and finds the child dead.
    }
  }
}
