package scriptorium.persistence.segment;

import static scriptorium.persistence.segment.SegmentFormat.SEGMENT_HEADER_BYTES;
import static scriptorium.persistence.segment.SegmentFormat.intAt;
import static scriptorium.persistence.segment.SegmentFormat.longAt;
import static scriptorium.persistence.segment.SegmentFormat.putInt;
import static scriptorium.persistence.segment.SegmentFormat.putLong;

import java.util.Optional;
import java.util.zip.CRC32C;

/**
 * The first 128 bytes of a segment. It repeats where the chain stood when the segment was made, so
 * that earlier segments may be deleted, and so that a number is found without reading them.
 */
record SegmentHeader(
    SegmentName name,
    long segmentBytes,
    long nextNumber,
    long chainHash,
    long frameCount,
    long deletedTo,
    SealMark mark) {
  private static final long MAGIC = 0x5343524950534547L;
  private static final int CRC_AT = 124;

  /** Of a segment that is not protected. */
  SegmentHeader(
      SegmentName name,
      long segmentBytes,
      long nextNumber,
      long chainHash,
      long frameCount,
      long deletedTo) {
    this(name, segmentBytes, nextNumber, chainHash, frameCount, deletedTo, SealMark.NONE);
  }

  byte[] encode() {
    return encode(FrameSeal.NONE);
  }

  /** The same of a segment that is protected so. */
  SegmentHeader marked(SealMark other) {
    return new SegmentHeader(
        name, segmentBytes, nextNumber, chainHash, frameCount, deletedTo, other);
  }

  /**
   * @param seal whose mark it has
   */
  byte[] encode(FrameSeal seal) {
    byte[] bytes = new byte[SEGMENT_HEADER_BYTES];
    putLong(bytes, 0, MAGIC);
    putInt(bytes, 8, SegmentFormat.VERSION);
    putInt(bytes, 12, SEGMENT_HEADER_BYTES);
    putLong(bytes, 24, name.epoch());
    putLong(bytes, 32, name.index());
    putLong(bytes, 40, segmentBytes);
    putLong(bytes, 48, nextNumber);
    putLong(bytes, 56, chainHash);
    putLong(bytes, 64, frameCount);
    putLong(bytes, 72, deletedTo);
    mark.putTo(bytes);
    seal.tagHeader(bytes);
    putInt(bytes, CRC_AT, SegmentFormat.crc(new CRC32C(), bytes, 0, CRC_AT));
    return bytes;
  }

  /**
   * Empty when these bytes are not a whole header.
   *
   * @throws UnsupportedSegmentException when they are one of a version or protection not known here
   */
  static Optional<SegmentHeader> decode(byte[] bytes) {
    if (bytes.length < SEGMENT_HEADER_BYTES
        || longAt(bytes, 0) != MAGIC
        || intAt(bytes, CRC_AT) != SegmentFormat.crc(new CRC32C(), bytes, 0, CRC_AT)) {
      return Optional.empty();
    }
    if (intAt(bytes, 8) != SegmentFormat.VERSION || intAt(bytes, 12) != SEGMENT_HEADER_BYTES) {
      throw new UnsupportedSegmentException(
          "segment of another format: version="
              + intAt(bytes, 8)
              + " expected version=1; use the program version that wrote it");
    }
    if (longAt(bytes, 24) < 1 || longAt(bytes, 32) < 0) {
      return Optional.empty();
    }
    return Optional.of(
        new SegmentHeader(
            new SegmentName(longAt(bytes, 24), longAt(bytes, 32)),
            longAt(bytes, 40),
            longAt(bytes, 48),
            longAt(bytes, 56),
            longAt(bytes, 64),
            longAt(bytes, 72),
            SealMark.of(bytes)));
  }
}
