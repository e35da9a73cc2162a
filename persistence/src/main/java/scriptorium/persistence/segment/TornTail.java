package scriptorium.persistence.segment;

/**
 * Bytes after the last right frame that are no frame.
 *
 * @param bytes how many, up to the last that is not zero
 * @param coveredTo highest number in it that a snapshot holds; 0 when it was never acknowledged
 */
public record TornTail(SegmentName segment, long offset, long bytes, long coveredTo) {}
