package scriptorium.actors.internal;

import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.TreeSet;

/**
 * The chunks in a snapshot store that cannot be asked what it holds: a ledger, an entry of its own
 * in the same store, names each snapshot before its first chunk is saved. What a ledger named, and
 * has no manifest, was never finished or is half deleted.
 */
final class LedgerChunks implements ChunkRecord {

  private final Set<String> snapshots = new TreeSet<>();
  private boolean loaded;

  @Override
  public void begin(SnapshotArchive archive, String snapshotId) {
    load(archive);
    snapshots.add(snapshotId);
    archive.saveLedger(
        ChunkId.numberOf(snapshotId),
        String.join("\n", snapshots).getBytes(StandardCharsets.UTF_8));
  }

  @Override
  public Set<String> snapshots(SnapshotArchive archive) {
    load(archive);
    return new TreeSet<>(snapshots);
  }

  /** Chunks are saved from the first on and deleted from the last on, so none is missing inside. */
  @Override
  public int chunks(SnapshotArchive archive, String snapshotId) {
    int count = 0;
    while (archive.hasChunk(snapshotId, count)) {
      count++;
    }
    return count;
  }

  @Override
  public void gone(String snapshotId) {
    snapshots.remove(snapshotId); // from the ledger when the next snapshot begins
  }

  @Override
  public boolean hasManifest(long sequenceNumber) {
    return false;
  }

  private void load(SnapshotArchive archive) {
    if (!loaded) {
      archive
          .loadLedger()
          .ifPresent(
              bytes -> {
                String text = new String(bytes, StandardCharsets.UTF_8);
                text.lines().forEach(snapshots::add);
              });
      loaded = true;
    }
  }
}
