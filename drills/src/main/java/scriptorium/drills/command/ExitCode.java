package scriptorium.drills.command;

/** How {@code ./scriptorium} ends. */
public final class ExitCode {

  /** Done; the proof holds. */
  public static final int OK = 0;

  /** The proof does not hold, or the operation failed. */
  public static final int FAILED = 1;

  /** Unknown command or option, value out of range. */
  public static final int USAGE = 2;

  /** The machine does not let it: folder locked, unwritable or full, no free port. */
  public static final int ENVIRONMENT = 3;

  /** Ended by Ctrl-C. */
  public static final int INTERRUPTED = 130;

  private ExitCode() {}
}
