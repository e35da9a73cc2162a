package scriptorium.persistence.segment;

import org.jspecify.annotations.Nullable;

/**
 * Another process claimed the log: this writer stops for good and never claims again. What it wrote
 * since its last acknowledgement does not count.
 */
public final class FencedWriterException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** For whoever finds that out by other means than the log. */
  public FencedWriterException(String message) {
    super(message);
  }

  FencedWriterException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
