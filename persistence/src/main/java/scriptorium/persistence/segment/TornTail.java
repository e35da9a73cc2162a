package scriptorium.persistence.segment;

/**
 * Bytes after the last right frame that are no frame.
 *
 * @param bytes how many, up to the last that is not zero
 * @param coveredTo highest number in it that a snapshot holds; 0 when it was never acknowledged
 */
public record TornTail(SegmentName segment, long offset, long bytes, long coveredTo) {

  /** Name of the file into which bytes are copied that an epoch declares void. */
  static String copyName(SegmentName segment, long offset, long byEpoch) {
    return "torn-%010d-%010d-%010d-by-%010d.bin"
        .formatted(segment.epoch(), segment.index(), offset, byEpoch);
  }
}
