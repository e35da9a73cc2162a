package scriptorium.actors.internal;

import org.jspecify.annotations.Nullable;

/** The snapshot store failed or did not answer; the snapshot is given up, the store goes on. */
final class SnapshotStoreException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  SnapshotStoreException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
