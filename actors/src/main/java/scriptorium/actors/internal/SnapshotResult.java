package scriptorium.actors.internal;

import java.util.Optional;
import scriptorium.actors.SnapshotInfo;
import scriptorium.actors.SnapshotReply;

/** How a snapshot ended. */
sealed interface SnapshotResult {

  /** Where it was pinned; empty where it did not come to that. */
  Optional<PinPoint> pinned();

  /**
   * How far the store was at a pin.
   *
   * @param sequenceNumber its last event
   * @param journaledBytes bytes of its events, as {@link StoreState#journaledBytes} counts them
   */
  record PinPoint(long sequenceNumber, long journaledBytes) {}

  /** Saved and proved. */
  record Saved(Optional<PinPoint> pinned, SnapshotReply.Saved reply, SnapshotInfo info)
      implements SnapshotResult {}

  /** None was taken, for nothing has changed since the last one. */
  record Unchanged() implements SnapshotResult {
    @Override
    public Optional<PinPoint> pinned() {
      return Optional.empty();
    }
  }

  /** Given up, or found wrong. */
  record Failed(Optional<PinPoint> pinned, String reason) implements SnapshotResult {}
}
