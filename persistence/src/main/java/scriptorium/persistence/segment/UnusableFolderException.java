package scriptorium.persistence.segment;

import org.jspecify.annotations.Nullable;

/**
 * The store's folder cannot be used: not a folder, not writable, or held by another process. The
 * message says which, and by whom.
 */
public final class UnusableFolderException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  UnusableFolderException(String message) {
    super(message);
  }

  UnusableFolderException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
