package scriptorium.actors.internal;

import java.time.Instant;
import java.util.List;
import scriptorium.database.EmbeddedDatabase;
import scriptorium.database.ReadView;
import scriptorium.database.change.SequencePosition;

/**
 * A database held still at one sequence number while it is copied; closed by whoever copies it.
 *
 * @param time that of an event made at the pin
 * @param positions where its sequences stood at the pin
 */
record PinnedDatabase(
    EmbeddedDatabase database,
    ReadView view,
    long sequenceNumber,
    Instant time,
    List<SequencePosition> positions)
    implements AutoCloseable {

  /** Between two batches, in microseconds; only while nobody writes. */
  static PinnedDatabase of(EmbeddedDatabase database, long sequenceNumber, Instant time) {
    return new PinnedDatabase(
        database, database.pin(), sequenceNumber, time, database.sequencePositions());
  }

  @Override
  public void close() {
    view.close();
  }
}
