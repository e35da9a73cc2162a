package scriptorium.persistence.disk;

/** The process that made the call is dead: it gets no answer, now or later. */
public final class ProcessKilled extends RuntimeException {
  private static final long serialVersionUID = 1L;

  ProcessKilled() {
    super("killed", null, false, false);
  }
}
