package scriptorium.actors.internal;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import scriptorium.actors.SequenceNumber;
import scriptorium.actors.internal.SnapshotEntry.Loaded;
import scriptorium.snapshots.CorruptSnapshotException;
import scriptorium.snapshots.SnapshotManifestCodec;
import scriptorium.snapshots.SnapshotOutline;
import scriptorium.snapshots.UnsupportedSnapshotException;

/**
 * The snapshots that a store's archive holds: which count as kept, and how the others go.
 *
 * <p>Invariants: a manifest is deleted before any of its chunks, and chunks without a manifest are
 * rubbish; so whenever a deletion is cut short, what is left is whole snapshots and rubbish. Older
 * snapshots go before younger ones. Nothing goes unless the number to be kept is there, all of them
 * readable and none known to be bad. Used by the snapshots' thread.
 */
final class KeptSnapshots {

  private static final Logger LOG = LoggerFactory.getLogger(KeptSnapshots.class);

  private final String store;
  private final SnapshotArchive archive;
  private final ChunkRecord chunks;

  /**
   * A manifest that is there; without its outline where that cannot be read. More is not needed
   * here, and would need keys that may be gone.
   */
  private record Found(long sequenceNumber, @Nullable SnapshotOutline outline) {}

  /**
   * What was deleted.
   *
   * @param eventsTo events up to this number stand behind the oldest snapshot that is kept; 0 for
   *     none
   */
  record Pruned(List<SequenceNumber> snapshots, long eventsTo) {}

  KeptSnapshots(String store, SnapshotArchive archive, ChunkRecord chunks) {
    this.store = store;
    this.archive = archive;
    this.chunks = chunks;
  }

  /** The newest snapshot whose manifest can be read. */
  Optional<SnapshotOutline> newest() {
    return found().stream().flatMap(one -> Optional.ofNullable(one.outline()).stream()).findFirst();
  }

  /**
   * Deletes what lies behind the newest ones, as many as are to be kept; then rubbish. What cannot
   * be deleted now is left to the next time: that says nothing against the newest.
   */
  Pruned prune(int keep, Set<Long> bad) {
    List<SequenceNumber> deleted = new ArrayList<>();
    long eventsTo = 0;
    try {
      List<Found> all = found();
      int behind = behindKept(all, keep, bad);
      if (behind > 0) {
        eventsTo = all.get(behind - 1).sequenceNumber();
        for (int oldest = all.size() - 1; oldest >= behind; oldest--) {
          delete(all.get(oldest));
          deleted.add(new SequenceNumber(all.get(oldest).sequenceNumber()));
        }
      }
      sweep();
    } catch (SnapshotStoreException | SnapshotGivenUpException e) {
      LOG.warn("store {}: old snapshots are left to the next one: {}", store, e.getMessage());
    }
    return new Pruned(deleted, eventsTo);
  }

  /** The place behind the last snapshot that is kept; 0 where fewer are there than are to be. */
  private static int behindKept(List<Found> all, int keep, Set<Long> bad) {
    int kept = 0;
    int place = 0;
    for (; place < all.size() && kept < keep; place++) {
      Found one = all.get(place);
      if (one.outline() != null && !bad.contains(one.sequenceNumber())) {
        kept++;
      }
    }
    return kept < keep ? 0 : place;
  }

  /** All manifests, the newest first. */
  private List<Found> found() {
    List<Found> found = new ArrayList<>();
    long below = Long.MAX_VALUE;
    while (below > 0) {
      Optional<Loaded> next;
      try {
        next = archive.loadManifest(below);
      } catch (SnapshotStoreException e) {
        if (RecoveryVerdict.isUnreadableSnapshot(e)) {
          LOG.warn("store {}: manifests cannot be read, they stay: {}", store, e.getMessage());
          return found;
        }
        throw e;
      }
      if (next.isEmpty()) {
        return found;
      }
      long number = next.get().sequenceNumber();
      found.add(new Found(number, outline(next.get())));
      below = number - 1;
    }
    return found;
  }

  private @Nullable SnapshotOutline outline(Loaded loaded) {
    try {
      return SnapshotManifestCodec.outline(loaded.part().bytes());
    } catch (CorruptSnapshotException | UnsupportedSnapshotException e) {
      LOG.warn(
          "store {}: a manifest cannot be read, its snapshot does not count as kept:"
              + " sequenceNumber={} reason={}",
          store,
          loaded.sequenceNumber(),
          e.getMessage());
      return null;
    }
  }

  private void delete(Found old) {
    archive.deleteManifest(old.sequenceNumber());
    if (old.outline() != null) {
      deleteChunks(ChunkId.snapshotId(old.outline()), old.outline().chunks().size());
    }
  }

  /** Deletes a snapshot that is not to be used, if it has come so far as to have a manifest. */
  void delete(long sequenceNumber, String snapshotId, int count) {
    archive.deleteManifest(sequenceNumber);
    deleteChunks(snapshotId, count);
  }

  /** From the last on: those that are left when this is cut short are found from the first on. */
  void deleteChunks(String snapshotId, int count) {
    for (int index = count - 1; index >= 0; index--) {
      archive.deleteChunk(snapshotId, index);
    }
    chunks.gone(snapshotId);
  }

  /**
   * Deletes chunks that no manifest names: of snapshots that a crash cut short, or their deletion.
   * Chunks of a manifest that is there and cannot be read stay beside it.
   */
  void sweep() {
    for (String snapshotId : chunks.snapshots(archive)) {
      if (isRubbish(snapshotId)) {
        int count = chunks.chunks(archive, snapshotId);
        deleteChunks(snapshotId, count);
        if (count > 0) {
          LOG.info(
              "store {}: chunks without a manifest deleted: snapshot={} chunks={}",
              store,
              snapshotId,
              count);
        }
      }
    }
  }

  private boolean isRubbish(String snapshotId) {
    long number = ChunkId.numberOf(snapshotId);
    Optional<Loaded> manifest;
    try {
      manifest = archive.loadManifest(number);
    } catch (SnapshotStoreException e) {
      if (RecoveryVerdict.isUnreadableSnapshot(e)) {
        return !chunks.hasManifest(number);
      }
      throw e;
    }
    if (manifest.isEmpty() || manifest.get().sequenceNumber() != number) {
      return !chunks.hasManifest(number);
    }
    SnapshotOutline content = outline(manifest.get());
    return content != null && !ChunkId.snapshotId(content).equals(snapshotId);
  }
}
