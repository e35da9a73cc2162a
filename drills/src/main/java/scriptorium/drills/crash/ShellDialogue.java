package scriptorium.drills.crash;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import scriptorium.drills.command.ExitCode;

/** What is said to a child and understood of its answers. */
final class ShellDialogue {

  private static final int SIGKILLED = 128 + 9;
  private static final Duration POLL = Duration.ofMillis(20);
  private static final String END_OF_REPORT = "END OF REPORT";

  private final ShellProcess child;
  private final Duration patience;

  /**
   * With this child.
   *
   * @param patience longest wait for it to be ready, to report, to end
   */
  ShellDialogue(ShellProcess child, Duration patience) {
    this.child = child;
    this.patience = patience;
  }

  /** Waits until the child's store is ready. */
  ReadyLine awaitReady() throws IOException, InterruptedException, ChildFailedException {
    long deadline = System.nanoTime() + patience.toNanos();
    while (!child.isEnded() && System.nanoTime() < deadline) {
      Optional<ReadyLine> ready = child.nextLine(POLL).flatMap(ReadyLine::parse);
      if (ready.isPresent()) {
        return ready.get();
      }
    }
    throw failed("did not become ready within " + patience.toSeconds() + " s");
  }

  /**
   * Asks for all batches.
   *
   * @param create make the table first, where it is not there
   */
  List<FoundBatch> report(boolean create)
      throws IOException, InterruptedException, ChildFailedException {
    if (create) {
      for (String sql : BatchTable.CREATE) {
        child.send(sql);
      }
    }
    child.send(BatchTable.REPORT);
    child.send("VALUES '" + END_OF_REPORT + "';\n");
    List<FoundBatch> found = new ArrayList<>();
    long deadline = System.nanoTime() + patience.toNanos();
    while (!child.isEnded() && System.nanoTime() < deadline) {
      String line = child.nextLine(POLL).orElse("");
      FoundBatch.parse(line).ifPresent(found::add);
      if (line.strip().equals(END_OF_REPORT)) {
        return found;
      }
    }
    throw failed("did not report within " + patience.toSeconds() + " s");
  }

  /** Takes an acknowledgement into the history; other lines mean nothing. */
  static void readAck(String line, RoundHistory history) {
    String[] words = line.split(" ", -1);
    if (words.length == 3 && words[0].equals("ACK")) {
      history.acknowledged(Long.parseLong(words[1]), Integer.parseInt(words[2]));
    }
  }

  /** Reads what the child printed before it was killed, and makes sure that it was. */
  void awaitKill(RoundHistory history)
      throws IOException, InterruptedException, ChildFailedException {
    while (!child.isEnded()) {
      child.nextLine(patience).ifPresent(line -> readAck(line, history));
    }
    if (child.exitCode() != SIGKILLED) {
      throw failed("ended by itself");
    }
  }

  /** Has an event without rows journaled, so that the last snapshot is not left out. */
  void changeNothing() throws IOException {
    child.send(BatchTable.raiseVersion(-1));
  }

  /** Ends the child's input and waits until it has stopped in good order. */
  void stopInOrder() throws IOException, InterruptedException, ChildFailedException {
    if (child.finish(patience) != ExitCode.OK) {
      throw failed("did not stop in good order");
    }
  }

  private ChildFailedException failed(String what) throws IOException, InterruptedException {
    child.kill();
    int exit = child.exitCode();
    return new ChildFailedException(
        "child " + what + ": exit=" + exit + " stderr=" + child.errors(), exit);
  }
}
