package scriptorium.actors;

import java.time.Duration;
import java.util.List;

/**
 * What happens to a store, published on the actor system's event stream ({@code
 * system.eventStream()}), for logs, progress bars and alarms. Told at most once, never repeated.
 */
public sealed interface StoreEvent {

  /** The store's name. */
  String store();

  /**
   * The store's phase changed, or made progress.
   *
   * @param detail progress in words, or the failure
   */
  record PhaseChanged(String store, StorePhase phase, String detail) implements StoreEvent {}

  /** A recovery goes on, every {@code recovery.progress-every}. */
  record RecoveryMoved(String store, RecoveryProgress progress) implements StoreEvent {}

  /** A recovery stood still, or failed, and is tried anew. */
  record RecoveryEnded(String store, String reason) implements StoreEvent {}

  /** Writes and reads are served from now on. */
  record BecameReady(String store, RecoveryReport report) implements StoreEvent {}

  /**
   * A schema script was journaled, and the changed database took the place of the old one.
   *
   * @param script its name
   * @param predictedPause how long writes were to wait, as told before they did; zero where the
   *     change was ready before it came to that
   * @param pause how long writes waited; zero at a start
   */
  record SchemaApplied(
      String store,
      String script,
      SequenceNumber sequenceNumber,
      Duration predictedPause,
      Duration pause)
      implements StoreEvent {}

  /**
   * A snapshot was saved and proved.
   *
   * @param sequenceNumber the event whose state it holds
   * @param snapshotBytes its size, compressed
   * @param took from the pin to the proof
   * @param proof how it was proved
   * @param deletedSnapshots older ones that were deleted thereupon
   * @param eventsDeletedTo events up to this number are being deleted; {@link SequenceNumber#NONE}
   *     for none
   */
  record SnapshotSaved(
      String store,
      SequenceNumber sequenceNumber,
      long snapshotBytes,
      Duration took,
      SnapshotProof proof,
      List<SequenceNumber> deletedSnapshots,
      SequenceNumber eventsDeletedTo)
      implements StoreEvent {

    /** Copies the list. */
    public SnapshotSaved {
      deletedSnapshots = List.copyOf(deletedSnapshots);
    }
  }

  /** A snapshot was given up, or was found wrong when read back; nothing older was deleted. */
  record SnapshotFailed(String store, String reason) implements StoreEvent {}

  /** A snapshot could not be used in recovery; an older one, or the whole journal, is used. */
  record SnapshotSkipped(String store, SequenceNumber sequenceNumber, String reason)
      implements StoreEvent {}
}
