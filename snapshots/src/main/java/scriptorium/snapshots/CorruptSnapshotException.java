package scriptorium.snapshots;

import org.jspecify.annotations.Nullable;

/**
 * A snapshot is not what its manifest says: nothing was kept of it. An older snapshot and a longer
 * replay are the way on.
 */
public final class CorruptSnapshotException extends RuntimeException {
  CorruptSnapshotException(String message) {
    super(message);
  }

  CorruptSnapshotException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }

  /** Names the snapshot and what is wrong with it. */
  static CorruptSnapshotException of(SnapshotManifest manifest, String problem) {
    return of(manifest, problem, null);
  }

  static CorruptSnapshotException of(SnapshotOutline outline, String problem) {
    return of(outline, problem, null);
  }

  static CorruptSnapshotException of(
      SnapshotManifest manifest, String problem, @Nullable Throwable cause) {
    return of(manifest.outline(), problem, cause);
  }

  static CorruptSnapshotException of(
      SnapshotOutline outline, String problem, @Nullable Throwable cause) {
    return new CorruptSnapshotException(
        "snapshot cannot be used: storeId=%s sequenceNumber=%d %s"
            .formatted(outline.storeId(), outline.sequenceNumber(), problem),
        cause);
  }
}
