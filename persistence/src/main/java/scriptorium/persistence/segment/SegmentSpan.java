package scriptorium.persistence.segment;

/**
 * The part of one segment that belongs to the chain: the index by which a number is found, and what
 * its frames must turn out to be when they are read.
 *
 * @param lastNumber the last number given out up to its end
 * @param hashAfter chain hash after its last frame
 */
record SegmentSpan(SegmentHeader header, long lastNumber, long hashAfter) {

  SegmentName name() {
    return header.name();
  }

  /** Number of the first event in it, if it holds one. */
  long nextNumber() {
    return header.nextNumber();
  }
}
