package scriptorium.persistence.segment;

import static scriptorium.persistence.segment.SegmentFormat.FRAME_HEADER_BYTES;
import static scriptorium.persistence.segment.SegmentFormat.SEGMENT_HEADER_BYTES;

import java.io.IOException;
import java.nio.file.Path;
import java.util.NavigableSet;
import java.util.Optional;

/**
 * Decides what the bytes after the last right frame are: nothing, a write that never finished, or
 * damage. Only the first two let a store start; the table is in {@code docs/segment-format.md}.
 */
final class TailExamination {

  private final Path folder;
  private final LogFiles files;
  private final SegmentKeys keys;
  private final ChainScan scan;

  TailExamination(Path folder, LogFiles files, SegmentKeys keys, ChainScan scan) {
    this.folder = folder;
    this.files = files;
    this.keys = keys;
    this.scan = scan;
  }

  /**
   * @param indexes all segments of the head's epoch
   * @param snapshotNumber a complete but bad last frame up to this number is not needed
   */
  Optional<TornTail> examine(NavigableSet<Long> indexes, long snapshotNumber) throws IOException {
    SegmentName place = scan.place();
    if (!indexes.contains(place.index())) {
      return Optional.empty();
    }
    long from = SegmentFormat.nextStart(scan.placeOffset());
    Optional<TornTail> torn;
    try (FrameScanner scanner = new FrameScanner(files, folder.resolve(place.fileName()), keys)) {
      requireWhole(scanner);
      long last = lastByte(scanner, from);
      refuseFrames(scanner, place, from, last);
      torn = last < 0 ? Optional.empty() : judge(scanner, place, from, last, snapshotNumber);
    }
    for (long index : indexes.tailSet(place.index(), false)) {
      examineLater(new SegmentName(place.epoch(), index));
    }
    return torn;
  }

  /** Its length was forced before it had its name: no crash makes it shorter. */
  private void requireWhole(FrameScanner scanner) throws IOException {
    long expected = scanner.header().map(SegmentHeader::segmentBytes).orElse(0L);
    if (scanner.size() < expected) {
      throw scan.damaged(
          "the file was cut short: bytes=%d expected=%d".formatted(scanner.size(), expected));
    }
  }

  /** Whether an epoch whose opening frame is not right holds anything that could count. */
  void refuseUnlessVoid(long epoch, NavigableSet<Long> indexes) throws IOException {
    for (long index : indexes) {
      SegmentName name = new SegmentName(epoch, index);
      try (FrameScanner scanner = new FrameScanner(files, folder.resolve(name.fileName()), keys)) {
        long from = SEGMENT_HEADER_BYTES;
        long last = lastByte(scanner, from);
        refuseFrames(scanner, name, from, last);
        boolean openingOnly = index == 0 && last < endOfDeclared(scanner, from);
        if (last >= 0 && !openingOnly) {
          throw scan.damagedAt(name, from, "the opening frame is not right but more follows it");
        }
      }
    }
  }

  private static long endOfDeclared(FrameScanner scanner, long at) throws IOException {
    boolean right = scanner.load(at, FRAME_HEADER_BYTES) && headerIsRight(scanner, at);
    return right ? at + scanner.view().wholeBytes() : at + FRAME_HEADER_BYTES;
  }

  private static boolean headerIsRight(FrameScanner scanner, long at) {
    scanner.view().point(scanner.array(), scanner.offset(at));
    return scanner.view().headerIsRight();
  }

  private void examineLater(SegmentName name) throws IOException {
    try (FrameScanner scanner = new FrameScanner(files, folder.resolve(name.fileName()), keys)) {
      if (scanner.header().isPresent()) {
        throw scan.damaged("frames before the next segment are not there: next=" + name);
      }
      long last = lastByte(scanner, SEGMENT_HEADER_BYTES);
      refuseFrames(scanner, name, SEGMENT_HEADER_BYTES, last);
      if (last >= 0) {
        throw scan.damagedAt(name, 0, "the header of a segment in use is not right");
      }
    }
  }

  /** File offset of the last byte that is not zero, behind the header; -1: all are. */
  static long lastByte(FrameScanner scanner, long from) throws IOException {
    long last = -1;
    for (long at = Math.max(from, SEGMENT_HEADER_BYTES); at < scanner.size(); ) {
      int length = (int) Math.min(FrameScanner.CHUNK_BYTES, scanner.size() - at);
      if (!scanner.load(at, length)) {
        break;
      }
      int offset = scanner.offset(at);
      if (!SegmentFormat.isZero(scanner.array(), offset, offset + length)) {
        int i = offset + length - 1;
        while (scanner.array()[i] == 0) {
          i--;
        }
        last = at + i - offset;
      }
      at += length;
    }
    return last;
  }

  /** A right frame after a wrong one proves that the wrong one was forced, so acknowledged. */
  private void refuseFrames(FrameScanner scanner, SegmentName name, long from, long to)
      throws IOException {
    for (long at = Math.max(from, SEGMENT_HEADER_BYTES); at <= to; at += SegmentFormat.ALIGNMENT) {
      if (scanner.isRight(at) && scanner.view().epoch() == name.epoch()) {
        throw scan.damaged(
            "a bad frame is followed by a right one at file=%s offset=%d"
                .formatted(name.fileName(), at));
      }
    }
  }

  private Optional<TornTail> judge(
      FrameScanner scanner, SegmentName place, long from, long last, long snapshotNumber)
      throws IOException {
    if (from == 0) {
      throw scan.damaged("the header of a segment in use is not right");
    }
    long bytes = last + 1 - from;
    TornTail torn = new TornTail(place, from, bytes, 0);
    if (!scanner.load(from, FRAME_HEADER_BYTES)) {
      return Optional.of(torn);
    }
    int at = scanner.offset(from);
    if (SegmentFormat.isZero(scanner.array(), at, at + FRAME_HEADER_BYTES)) {
      return Optional.of(torn);
    }
    if (!headerIsRight(scanner, from)) {
      if (bytes <= FRAME_HEADER_BYTES) {
        return Optional.of(torn);
      }
      throw scan.damaged("the last frame's header is not right; it may have been acknowledged");
    }
    FrameView frame = scanner.view();
    long lastNumber = frame.firstNumber() + frame.count() - 1;
    boolean cut = !scanner.load(from, frame.wholeBytes());
    frame.point(scanner.array(), scanner.offset(from));
    if (cut || frame.isTorn(from)) {
      return Optional.of(torn);
    }
    if (lastNumber <= snapshotNumber) {
      return Optional.of(new TornTail(place, from, bytes, lastNumber));
    }
    throw scan.damaged(
        "the last frame is complete but bad, it may have been acknowledged; it holds sequence numbers %d to %d"
            .formatted(frame.firstNumber(), lastNumber));
  }
}
