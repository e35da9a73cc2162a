package scriptorium.persistence.segment;

/**
 * Counts the parts of a frame, cut at the file offsets that are multiples of a sector, that hold
 * only zeros. The bytes may come in pieces; they count the same however they are cut.
 */
final class ZeroBlocks {
  private int left;
  private boolean zero = true;
  private boolean begun;
  private int count;

  ZeroBlocks(long fileOffset) {
    left = SegmentFormat.SECTOR_BYTES - (int) (fileOffset & (SegmentFormat.SECTOR_BYTES - 1));
  }

  /** Adds bytes behind those before. */
  void update(byte[] bytes, int offset, int length) {
    int end = offset + length;
    for (int at = offset; at < end; ) {
      int next = Math.min(end, at + left);
      zero = zero && SegmentFormat.isZero(bytes, at, next);
      begun = true;
      left -= next - at;
      at = next;
      if (left == 0) {
        endBlock();
      }
    }
  }

  private void endBlock() {
    count += zero ? 1 : 0;
    zero = true;
    begun = false;
    left = SegmentFormat.SECTOR_BYTES;
  }

  /** How many there are; nothing may be added after that. */
  int count() {
    if (begun) {
      endBlock();
    }
    return count;
  }
}
