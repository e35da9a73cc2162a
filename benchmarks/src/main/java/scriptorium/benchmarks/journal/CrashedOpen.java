package scriptorium.benchmarks.journal;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import scriptorium.drills.failover.process.EventLine;
import scriptorium.drills.failover.process.JvmProcess;

/**
 * A journal that is opened by one process after another, each of which is killed with SIGKILL while
 * it writes. Its files stay in the operating system's cache. Used by one thread.
 */
public final class CrashedOpen {

  private static final Duration LIMIT = Duration.ofMinutes(10);

  /** About what an event of 300 bytes takes in a segment. */
  private static final int BYTES_AN_EVENT = 335;

  private final Path folder;
  private final Path logs;
  private final long events;
  private int started;

  /**
   * In a folder of its own.
   *
   * @param bytes of frames, about
   */
  public CrashedOpen(Path folder, long bytes) throws IOException {
    this.folder = folder;
    this.logs = Files.createDirectories(folder.resolve("open"));
    this.events = Math.max(OpenCommand.GROUP_EVENTS, bytes / BYTES_AN_EVENT);
  }

  /** Has the journal written, and its writer killed. */
  public void fill()
      throws IOException, InterruptedException, ExecutionException, TimeoutException {
    EventLine unused = runUntil(OpenCommand.FILLED);
  }

  /** Opens it in a new process; microseconds of the opening alone. */
  public double open()
      throws IOException, InterruptedException, ExecutionException, TimeoutException {
    EventLine opened = runUntil(OpenCommand.OPENED);
    if (opened.number(OpenCommand.HIGHEST) < events) {
      throw new IllegalStateException(
          "events lost by a crash: expected at least " + events + " found=" + opened);
    }
    return opened.number(OpenCommand.MICROS);
  }

  /** Bytes of the journal's files. */
  public long bytes() throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      return files.filter(Files::isRegularFile).mapToLong(CrashedOpen::size).sum();
    }
  }

  private static long size(Path file) {
    try {
      return Files.size(file);
    } catch (IOException e) {
      throw new UncheckedIOException("file cannot be looked at: file=" + file, e);
    }
  }

  private EventLine runUntil(String kind)
      throws IOException, InterruptedException, ExecutionException, TimeoutException {
    CompletableFuture<EventLine> heard = new CompletableFuture<>();
    String name = "open-" + started++;
    JvmProcess child =
        JvmProcess.start(
            name,
            logs,
            ChildFlags.ofThisProcess(),
            OpenCommand.words(folder, events),
            event -> {
              if (event.kind().equals(kind)) {
                heard.complete(event);
              }
            });
    try {
      while (!heard.isDone() && child.isAlive()) {
        boolean unused = child.awaitEnd(Duration.ofMillis(5));
      }
      return heard.get(heard.isDone() ? LIMIT.toSeconds() : 5, TimeUnit.SECONDS);
    } catch (TimeoutException e) {
      throw new IllegalStateException(
          "child ended by itself: " + Files.readString(logs.resolve(name + ".err")).strip(), e);
    } finally {
      child.kill();
      boolean unused = child.awaitEnd(LIMIT);
    }
  }
}
