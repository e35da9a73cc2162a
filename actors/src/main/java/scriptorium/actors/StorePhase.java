package scriptorium.actors;

/** What a store does at the moment. */
public enum StorePhase {
  /** Not heard of yet on this node. */
  STARTING,
  /** Restores the newest good snapshot. */
  RESTORING,
  /** Replays the journal behind the snapshot. */
  REPLAYING,
  /** Writes and reads are served. */
  READY,
  /** Waits before the next attempt to open the journal; the last failure is in the detail. */
  BACKING_OFF,
  /** Another writer has claimed the journal; this one has stopped for good. */
  FENCED,
  /** An invariant broke; everything is refused with the first cause. */
  POISONED,
  /**
   * In a cluster: this program is older than the store's schema, so another node is to write; the
   * detail says what the store has been through, and what this program knows.
   */
  OUTDATED,
  /** Stopped in good order. */
  STOPPED
}
