package scriptorium.drills.failover;

/** The drill could not be carried through, so nothing is proved. The message says where to look. */
final class DrillFailedException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  DrillFailedException(String message) {
    super(message);
  }
}
