package scriptorium.persistence.segment;

import static scriptorium.persistence.segment.SegmentFormat.crc;
import static scriptorium.persistence.segment.SegmentFormat.intAt;
import static scriptorium.persistence.segment.SegmentFormat.putInt;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.zip.CRC32C;

/**
 * Alters a segment as somebody would who knows the format and has no key: whatever is changed, all
 * numbers, checksums and hashes fit again.
 */
final class Forger {
  private static final int HEADER = SegmentFormat.SEGMENT_HEADER_BYTES;

  private Forger() {}

  /** A segment's frames, each from its magic to its end mark. */
  static List<byte[]> frames(LogFixture store, SegmentName name) {
    byte[] file = store.read(store.folder.resolve(name.fileName()));
    List<byte[]> frames = new ArrayList<>();
    for (long start : store.frameStarts(name.epoch(), name.index())) {
      int at = (int) start;
      frames.add(Arrays.copyOfRange(file, at, at + 96 + intAt(file, at + 8) + 8));
    }
    return frames;
  }

  /**
   * Makes a segment of frames, in a row behind each other.
   *
   * @param before where the chain stands before it
   * @param firstCounter of its first frame
   */
  static byte[] segment(
      byte[] header, int fileBytes, List<byte[]> frames, ChainEnd before, long firstCounter) {
    byte[] file = Arrays.copyOf(header, fileBytes);
    SegmentHeader said = SegmentHeader.decode(Arrays.copyOf(header, HEADER)).orElseThrow();
    ChainEnd end = before;
    long start = HEADER;
    for (int i = 0; i < frames.size(); i++) {
      byte[] frame = frames.get(i).clone();
      FrameKind kind = Objects.requireNonNull(FrameKind.of(intAt(frame, 4)));
      int count = intAt(frame, 12);
      new FrameHead(kind, count, said.name().epoch(), firstCounter + i, end)
          .putTo(frame, frame.length - 104);
      seal(frame, start);
      System.arraycopy(frame, 0, file, (int) start, frame.length);
      long next = SegmentFormat.end(start, frame.length - 104);
      end =
          new ChainEnd(
              said.name().epoch(),
              said.name().index(),
              next,
              end.number() + count,
              Xxh64.hash(frame, 0, frame.length - 8));
      start = SegmentFormat.nextStart(next);
    }
    return file;
  }

  /** Makes zero blocks and checksums of a frame right. */
  static void seal(byte[] frame, long start) {
    putInt(frame, 76, crc(new CRC32C(), frame, 96, frame.length - 104));
    putInt(frame, 72, SegmentFormat.zeroBlocks(frame, 0, frame.length, start));
    putInt(frame, 92, crc(new CRC32C(), frame, 0, 92));
  }

  /** Makes the checksum of a segment's header right. */
  static byte[] sealHeader(byte[] header) {
    putInt(header, 124, crc(new CRC32C(), header, 0, 124));
    return header;
  }
}
