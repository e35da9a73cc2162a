package scriptorium.persistence.segment;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableSet;
import java.util.Optional;

/**
 * Follows a chain, epoch by epoch, and holds how far it came. The headers of segments are its
 * index: each tells where the chain stood when the segment was made, which was after everything
 * before it had been forced and confirmed. So frames are read only where nothing says how they end:
 * in the last segment, and before a gap. {@link SpanReader} proves the others when they are read.
 *
 * <p>Invariants: everything up to {@code end} follows without a gap but for {@code gaps}, which
 * must turn out deleted; {@code frames} is the counter the next frame of the epoch must have.
 */
final class ChainScan {
  private final Path folder;
  private final LogFiles files;
  private final SegmentKeys keys;
  private final FrameVisitor visitor;
  private final List<SegmentSpan> spans = new ArrayList<>();
  private final List<Gap> gaps = new ArrayList<>();
  private ChainEnd end = ChainEnd.NOTHING;
  private long lastFrameOffset;
  private long frames;
  private long deletedTo;
  private boolean sealed;
  private SegmentName place = new SegmentName(1, 0);
  private long placeOffset;

  /** Events after one number up to another that nothing readable holds. */
  private record Gap(
      SegmentName name, boolean there, int spansBefore, long afterNumber, long toNumber) {}

  /**
   * @param visitor is shown the frames that are read
   */
  ChainScan(Path folder, LogFiles files, SegmentKeys keys, FrameVisitor visitor) {
    this.folder = folder;
    this.files = files;
    this.keys = keys;
    this.visitor = visitor;
  }

  /** As if frames had been read up to a place, for what is decided there. */
  static ChainScan at(
      Path folder, LogFiles files, SegmentKeys keys, ChainEnd end, SegmentName place, long offset) {
    ChainScan scan = new ChainScan(folder, files, keys, FrameVisitor.NONE);
    scan.end = end;
    scan.place = place;
    scan.placeOffset = offset;
    return scan;
  }

  /** Follows an epoch up to the end that its successor names. */
  void readTo(ChainEnd named, Optional<OpeningFrame> opening, NavigableSet<Long> indexes)
      throws IOException {
    begin(named.epoch(), opening);
    EpochHeaders headers =
        EpochHeaders.read(
            folder, files, keys, named.epoch(), indexes.headSet(named.segment(), true));
    follow(headers, opening.isPresent() ? 0 : -1, named);
    if (!headers.holds(named.segment())) {
      gap(new SegmentName(named.epoch(), named.segment()), headers, named.number());
    }
    end = named;
  }

  /** Follows the head as far as its frames are right. */
  void readHead(long epoch, OpeningFrame opening, NavigableSet<Long> indexes) throws IOException {
    begin(epoch, Optional.of(opening));
    readOn(epoch, 0, indexes);
  }

  /** Goes on where an earlier reading of the same epochs ended. */
  void readMore(Chain before, NavigableSet<Long> indexes) throws IOException {
    spans.addAll(before.spans());
    SegmentSpan last = spans.remove(spans.size() - 1);
    end = before.end();
    lastFrameOffset = before.lastFrameOffset();
    frames = before.headFrames();
    deletedTo = before.deletedTo();
    sealed = before.sealed();
    place = last.name();
    readFrames(
        last.header(),
        before.tailOffset(),
        new ChainCursor(place.epoch(), frames, end.number(), end.hash()));
    readOn(place.epoch(), place.index() + 1, indexes.tailSet(place.index(), false));
  }

  private void begin(long epoch, Optional<OpeningFrame> opening) {
    opening.ifPresent(
        frame -> {
          ChainEnd before = frame.predecessor();
          if (spans.isEmpty() && end.isNothing()) {
            if (!before.isNothing()) {
              gaps.add(
                  new Gap(
                      new SegmentName(before.epoch(), before.segment()),
                      false,
                      0,
                      0,
                      before.number()));
            }
            end = before;
          }
          deletedTo = Math.max(deletedTo, frame.deletedTo());
        });
    frames = 0;
    sealed = false;
    place = new SegmentName(epoch, 0);
    placeOffset = SegmentFormat.SEGMENT_HEADER_BYTES;
  }

  private void readOn(long epoch, long firstExpected, NavigableSet<Long> indexes)
      throws IOException {
    EpochHeaders headers = EpochHeaders.read(folder, files, keys, epoch, indexes);
    follow(headers, firstExpected, ChainEnd.NOTHING);
    headers
        .firstBadAtEnd()
        .ifPresent(
            index -> {
              place = new SegmentName(epoch, index);
              placeOffset = 0;
            });
  }

  private void follow(EpochHeaders headers, long firstExpected, ChainEnd named) throws IOException {
    long expected = firstExpected;
    int firstRead = named.isNothing() ? headers.lastWithFrames() : headers.size();
    for (int i = 0; i < headers.size(); i++) {
      SegmentHeader header = headers.get(i);
      if (header.name().index() != expected) {
        gap(
            new SegmentName(header.name().epoch(), Math.max(expected, 0)),
            headers,
            header.nextNumber() - 1);
        skipTo(header);
      } else {
        requireFollows(header);
      }
      place = header.name();
      deletedTo = Math.max(deletedTo, header.deletedTo());
      boolean namedEnd = !named.isNothing() && header.name().index() == named.segment();
      if (namedEnd) {
        passTo(headers, i, named);
      } else if (i < firstRead && headers.tellsEndOf(i)) {
        pass(header, headers.get(i + 1));
      } else {
        readFrames(header, SegmentFormat.SEGMENT_HEADER_BYTES, ChainCursor.before(header));
      }
      expected = header.name().index() + 1;
    }
  }

