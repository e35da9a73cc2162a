package scriptorium.actors.internal;

import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import scriptorium.snapshots.SnapshotManifest;

/**
 * What is known of a store's snapshots from one to the next, and where they are kept. Used by the
 * snapshots' thread, but for {@link #markBad}.
 */
final class SnapshotMemory {

  private final String store;
  private final SnapshotArchive archive;
  private final ChunkRecord chunks;
  private final Set<Long> bad = ConcurrentHashMap.newKeySet();
  private final Set<Long> unknown = new HashSet<>();
  private volatile @Nullable SnapshotManifest lastProved;

  SnapshotMemory(String store, SnapshotArchive archive, ChunkRecord chunks) {
    this.store = store;
    this.archive = archive;
    this.chunks = chunks;
  }

  SnapshotArchive archive() {
    return archive;
  }

  ChunkRecord chunks() {
    return chunks;
  }

  KeptSnapshots kept(SnapshotLimit limit) {
    return new KeptSnapshots(store, archive.within(limit), chunks);
  }

  /** A recovery could not use the snapshot with this number: it does not count as kept. */
  void markBad(long sequenceNumber) {
    bad.add(sequenceNumber);
  }

  /** Numbers of snapshots that do not count as kept. */
  Set<Long> bad() {
    return Set.copyOf(bad);
  }

  void proved(SnapshotManifest manifest) {
    lastProved = manifest;
    bad.remove(manifest.sequenceNumber());
  }

  /** The snapshot that this process has proved at this number, if it is its last. */
  Optional<SnapshotManifest> provedAt(long sequenceNumber) {
    SnapshotManifest last = lastProved;
    return last != null && last.sequenceNumber() == sequenceNumber
        ? Optional.of(last)
        : Optional.empty();
  }

  /** The snapshot at this number is no more. */
  void forget(long sequenceNumber) {
    if (provedAt(sequenceNumber).isPresent()) {
      lastProved = null;
    }
  }

  /** Parts of a snapshot at this number may still be saved or deleted by the store, at any time. */
  void unknown(long sequenceNumber) {
    unknown.add(sequenceNumber);
  }

  /**
   * Refuses a second snapshot at a number where the store has not answered for the first: what it
   * may still do would mix the two.
   */
  void requireKnownOutcome(long sequenceNumber) {
    if (unknown.contains(sequenceNumber)) {
      throw new IllegalStateException(
          "the snapshot store has not answered for an earlier snapshot of the same state, and may"
              + " still save or delete parts of it: sequenceNumber="
              + sequenceNumber
              + "; the next write makes another snapshot possible");
    }
  }
}
