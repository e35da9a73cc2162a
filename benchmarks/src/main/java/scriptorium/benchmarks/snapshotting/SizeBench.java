package scriptorium.benchmarks.snapshotting;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.function.Consumer;
import scriptorium.actors.SnapshotReply;
import scriptorium.actors.Store;
import scriptorium.benchmarks.restart.ScriptFile;
import scriptorium.drills.embedded.LocalStore;

/**
 * Snapshots of a store at rest and H2's script of the same rows through gzip, in turns. Used by one
 * thread.
 */
public final class SizeBench {

  private static final int ROUNDS = 5;

  private final Store store;
  private final Connection bare;
  private final Path file;

  /** What one round found. */
  public record Taken(
      long snapshotBytes, Duration snapshotTook, long gzipBytes, Duration gzipTook) {}

  /** Of a store, a bare database with the same rows, and a file that this one may write. */
  public SizeBench(Store store, Connection bare, Path file) {
    this.store = store;
    this.bare = bare;
    this.file = file;
  }

  /** Warms up, then measures. */
  public void run(Consumer<Taken> found)
      throws SQLException, IOException, InterruptedException, ExecutionException {
    round();
    for (int i = 0; i < ROUNDS; i++) {
      found.accept(round());
    }
  }

  private Taken round() throws SQLException, IOException, InterruptedException, ExecutionException {
    SnapshotReply reply = LocalStore.await(store.snapshot());
    if (!(reply instanceof SnapshotReply.Saved saved)) {
      throw new IllegalStateException("snapshot not taken: " + reply);
    }
    long start = System.nanoTime();
    ScriptFile.write(bare, file, true);
    Duration gzip = Duration.ofNanos(System.nanoTime() - start);
    Taken taken = new Taken(saved.snapshotBytes(), saved.took(), Files.size(file), gzip);
    Files.delete(file);
    return taken;
  }
}
