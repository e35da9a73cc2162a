package scriptorium.actors.internal;

import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
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
    List<SequencePosition> positions,
    long journaledBytes,
    AtomicBoolean closed)
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
        state.database().sequencePositions(),
        state.journaledBytes(),
        new AtomicBoolean());
  }

  /** Lets go of the pin; closing again does nothing, from whatever thread. */
  @Override
  public void close() {
    if (closed.compareAndSet(false, true)) { // the view serves the next pin from then on
      view.close();
    }
  }
}
