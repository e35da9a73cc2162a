package scriptorium.actors.internal;

import java.io.IOException;
import java.util.concurrent.CancellationException;
import scriptorium.actors.SnapshotProof;
import scriptorium.actors.StoreSettings;
import scriptorium.database.DatabaseSettings;
import scriptorium.snapshots.CorruptSnapshotException;
import scriptorium.snapshots.PacedSource;
import scriptorium.snapshots.ScriptRestore;
import scriptorium.snapshots.SnapshotManifest;
import scriptorium.snapshots.SnapshotVerification;

/** Proves a snapshot from what the snapshot store gives back of it, at the set share of a core. */
final class SnapshotProver {

  /** Of the heap, what two databases may take together; the rest is for everything else. */
  private static final double HEAP_SHARE = 0.8;

  private final StoreSettings settings;
  private final SnapshotArchive archive;
  private final SnapshotLimit limit;

  SnapshotProver(StoreSettings settings, SnapshotArchive archive, SnapshotLimit limit) {
    this.settings = settings;
    this.archive = archive;
    this.limit = limit;
  }

  /**
   * Reads it all back and compares.
   *
   * @param databaseBytes the size of the database that it is of, as that one accounts it
   * @throws CorruptSnapshotException if it is not what its manifest says
   * @throws SnapshotStoreException if it cannot be read back
   */
  void prove(SnapshotManifest manifest, long databaseBytes) {
    String id = ChunkId.snapshotId(manifest);
    PacedSource source =
        new PacedSource(
            index -> load(id, index), settings.snapshot().share(), System::nanoTime, limit::isOver);
    if (settings.snapshot().verify() == SnapshotProof.RESTORE) {
      restore(manifest, source, databaseBytes);
    } else {
      SnapshotVerification.recomputeDigests(manifest, source);
    }
  }

  private byte[] load(String id, int index) throws IOException {
    return archive
        .loadChunk(id, index)
        .orElseThrow(() -> new IOException("chunk is missing: index=" + index));
  }

  private void restore(SnapshotManifest manifest, PacedSource source, long databaseBytes) {
    long heap = Runtime.getRuntime().maxMemory();
    if (2 * databaseBytes > HEAP_SHARE * heap) {
      throw new IllegalStateException(
          "no room in the heap for a trial restore: databaseBytes="
              + databaseBytes
              + " heapBytes="
              + heap
              + "; give the program more heap, or set scriptorium.store.snapshot.verify = digest");
    }
    ScriptRestore restore =
        new ScriptRestore(
            DatabaseSettings.defaults(),
            (rows, bytes, total) -> {
              source.pace();
              if (limit.isOver()) {
                throw new CancellationException("the trial restore was ended");
              }
            });
    restore.run(settings.name(), manifest, source).database().close();
  }

  /** Whether a failure says that the snapshot is wrong, and not that it cannot be reached now. */
  static boolean isWrong(Throwable failure) {
    boolean wrong = false;
    for (Throwable t = failure; t != null; t = t.getCause()) {
      if (RecoveryVerdict.isUnreadableSnapshot(t)) {
        return true;
      }
      if (t instanceof SnapshotStoreException || t instanceof CancellationException) {
        return false;
      }
      wrong |= t instanceof CorruptSnapshotException;
    }
    return wrong;
  }
}
