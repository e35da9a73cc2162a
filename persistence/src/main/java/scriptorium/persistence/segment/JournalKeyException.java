package scriptorium.persistence.segment;

/**
 * A segment is not read, or none is written, because of a key: missing, another one than the
 * segment was made with, or none although one is demanded. Nothing was changed; with the right key
 * the journal is as good as before.
 */
public final class JournalKeyException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  JournalKeyException(String message) {
    super(message);
  }
}
