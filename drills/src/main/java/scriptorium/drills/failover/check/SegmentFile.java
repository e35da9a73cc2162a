package scriptorium.drills.failover.check;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.zip.CRC32C;

/**
 * The bytes of one segment, and the frames in them. Whole in memory: at most 64 MiB, or one frame.
 */
final class SegmentFile {

  static final int HEADER_BYTES = 128;
  private static final int FRAME_HEADER_BYTES = 96;
  private static final long SEGMENT_MAGIC = 0x5343524950534547L; // SCRIPSEG
  private static final long END_MARK = 0x4652414D45454E44L; // FRAMEEND
  private static final int FRAME_MAGIC = 0x5346524D; // SFRM
  private static final int MAX_PAYLOAD_BYTES = 1 << 30;

  private final Path file;
  private final ByteBuffer bytes;

  private SegmentFile(Path file, byte[] bytes) {
    this.file = file;
    this.bytes = ByteBuffer.wrap(bytes);
  }

  /** Reads the file; empty where its header is not valid: a segment that was being made. */
  static Optional<SegmentFile> read(Path file) throws IOException {
    SegmentFile segment = new SegmentFile(file, Files.readAllBytes(file));
    return segment.hasValidHeader() ? Optional.of(segment) : Optional.empty();
  }

  private boolean hasValidHeader() throws DamagedJournalException {
    if (bytes.capacity() < HEADER_BYTES
        || bytes.getLong(0) != SEGMENT_MAGIC
        || bytes.getInt(124) != crc(0, 124)) {
      return false;
    }
    if (bytes.getInt(8) != 1 || bytes.getInt(12) != HEADER_BYTES || bytes.getInt(16) != 0) {
      throw damaged(8, "format version, header bytes or flags not known");
    }
    if (bytes.getLong(40) != bytes.capacity()) {
      throw damaged(40, "header says bytes=" + bytes.getLong(40) + " file=" + bytes.capacity());
    }
    return true;
  }

  long epoch() {
    return bytes.getLong(24);
  }

  long index() {
    return bytes.getLong(32);
  }

  long nextNumber() {
    return bytes.getLong(48);
  }

  long chainHash() {
    return bytes.getLong(56);
  }

  long frameCount() {
    return bytes.getLong(64);
  }

  long deletedTo() {
    return bytes.getLong(72);
  }

  /**
   * Where a frame starts that follows one that ended here: never with its header in two sectors.
   */
  static long startAfter(long end) {
    return end % 512 > 416 ? (end / 512 + 1) * 512 : end;
  }

  /** The frame at this offset; empty where none can be read. */
  Optional<Frame> frameAt(long offset) {
    if (offset + FRAME_HEADER_BYTES > bytes.capacity()) {
      return Optional.empty();
    }
    int at = (int) offset;
    int payloadBytes = bytes.getInt(at + 8);
    if (bytes.getInt(at) != FRAME_MAGIC
        || bytes.getInt(at + 92) != crc(at, 92)
        || payloadBytes < 0
        || payloadBytes > MAX_PAYLOAD_BYTES
        || offset + FRAME_HEADER_BYTES + payloadBytes + 8 > bytes.capacity()) {
      return Optional.empty();
    }
    int payloadAt = at + FRAME_HEADER_BYTES;
    if (bytes.getInt(at + 76) != crc(payloadAt, payloadBytes)
        || bytes.getLong(payloadAt + payloadBytes) != END_MARK) {
      return Optional.empty();
    }
    long end = (offset + FRAME_HEADER_BYTES + payloadBytes + 8 + 7) / 8 * 8;
    long hash = Xxh64.hash(bytes.array(), at, FRAME_HEADER_BYTES + payloadBytes);
    return Optional.of(
        new Frame(
            bytes.getInt(at + 4),
            bytes.getInt(at + 12),
            bytes.getLong(at + 16),
            bytes.getLong(at + 24),
            bytes.getLong(at + 32),
            bytes.getLong(at + 40),
            offset,
            end,
            hash,
            bytes.slice(payloadAt, payloadBytes)));
  }

  /** The first offset of a part that is not zero; empty where all is zero. */
  Optional<Long> firstNonZero(long from, long to) {
    for (int at = (int) from; at < Math.min(to, bytes.capacity()); at++) {
      if (bytes.get(at) != 0) {
        return Optional.of((long) at);
      }
    }
    return Optional.empty();
  }

  private int crc(int offset, int length) {
    CRC32C crc = new CRC32C();
    crc.update(bytes.array(), offset, length);
    return (int) crc.getValue();
  }

  DamagedJournalException damaged(long offset, String what) {
    return new DamagedJournalException(
        "journal damaged: file=" + file + " offset=" + offset + ": " + what);
  }
}
