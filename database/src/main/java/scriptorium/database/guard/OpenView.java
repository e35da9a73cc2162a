package scriptorium.database.guard;

import java.time.Duration;

/**
 * A view of one point in time that is open.
 *
 * @param use what it is open for
 * @param age since it was pinned
 * @param sequenceNumber what it shows
 * @param heldBytes heap that it keeps from being freed, as {@link HeldHeap} estimates it
 */
public record OpenView(Use use, Duration age, long sequenceNumber, long heldBytes) {

  OpenView holding(long bytes) {
    return new OpenView(use, age, sequenceNumber, bytes);
  }

  /** What views are open for. */
  public enum Use {
    /** A query of {@code Store.read}. */
    READ,
    /** A connection of {@code Store.dataSource}. */
    DATA_SOURCE,
    /** Nothing: the next read uses it, if it comes soon enough and nothing was committed. */
    IDLE,
    /** A snapshot, or a copy of the database for a schema change. */
    SNAPSHOT
  }
}
