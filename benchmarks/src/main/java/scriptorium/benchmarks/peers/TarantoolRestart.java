package scriptorium.benchmarks.peers;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;

/**
 * A Tarantool, where it is installed, that starts with one table of so many rows in its snapshot.
 * Used by one thread.
 */
public final class TarantoolRestart {

  private static final String SCRIPT = "tarantool-restart.lua";
  private static final String FOLDER = "tarantool-restart";
  private static final Duration LIMIT = Duration.ofMinutes(10);

  private final Path folder;
  private final int rows;

  private TarantoolRestart(Path folder, int rows) {
    this.folder = folder;
    this.rows = rows;
  }

  /**
   * Makes the snapshot, in a folder below this one.
   *
   * @throws PeerUnavailableException when there is no such program
   */
  public static TarantoolRestart fill(Path parent, int rows)
      throws IOException,
          InterruptedException,
          ExecutionException,
          TimeoutException,
          PeerUnavailableException {
    Path folder = Files.createDirectories(parent.resolve(FOLDER));
    try (InputStream resource = TarantoolRestart.class.getResourceAsStream(SCRIPT)) {
      if (resource == null) {
        throw new IllegalStateException("not on the class path: resource=" + SCRIPT);
      }
      Files.copy(resource, folder.resolve(SCRIPT));
    }
    TarantoolRestart restart = new TarantoolRestart(folder, rows);
    restart.runOnce();
    return restart;
  }

  /** Starts it; from the start of the process until it can be asked. */
  public Duration restart()
      throws IOException, InterruptedException, ExecutionException, TimeoutException {
    try {
      return runOnce();
    } catch (PeerUnavailableException e) {
      throw new IllegalStateException("Tarantool was there before: " + e.getMessage(), e);
    }
  }

  private Duration runOnce()
      throws IOException,
          InterruptedException,
          ExecutionException,
          TimeoutException,
          PeerUnavailableException {
    List<String> command =
        List.of(
            "tarantool",
            folder.resolve(SCRIPT).toString(),
            folder.toString(),
            String.valueOf(rows));
    long start = System.nanoTime();
    try (TarantoolProcess process = TarantoolProcess.start(command, folder)) {
      String found = process.ask("", LIMIT);
      Duration ready = Duration.ofNanos(System.nanoTime() - start);
      if (!found.equals(String.valueOf(rows))) {
        throw new IllegalStateException(
            "rows of Tarantool: expected=" + rows + " found='" + found + "'");
      }
      return ready;
    }
  }
}
