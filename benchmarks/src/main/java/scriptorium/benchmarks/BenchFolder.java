package scriptorium.benchmarks;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import scriptorium.drills.command.EnvironmentException;
import scriptorium.drills.embedded.Folders;

/**
 * A temporary folder that is gone when the benchmark is, however that ends: by {@link #close}, or
 * on Ctrl-C by a hook. Closed once, by the thread that made it.
 */
final class BenchFolder implements AutoCloseable {

  /** On Ctrl-C whoever writes there still runs: a new file appears in a folder just emptied. */
  private static final int TRIES = 100;

  private static final long PAUSE_NANOS = Duration.ofMillis(50).toNanos();

  private final Path path;
  private final Thread hook;

  private BenchFolder(Path path) {
    this.path = path;
    this.hook = new Thread(this::delete, "delete-" + path.getFileName());
    Runtime.getRuntime().addShutdownHook(hook);
  }

  /**
   * Makes one where Java's temporary files go.
   *
   * @throws EnvironmentException when it cannot be made
   */
  static BenchFolder create() {
    return create(Path.of(System.getProperty("java.io.tmpdir")));
  }

  /**
   * Makes one in another folder.
   *
   * @throws EnvironmentException when it cannot be made
   */
  static BenchFolder create(Path parent) {
    try {
      return new BenchFolder(Files.createTempDirectory(parent, "scriptorium-bench-"));
    } catch (IOException e) {
      throw new EnvironmentException("temporary folder cannot be made: " + e, e);
    }
  }

  Path path() {
    return path;
  }

  @Override
  public void close() {
    delete();
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // This process is ending: the hook runs, and finds nothing left to delete.
    }
  }

  private void delete() {
    for (int i = 1; Files.exists(path); i++) {
      try {
        Folders.delete(path);
      } catch (IOException | UncheckedIOException e) {
        if (i == TRIES) {
          throw new EnvironmentException("folder cannot be deleted: folder=" + path + " " + e, e);
        }
        LockSupport.parkNanos(PAUSE_NANOS);
      }
    }
  }
}
