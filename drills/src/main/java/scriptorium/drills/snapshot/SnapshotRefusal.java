package scriptorium.drills.snapshot;

/** A command does not do what was asked; the message is the one line that the user sees. */
final class SnapshotRefusal extends RuntimeException {

  private static final long serialVersionUID = 1L;

  SnapshotRefusal(String message) {
    super(message);
  }
}
