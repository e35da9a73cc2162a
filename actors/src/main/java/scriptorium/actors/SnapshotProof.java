package scriptorium.actors;

/** How a snapshot is proved before anything that it replaces is deleted. */
public enum SnapshotProof {
  /** Read back from the store; rows and digest of every table computed anew from what was read. */
  DIGEST,

  /** Restored into a second database, which is compared table by table. */
  RESTORE
}
