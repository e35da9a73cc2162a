package scriptorium.actors.internal;

/** The journal offered another event than the next one: events are missing, or out of order. */
final class OutOfSequenceException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final long expected;
  private final long found;

  OutOfSequenceException(String persistenceId, long expected, long found) {
    super(
        "event out of sequence: persistenceId="
            + persistenceId
            + " expected="
            + expected
            + " found="
            + found
            + "; events are missing, and no snapshot covers them; the store does not start");
    this.expected = expected;
    this.found = found;
  }

  long expected() {
    return expected;
  }

  long found() {
    return found;
  }
}
