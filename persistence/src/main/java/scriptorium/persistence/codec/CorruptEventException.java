package scriptorium.persistence.codec;

import org.jspecify.annotations.Nullable;

/** An event's bytes are not what they should be, though their checksum was right. */
public final class CorruptEventException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  CorruptEventException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
