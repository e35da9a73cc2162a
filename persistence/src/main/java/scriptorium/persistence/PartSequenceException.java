package scriptorium.persistence;

/**
 * The parts of a change set do not follow each other as they were journaled: events are missing or
 * strange ones between them. Nothing of the change set was applied; recovery stops.
 */
public final class PartSequenceException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  PartSequenceException(String message) {
    super(message);
  }
}
