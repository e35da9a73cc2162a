package scriptorium.actors;

import java.util.Optional;

/**
 * What a store is doing, as seen from one node.
 *
 * @param phase what it does
 * @param detail progress, or the first failure; empty when there is nothing to say
 * @param sequenceNumber the last event that reads show
 * @param writer the writer's address, where one is known
 * @param recovery how the store became ready on this node, once it has
 * @param snapshot the newest snapshot that this node has taken or found, once it has one
 * @param progress how far it has come, while it recovers
 */
public record StoreStatus(
    StorePhase phase,
    String detail,
    SequenceNumber sequenceNumber,
    Optional<String> writer,
    Optional<RecoveryReport> recovery,
    Optional<SnapshotInfo> snapshot,
    Optional<RecoveryProgress> progress) {

  /** One of whose recovery and snapshots nothing is known. */
  public StoreStatus(
      StorePhase phase, String detail, SequenceNumber sequenceNumber, Optional<String> writer) {
    this(
        phase,
        detail,
        sequenceNumber,
        writer,
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }
}