  /** Where the chain stood is known from the header, and what lies before must be deleted. */
  private void skipTo(SegmentHeader header) {
    frames = header.frameCount();
    lastFrameOffset = 0;
    end =
        new ChainEnd(
            header.name().epoch(),
            header.name().index(),
            0,
            header.nextNumber() - 1,
            header.chainHash());
  }

  private void requireFollows(SegmentHeader header) {
    boolean first = header.name().index() == 0;
    long number = header.nextNumber() - 1;
    if (header.chainHash() != end.hash()
        || header.frameCount() != frames
        || (first ? number < end.number() : number != end.number())) {
      throw damaged("frames before the next segment are not there: next=" + header.name());
    }
    if (number > end.number()) {
      gaps.add(new Gap(header.name(), true, spans.size(), end.number(), number));
    }
  }

  /** The next header tells how this segment ends. */
  private void pass(SegmentHeader header, SegmentHeader next) {
    boolean nothing = next.frameCount() == header.frameCount();
    if (next.frameCount() < header.frameCount()
        || next.nextNumber() < header.nextNumber()
        || (nothing && next.chainHash() != header.chainHash())
        || (nothing && header.name().index() == 0)) {
      throw damagedAt(next.name(), 0, "its header does not follow the one before it");
    }
    frames = next.frameCount();
    lastFrameOffset = 0;
    end = new ChainEnd(place.epoch(), place.index(), 0, next.nextNumber() - 1, next.chainHash());
    spans.add(new SegmentSpan(header, end.number(), end.hash()));
  }

  /** The next epoch tells how this segment ends. */
  private void passTo(EpochHeaders headers, int i, ChainEnd named) {
    SegmentHeader header = headers.get(i);
    if (headers.fileBytes(i) < named.offset() || named.number() < header.nextNumber() - 1) {
      throw damaged("the frames end before the place that the next epoch names: " + named);
    }
    spans.add(new SegmentSpan(header, named.number(), named.hash()));
  }

  private void readFrames(SegmentHeader header, long from, ChainCursor cursor) throws IOException {
    placeOffset = from;
    try (FrameScanner scanner = new FrameScanner(files, folder.resolve(place.fileName()), keys)) {
      scanner.seek(from);
      while (scanner.next()) {
        take(scanner, cursor);
      }
    } finally {
      spans.add(new SegmentSpan(header, cursor.number(), cursor.hash()));
    }
  }

  private void take(FrameScanner scanner, ChainCursor cursor) {
    FrameView frame = scanner.view();
    if (!cursor.follows(frame)) {
      throw damaged("a frame does not follow the one before it");
    }
    if (frame.kind() == FrameKind.DELETE) {
      deletedTo = Math.max(deletedTo, SegmentFormat.longAt(frame.array(), frame.payloadOffset()));
    }
    visitor.frame(place, scanner.start(), frame);
    cursor.pass(frame);
    frames = cursor.frames();
    sealed = frame.kind() == FrameKind.SEAL;
    placeOffset = scanner.end();
    lastFrameOffset = scanner.start();
    end = new ChainEnd(place.epoch(), place.index(), placeOffset, cursor.number(), cursor.hash());
  }

  private void gap(SegmentName name, EpochHeaders headers, long toNumber) {
    gaps.add(new Gap(name, headers.isThere(name.index()), spans.size(), end.number(), toNumber));
  }

  DamagedJournalException damaged(String reason) {
    return damagedAt(place, SegmentFormat.nextStart(placeOffset), reason);
  }

  DamagedJournalException damagedAt(SegmentName name, long offset, String reason) {
    return JournalDamage.at(folder.resolve(name.fileName()), offset, end.number(), reason);
  }

  /** Everything that is missing must have been deleted. */
  void checkGaps() {
    for (Gap gap : gaps) {
      Path file = folder.resolve(gap.name().fileName());
      if (gap.toNumber() > deletedTo) {
        throw gap.there()
            ? JournalDamage.at(
                file, 0, gap.afterNumber(), "the beginning of a segment in use is not right")
            : JournalDamage.missing(file, gap.afterNumber(), gap.toNumber(), deletedTo);
      }
    }
  }

  /** Of damage, what can still be read before it. */
  List<SegmentSpan> spansBeforeGap() {
    int first =
        gaps.stream()
            .filter(gap -> gap.toNumber() > deletedTo)
            .mapToInt(Gap::spansBefore)
            .min()
            .orElse(spans.size());
    return spans.subList(0, first);
  }

  long deletedTo() {
    return deletedTo;
  }

  SegmentName place() {
    return place;
  }

  long placeOffset() {
    return placeOffset;
  }

  ChainEnd end() {
    return end;
  }

  Chain chain(String persistenceId, Optional<TornTail> torn) {
    return new Chain(
        spans,
        end,
        lastFrameOffset,
        frames,
        placeOffset,
        deletedTo,
        sealed,
        persistenceId,
        torn.orElse(null));
  }
}
