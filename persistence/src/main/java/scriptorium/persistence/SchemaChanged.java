package scriptorium.persistence;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import scriptorium.database.TableState;
import scriptorium.database.change.RowChanges;
import scriptorium.database.change.SequencePosition;

/**
 * A schema change, whole: its statements and the rows they changed, in order, and what the tables
 * that it touched must look like afterwards.
 *
 * @param time when it was made
 * @param kind what it is among the numbered scripts
 * @param version the number of the script that was applied, or taken down; 0 for a change by hand
 * @param name the name of the script that ran
 * @param checksum SHA-256 of its text, in hexadecimal
 * @param down what takes the script down again, for programs that have never heard of it
 * @param steps what to do, in order
 * @param positions where every sequence stands afterwards
 * @param after rows and digest of each table that it made, made anew or changed rows of, by which a
 *     replay is proved
 */
public record SchemaChanged(
    Instant time,
    Kind kind,
    int version,
    String name,
    String checksum,
    Optional<Down> down,
    List<Step> steps,
    List<SequencePosition> positions,
    List<TableState> after)
    implements JournalEvent {

  /** Copies the lists; refuses a version, or a down script, that does not go with the kind. */
  public SchemaChanged {
    steps = List.copyOf(steps);
    positions = List.copyOf(positions);
    after = List.copyOf(after);
    if (version < 0
        || (version == 0) != (kind == Kind.BY_HAND)
        || (down.isPresent() && kind != Kind.UP)) {
      throw new IllegalArgumentException(
          "schema change that contradicts itself: kind="
              + kind
              + " version="
              + version
              + " name="
              + name
              + " downScript="
              + down.isPresent());
    }
  }

  /** What a schema change is among the numbered scripts. */
  public enum Kind {
    /** It has no number and is never taken down. */
    BY_HAND,
    /** A numbered script was applied. */
    UP,
    /** The newest numbered script was taken down, by the down script that came with it. */
    DOWN
  }

  /**
   * A down script.
   *
   * @param name what it is called
   * @param checksum SHA-256 of its text, in hexadecimal
   * @param sql its text
   */
  public record Down(String name, String checksum, String sql) {}

  /** One step of a schema change. */
  public sealed interface Step {

    /** A statement that changes the schema, run as it is. */
    record Statement(String sql) implements Step {}

    /** Rows that statements between two schema statements changed. */
    record Rows(RowChanges changes) implements Step {}
  }
}
