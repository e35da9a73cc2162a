package scriptorium.actors;

import java.time.Duration;

/**
 * A point in time that somebody keeps open, and with it the rows that were replaced since.
 *
 * @param use what keeps it open
 * @param age since it was pinned
 * @param sequenceNumber the last event it shows
 * @param heldBytes heap that would be free without it, estimated: the rows replaced or deleted
 *     since, their index entries and a share of their pages, at most the whole database. Too high
 *     where few rows are replaced again and again; LOBs are not counted
 */
public record OpenView(Use use, Duration age, SequenceNumber sequenceNumber, long heldBytes) {

  /** What keeps views open. */
  public enum Use {
    /** A query of {@link Store#read}. */
    READ,
    /** A connection of {@link Store#dataSource}. */
    DATA_SOURCE,
    /** Nothing: a read to come may use it, for some moments. */
    IDLE,
    /** A snapshot, or the copy that a schema change is made on. */
    SNAPSHOT,
    /** A past state, {@link Store#asOf}: a database of its own, all of which it holds. */
    AS_OF
  }
}
