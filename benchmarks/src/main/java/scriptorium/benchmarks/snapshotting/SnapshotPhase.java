package scriptorium.benchmarks.snapshotting;

/** Who is at work beside the readers, in the order of a round: what is compared are neighbours. */
public enum SnapshotPhase {
  /** The writer sends the next write when it has the answer. */
  ONE_WRITE(1, false),
  ONE_WRITE_AND_SNAPSHOTS(1, true),
  FULL_SPEED(SnapshotPhase.MANY, false),
  FULL_SPEED_AND_SNAPSHOTS(SnapshotPhase.MANY, true);

  static final int MANY = 256;

  private final int writes;
  private final boolean snapshots;

  SnapshotPhase(int writes, boolean snapshots) {
    this.writes = writes;
    this.snapshots = snapshots;
  }

  /** How many writes are outstanding. */
  int writes() {
    return writes;
  }

  boolean snapshots() {
    return snapshots;
  }
}
