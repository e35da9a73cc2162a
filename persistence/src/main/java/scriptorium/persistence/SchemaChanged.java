package scriptorium.persistence;

import java.time.Instant;
import java.util.List;
import scriptorium.database.TableState;
import scriptorium.database.change.RowChanges;
import scriptorium.database.change.SequencePosition;

/**
 * A schema change, whole: its statements and the rows they changed, in order, and what every table
 * must look like afterwards.
 *
 * @param time when it was made
 * @param version its place among the numbered scripts; 0 for a change by hand
 * @param name the script's name
 * @param checksum SHA-256 of the script's text, in hexadecimal
 * @param steps what to do, in order
 * @param positions where every sequence stands afterwards
 * @param after each table's rows and digest after it, by which a replay is proved
 */
public record SchemaChanged(
    Instant time,
    int version,
    String name,
    String checksum,
    List<Step> steps,
    List<SequencePosition> positions,
    List<TableState> after)
    implements JournalEvent {

  /** Copies the lists. */
  public SchemaChanged {
    steps = List.copyOf(steps);
    positions = List.copyOf(positions);
    after = List.copyOf(after);
  }

  /** One step of a schema change. */
  public sealed interface Step {

    /** A statement that changes the schema, run as it is. */
    record Statement(String sql) implements Step {}

    /** Rows that statements between two schema statements changed. */
    record Rows(RowChanges changes) implements Step {}
  }
}
