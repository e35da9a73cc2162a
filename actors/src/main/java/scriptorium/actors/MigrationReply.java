package scriptorium.actors;

import java.time.Duration;
import java.util.List;

/** How a schema change ended. */
public sealed interface MigrationReply {

  /**
   * All scripts are applied and journaled, or had been before.
   *
   * @param applied the names of the scripts applied by this call, in order; empty when none was new
   * @param takenDown the names of the down scripts run by this call, in order
   * @param refreshed the names of the repeatable scripts that changed rows
   * @param warnings what is allowed, and still should be looked at
   * @param sequenceNumber the last event's number
   * @param predictedPause the longest pause of writes that was predicted for one of them
   * @param pause the longest for which writes waited for one of them
   */
  record Migrated(
      List<String> applied,
      List<String> takenDown,
      List<String> refreshed,
      List<String> warnings,
      SequenceNumber sequenceNumber,
      Duration predictedPause,
      Duration pause)
      implements MigrationReply {

    /** Copies the lists. */
    public Migrated {
      applied = List.copyOf(applied);
      takenDown = List.copyOf(takenDown);
      refreshed = List.copyOf(refreshed);
      warnings = List.copyOf(warnings);
    }
  }

  /**
   * A script was refused, or given up: because it fails, because writes would wait for longer than
   * they may, because the store stopped. It left journal and data as they were. Scripts before it
   * stay applied.
   *
   * @param script its name, that of its file where it comes from one
   * @param line the line of the failing statement, from 1; 0 where the script as a whole is refused
   * @param statement the failing statement on one line, shortened; empty where the script as a
   *     whole is refused
   * @param sqlState the SQL state; "HY000" where it was no SQL failure, "57014" where it was given
   *     up in the middle
   * @param message what failed and why
   */
  record Refused(String script, int line, String statement, String sqlState, String message)
      implements MigrationReply {}

  /**
   * The journal did not answer: the script may or may not be durable; migrate again to find out.
   */
  record Unknown(String script, String reason) implements MigrationReply {}

  /** The store does not serve, or does not write on this node. */
  record NotReady(StorePhase phase, String detail) implements MigrationReply {}

  /** The applied scripts, or an exception that says what was answered instead. */
  default Migrated orThrow() {
    if (this instanceof Migrated migrated) {
      return migrated;
    }
    throw new IllegalStateException("schema change not applied: " + this);
  }
}
