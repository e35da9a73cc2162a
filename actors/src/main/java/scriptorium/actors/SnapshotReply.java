package scriptorium.actors;

import java.time.Duration;

/** How a snapshot on demand ended. */
public sealed interface SnapshotReply {

  /**
   * Saved, read back and proved.
   *
   * @param sequenceNumber the event whose state it holds
   * @param snapshotBytes its size, compressed
   * @param took from the pin to the proof
   */
  record Saved(SequenceNumber sequenceNumber, long snapshotBytes, Duration took)
      implements SnapshotReply {}

  /** Nothing was saved, nothing deleted; the store goes on. */
  record Failed(String reason) implements SnapshotReply {}

  /** Another snapshot is under way, or the store does not serve here. */
  record NotNow(StorePhase phase, String detail) implements SnapshotReply {}
}
