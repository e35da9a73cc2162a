package scriptorium.persistence.segment;

import java.nio.file.Path;

/**
 * Bytes that were, or may have been, acknowledged are not as they were written. Nothing was
 * changed; the message names the file, the offset, the last good sequence number and what can be
 * done.
 */
public final class DamagedJournalException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String file;
  private final long offset;
  private final String reason;

  DamagedJournalException(String message, Path file, long offset, String reason) {
    super(message);
    this.file = file.toString();
    this.offset = offset;
    this.reason = reason;
  }

  /** The file that is damaged or missing. */
  public Path file() {
    return Path.of(file);
  }

  /** Where in it; 0: from its beginning on. */
  public long offset() {
    return offset;
  }

  /** What is wrong there, in words. */
  public String reason() {
    return reason;
  }
}
