package scriptorium.drills.crash;

/** A child did not do what each must: become ready, report, live until it is killed. */
final class ChildFailedException extends Exception {

  private static final long serialVersionUID = 1L;

  private final int exitCode;

  ChildFailedException(String message, int exitCode) {
    super(message);
    this.exitCode = exitCode;
  }

  /** How it ended. */
  int exitCode() {
    return exitCode;
  }
}
