package scriptorium.actors.internal;

import java.util.List;

/** How applying schema scripts ended, as the writer sees it. */
sealed interface SchemaAnswer {

  /** These were applied, in order; the last event's number. */
  record Applied(List<String> names, long sequenceNumber) implements SchemaAnswer {}

  /** This script was refused; those before it stay. */
  record Refused(String script, int line, String sqlState, String message)
      implements SchemaAnswer {}

  /** The journal did not answer. */
  record Unknown(String reason) implements SchemaAnswer {}
}
