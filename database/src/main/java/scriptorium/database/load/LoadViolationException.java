package scriptorium.database.load;

import org.jspecify.annotations.Nullable;

/** Rows or their text are not what the schema allows; names the table and what is wrong. */
public final class LoadViolationException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  LoadViolationException(String message) {
    this(message, null);
  }

  LoadViolationException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
