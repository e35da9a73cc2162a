package scriptorium.drills.failover.check;

import java.nio.ByteBuffer;

/**
 * One frame whose checksums hold.
 *
 * @param kind one of the constants
 * @param count events in it
 * @param epoch the epoch that wrote it
 * @param firstNumber of the first event, or the number the next event will have
 * @param previousHash the chain's hash before it
 * @param counter its place in the epoch
 * @param start where it starts in its segment
 * @param end where it ends
 * @param hash the chain's hash after it
 * @param payload its content, big-endian
 */
record Frame(
    int kind,
    int count,
    long epoch,
    long firstNumber,
    long previousHash,
    long counter,
    long start,
    long end,
    long hash,
    ByteBuffer payload) {

  static final int OPENING = 1;
  static final int EVENTS = 2;
  static final int DELETE = 3;
  static final int IDLE_MARK = 4;
  static final int SEAL = 5;

  /** The number that the first event behind it has. */
  long nextNumber() {
    return firstNumber + count;
  }

  /** Where its bytes end; up to {@link #end} there is padding. */
  long contentEnd() {
    return start + 96 + payload.capacity() + 8;
  }

  /** Where the chain goes on backwards, from an opening frame. */
  Predecessor predecessor() {
    return new Predecessor(
        payload.getLong(0),
        payload.getLong(8),
        payload.getLong(16),
        payload.getLong(24),
        payload.getLong(32),
        payload.getLong(40));
  }

  /**
   * What an opening frame names.
   *
   * @param epoch the predecessor; 0 for none
   * @param index its last segment
   * @param offset the end of its last frame
   * @param lastNumber its last sequence number
   * @param hash the chain's hash there
   * @param deletedTo events up to this number are deleted
   */
  record Predecessor(
      long epoch, long index, long offset, long lastNumber, long hash, long deletedTo) {}
}
