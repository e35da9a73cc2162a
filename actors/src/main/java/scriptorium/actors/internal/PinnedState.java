package scriptorium.actors.internal;

import java.time.Instant;
import java.util.List;
import scriptorium.database.EmbeddedDatabase;
import scriptorium.database.ReadView;
import scriptorium.database.change.SequencePosition;

/**
 * A store's state held still at one sequence number while the writer goes on: taken by the writer
 * between two batches, in microseconds, and closed by whoever reads it.
 */
@SuppressWarnings("ArrayRecordComponent") // handed on once, compared by nobody
record PinnedState(
    EmbeddedDatabase database,
    ReadView view,
    long sequenceNumber,
    long epoch,
    Instant time,
    int schemaVersion,
    byte[] schemaHistory,
    Outcomes.Image outcomes,
    List<SequencePosition> positions)
    implements AutoCloseable {

  static PinnedState take(StoreState state) {
    return new PinnedState(
        state.database(),
        state.database().pin(),
        state.sequenceNumber(),
        state.epochNumber(),
        state.lastTime(),
        state.schema().version(),
        state.schema().toBytes(),
        state.outcomes().image(),
        state.database().sequencePositions());
  }

  @Override
  public void close() {
    view.close();
  }
}
