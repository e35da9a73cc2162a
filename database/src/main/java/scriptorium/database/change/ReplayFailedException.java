package scriptorium.database.change;

import org.jspecify.annotations.Nullable;

/**
 * A change set that does not fit the rows it meets: the database is not the one it was captured on.
 * Nothing of the change set was applied; replay stops and the database is not to be served.
 */
public final class ReplayFailedException extends RuntimeException {
  public ReplayFailedException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
