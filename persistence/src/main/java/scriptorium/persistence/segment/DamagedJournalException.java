package scriptorium.persistence.segment;

import org.jspecify.annotations.Nullable;

/**
 * Bytes that were, or may have been, acknowledged are not as they were written. Nothing was
 * changed; the message names the file, the offset, the last good sequence number and what can be
 * done.
 */
public final class DamagedJournalException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  DamagedJournalException(String message) {
    super(message);
  }

  DamagedJournalException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
