package scriptorium.persistence.segment;

/**
 * The part of one segment that belongs to the chain.
 *
 * @param nextNumber number of the first event in it, if it holds one
 * @param endOffset where its last frame of the chain ends
 */
record SegmentSpan(SegmentName name, long nextNumber, long endOffset) {}
