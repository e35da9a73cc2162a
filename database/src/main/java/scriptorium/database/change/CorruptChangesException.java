package scriptorium.database.change;

import org.jspecify.annotations.Nullable;

/** Bytes that are not, or not only, an encoded {@link RowChanges} of a version known here. */
public final class CorruptChangesException extends RuntimeException {
  public CorruptChangesException(String message) {
    this(message, null);
  }

  public CorruptChangesException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
