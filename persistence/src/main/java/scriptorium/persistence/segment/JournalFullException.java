package scriptorium.persistence.segment;

import java.io.IOException;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * No room on the disk: nothing was written, the log stays usable and the same append succeeds once
 * there is room.
 */
public final class JournalFullException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  JournalFullException(String message) {
    super(message);
  }

  JournalFullException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }

  /** Whether an error of the file system means that there is no room; Java has no type for it. */
  static boolean isNoRoom(IOException error) {
    String message = String.valueOf(error.getMessage()).toLowerCase(Locale.ROOT);
    return message.contains("no space left") || message.contains("quota exceeded");
  }
}
