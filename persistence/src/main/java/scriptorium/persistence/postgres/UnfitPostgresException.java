package scriptorium.persistence.postgres;

import java.util.List;
import java.util.stream.Collectors;

/**
 * The plugin's settings, the server or its tables are not as a store needs them. Trying again ends
 * the same: somebody must change what the message names, a line each.
 */
public final class UnfitPostgresException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final transient List<PostgresFault> faults;

  /** With everything that was found wrong. */
  UnfitPostgresException(List<PostgresFault> faults) {
    super(
        faults.stream()
            .map(PostgresFault::toString)
            .collect(Collectors.joining("\n  ", "PostgreSQL is not as a store needs it: ", "")));
    this.faults = List.copyOf(faults);
  }

  /** What is wrong, each. */
  public List<PostgresFault> faults() {
    return faults;
  }
}
