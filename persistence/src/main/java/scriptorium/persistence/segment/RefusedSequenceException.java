package scriptorium.persistence.segment;

import org.jspecify.annotations.Nullable;

/**
 * The numbers of a group do not follow the last one in the log: written twice, or a gap. Nothing
 * was written.
 */
public final class RefusedSequenceException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  RefusedSequenceException(String message) {
    super(message);
  }

  RefusedSequenceException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
