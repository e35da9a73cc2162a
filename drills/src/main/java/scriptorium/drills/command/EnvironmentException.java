package scriptorium.drills.command;

import org.jspecify.annotations.Nullable;

/**
 * The machine does not let a command work: a folder is locked, unwritable or full. The message is
 * the one line that the user sees.
 */
public final class EnvironmentException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /** With the line to print, and the cause where there is one. */
  public EnvironmentException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
