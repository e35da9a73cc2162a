package scriptorium.database;

import org.jspecify.annotations.Nullable;

/**
 * Something happened that never may, such as a commit behind the writer's back. The database may
 * hold rows that no journal knows: it is not to be used any more, but thrown away.
 */
public final class BrokenInvariantException extends RuntimeException {
  public BrokenInvariantException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
