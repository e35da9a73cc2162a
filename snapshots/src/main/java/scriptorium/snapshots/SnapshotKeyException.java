package scriptorium.snapshots;

/**
 * A snapshot is not opened because of its key: missing, another one than it was made with, or none
 * although one is demanded. Says nothing against the snapshot: with the right key it is as good as
 * before.
 */
public final class SnapshotKeyException extends RuntimeException {
  SnapshotKeyException(String message) {
    super(message);
  }
}
