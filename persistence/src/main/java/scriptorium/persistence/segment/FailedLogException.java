package scriptorium.persistence.segment;

import org.jspecify.annotations.Nullable;

/**
 * A write or a force failed for good, the outcome of the last group is unknown: close the log, open
 * it anew and read how far it goes.
 */
public final class FailedLogException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  FailedLogException(String message) {
    super(message);
  }

  FailedLogException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
