package scriptorium.benchmarks.reading;

/** Who is at work, in the order of a round: what a target compares are neighbours. */
public enum Phase {
  /** The writer sends the next write when it has the answer. */
  ONE_WRITE(1, false),
  ONE_WRITE_AND_READERS(1, true),
  FULL_SPEED(Phase.MANY, false),
  FULL_SPEED_AND_READERS(Phase.MANY, true),
  READERS(0, true);

  static final int MANY = 256;

  private final int writes;
  private final boolean reads;

  Phase(int writes, boolean reads) {
    this.writes = writes;
    this.reads = reads;
  }

  /** How many writes are outstanding. */
  int writes() {
    return writes;
  }

  boolean reads() {
    return reads;
  }
}
