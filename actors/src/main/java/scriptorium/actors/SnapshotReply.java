package scriptorium.actors;

import java.time.Duration;
import java.util.List;

/** How a snapshot on demand ended. */
public sealed interface SnapshotReply {

  /**
   * Saved, read back and proved: it survives a crash of the machine as far as the snapshot store
   * does. Where nothing has changed since the last one, that one was read back and proved again.
   *
   * @param sequenceNumber the event whose state it holds
   * @param snapshotBytes its size, compressed
   * @param took from the pin to the proof
   * @param proof how it was proved
   * @param deletedSnapshots older ones that were deleted thereupon
   * @param eventsDeletedTo events up to this number are being deleted, for no kept snapshot needs
   *     them; {@link SequenceNumber#NONE} where there are fewer snapshots than are to be kept
   */
  record Saved(
      SequenceNumber sequenceNumber,
      long snapshotBytes,
      Duration took,
      SnapshotProof proof,
      List<SequenceNumber> deletedSnapshots,
      SequenceNumber eventsDeletedTo)
      implements SnapshotReply {

    /** Copies the list. */
    public Saved {
      deletedSnapshots = List.copyOf(deletedSnapshots);
    }
  }

  /** Nothing was saved, nothing older deleted; the store goes on. */
  record Failed(String reason) implements SnapshotReply {}

  /** Another snapshot or a schema change is under way, or the store does not serve here. */
  record NotNow(StorePhase phase, String detail) implements SnapshotReply {}
}
