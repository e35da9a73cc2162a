package scriptorium.persistence.segment;

import static org.junit.jupiter.api.Assertions.assertNotNull;

import java.io.IOException;
import java.io.UncheckedIOException;

/** A {@link SteppedWriter} as its parent sees it. While it is stopped nothing in it runs. */
final class StoppableProcess implements AutoCloseable {
  private final ChildProcess process;
  private final Signals signals;
  private boolean stopped;

  private StoppableProcess(ChildProcess process, Signals signals) {
    this.process = process;
    this.signals = signals;
  }

  static StoppableProcess start(Signals signals, String... arguments) {
    try {
      return new StoppableProcess(ChildProcess.start(SteppedWriter.class, arguments), signals);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The answer to a command; {@code at STEP} when it stopped there and is frozen now. */
  String ask(String command) {
    if (stopped) { // a test that failed left it so
      thaw();
    }
    try {
      process.tell(command);
      return answer();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private String answer() throws IOException {
    String line = process.line();
    while (line != null && !line.matches("(at|steps|opened|acked|fenced|failed|done)( .*)?")) {
      line = process.line(); // what its logging says
    }
    assertNotNull(line, "the process ended");
    stopped = isStopped(line);
    if (stopped) {
      signals.send("STOP", process.pid());
    }
    return line;
  }

  static boolean isStopped(String answer) {
    return answer.startsWith("at ");
  }

  /** Lets it run on; the answer to the command in which it was stopped. */
  String thaw() {
    try {
      signals.send("CONT", process.pid());
      process.tell("go");
      return answer();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** As {@code kill -9}. */
  void kill() {
    try {
      process.kill();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() {
    process.close();
  }
}
