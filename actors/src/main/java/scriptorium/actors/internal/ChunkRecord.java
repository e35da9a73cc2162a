package scriptorium.actors.internal;

import java.util.Set;

/**
 * Which snapshots have chunks in the snapshot store, manifest or not: so that chunks whose snapshot
 * was never finished, or whose manifest is gone, are found and deleted. Used by the snapshots'
 * thread.
 */
interface ChunkRecord {

  /** To be called before a snapshot's first chunk is saved; returns when that survives a crash. */
  void begin(SnapshotArchive archive, String snapshotId);

  /** All snapshots that may have chunks in the store. */
  Set<String> snapshots(SnapshotArchive archive);

  /** How many chunks a snapshot has: one more than its highest index. */
  int chunks(SnapshotArchive archive, String snapshotId);

  /** All of a snapshot's chunks were deleted. */
  void gone(String snapshotId);

  /** Whether the store holds a manifest of this number that it cannot read. */
  boolean hasManifest(long sequenceNumber);
}
