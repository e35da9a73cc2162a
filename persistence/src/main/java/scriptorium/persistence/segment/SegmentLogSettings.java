package scriptorium.persistence.segment;

/**
 * How a log lays out its files.
 *
 * @param firstSegmentBytes size of an epoch's first segment; each further one is twice as large
 * @param maxSegmentBytes up to this size; a larger frame gets a segment of its own
 * @param lock how the folder is held
 * @param coherentFileSystem the user vouches that what one process does to a file another sees at
 *     once; without it a shared folder must be on a local file system
 */
public record SegmentLogSettings(
    long firstSegmentBytes, long maxSegmentBytes, LockMode lock, boolean coherentFileSystem) {
  static final long MIN_SEGMENT_BYTES = 4 << 10;
  static final long MAX_SEGMENT_BYTES = 1 << 30;

  public SegmentLogSettings {
    if (firstSegmentBytes < MIN_SEGMENT_BYTES
        || maxSegmentBytes < firstSegmentBytes
        || maxSegmentBytes > MAX_SEGMENT_BYTES) {
      throw new IllegalArgumentException(
          "segment sizes out of range: first=%d max=%d, allowed %d <= first <= max <= %d"
              .formatted(firstSegmentBytes, maxSegmentBytes, MIN_SEGMENT_BYTES, MAX_SEGMENT_BYTES));
    }
  }

  public SegmentLogSettings(long firstSegmentBytes, long maxSegmentBytes, LockMode lock) {
    this(firstSegmentBytes, maxSegmentBytes, lock, false);
  }

  /** 64 KiB doubling to 64 MiB. */
  public static SegmentLogSettings standard(LockMode lock) {
    return new SegmentLogSettings(64 << 10, 64 << 20, lock);
  }

  long segmentBytes(long index) {
    long bytes = firstSegmentBytes;
    for (long i = 0; i < index && bytes < maxSegmentBytes; i++) {
      bytes *= 2;
    }
    return Math.min(bytes, maxSegmentBytes);
  }
}
