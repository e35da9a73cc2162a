package scriptorium.persistence.segment;

/** A file of a format this program does not know: use another program version. Nothing is lost. */
public final class UnsupportedSegmentException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  UnsupportedSegmentException(String message) {
    super(message);
  }
}
