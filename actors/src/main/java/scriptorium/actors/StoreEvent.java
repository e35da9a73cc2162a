package scriptorium.actors;

import java.time.Duration;

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

  /** Writes and reads are served from now on. */
  record BecameReady(String store, RecoveryReport report) implements StoreEvent {}

  /** A snapshot was saved and proved. */
  record SnapshotSaved(
      String store, SequenceNumber sequenceNumber, long snapshotBytes, Duration took)
      implements StoreEvent {}

  /** A snapshot was given up; nothing was deleted. */
  record SnapshotFailed(String store, String reason) implements StoreEvent {}

  /** A snapshot could not be used in recovery; an older one, or the whole journal, is used. */
  record SnapshotSkipped(String store, SequenceNumber sequenceNumber, String reason)
      implements StoreEvent {}
}
