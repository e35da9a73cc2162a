package scriptorium.actors.internal;

/** A snapshot under way is to go on no more; the message says why. */
final class SnapshotGivenUpException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  SnapshotGivenUpException(String reason) {
    super(reason);
  }
}
