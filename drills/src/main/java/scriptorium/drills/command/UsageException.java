package scriptorium.drills.command;

/** The words of a call were wrong. The message is the one line that the user sees. */
public final class UsageException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /** With the line to print. */
  public UsageException(String message) {
    super(message);
  }
}
