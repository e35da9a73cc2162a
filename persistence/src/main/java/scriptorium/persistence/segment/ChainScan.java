package scriptorium.persistence.segment;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableSet;
import java.util.Optional;

/**
 * Reads the frames of a chain, epoch by epoch, and holds how far it came.
 *
 * <p>Invariants: all frames up to {@code end} follow each other without a gap; {@code frames} is
 * the counter the next frame of the epoch must have; whatever is missing before {@code end} was
 * noted and must turn out deleted.
 */
final class ChainScan {
  private final Path folder;
  private final LogFiles files;
  private final SegmentKeys keys;
  private final FrameVisitor visitor;
  private final List<SegmentSpan> spans = new ArrayList<>();
  private ChainEnd end = ChainEnd.NOTHING;
  private long lastFrameOffset;
  private long frames;
  private long deletedTo;
  private boolean sealed;
  private SegmentName place = new SegmentName(1, 0);
  private long placeOffset;
  private long missingTo;
  private String missing = "";

  ChainScan(Path folder, LogFiles files, SegmentKeys keys, FrameVisitor visitor) {
    this.folder = folder;
    this.files = files;
    this.keys = keys;
    this.visitor = visitor;
  }

  /** Reads an epoch up to the end that its successor names. */
  void readTo(ChainEnd named, Optional<OpeningFrame> opening, NavigableSet<Long> indexes)
      throws IOException {
    NavigableSet<Long> counted = indexes.headSet(named.segment(), true);
    begin(named.epoch(), opening);
    readSegments(named.epoch(), opening.isPresent() ? 0 : -1, counted, named);
    if (!counted.contains(named.segment())) {
      missing(named.number(), new SegmentName(named.epoch(), named.segment()));
      end = named;
    } else if (!end.equals(named)) {
      throw damaged("the frames end before the place that the next epoch names: " + named);
    }
  }

  /** Reads the head as far as its frames are right. */
  void readHead(long epoch, OpeningFrame opening, NavigableSet<Long> indexes) throws IOException {
    begin(epoch, Optional.of(opening));
    readSegments(epoch, 0, indexes, ChainEnd.NOTHING);
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
    try (FrameScanner scanner = new FrameScanner(files, folder.resolve(place.fileName()), keys)) {
      scanner.seek(last.endOffset());
      readFrames(scanner, last.nextNumber(), ChainEnd.NOTHING);
    }
    readSegments(
        place.epoch(), place.index() + 1, indexes.tailSet(place.index(), false), ChainEnd.NOTHING);
  }

  private void begin(long epoch, Optional<OpeningFrame> opening) {
    opening.ifPresent(
        frame -> {
          ChainEnd before = frame.predecessor();
          if (spans.isEmpty() && end.isNothing()) {
            if (!before.isNothing()) {
              missing(before.number(), new SegmentName(before.epoch(), before.segment()));
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

  private void readSegments(
      long epoch, long firstExpected, NavigableSet<Long> indexes, ChainEnd named)
      throws IOException {
    long expected = firstExpected;
    for (long index : indexes) {
      SegmentName name = new SegmentName(epoch, index);
      try (FrameScanner scanner = new FrameScanner(files, folder.resolve(name.fileName()), keys)) {
        Optional<SegmentHeader> header = scanner.header().filter(h -> h.name().equals(name));
        if (header.isEmpty()) {
          place = name;
          placeOffset = 0;
          return;
        }
        if (index != expected) {
          skipTo(header.get());
        } else if (!follows(header.get())) {
          return;
        }
        place = name;
        deletedTo = Math.max(deletedTo, header.get().deletedTo());
        readFrames(scanner, header.get().nextNumber(), named);
      }
      expected = index + 1;
    }
  }

  /** What lies between was deleted, or is missing: the header tells where the chain stood. */
  private void skipTo(SegmentHeader header) {
    missing(header.nextNumber() - 1, header.name());
    frames = header.frameCount();
    end =
        new ChainEnd(
            header.name().epoch(),
            header.name().index(),
            0,
            header.nextNumber() - 1,
            header.chainHash());
  }

  private boolean follows(SegmentHeader header) {
    boolean first = header.name().index() == 0;
    return header.chainHash() == end.hash()
        && header.frameCount() == frames
        && (first || header.nextNumber() == end.number() + 1);
  }

  private void readFrames(FrameScanner scanner, long nextNumber, ChainEnd named)
      throws IOException {
    placeOffset = scanner.end();
    boolean bounded = named.epoch() == place.epoch() && named.segment() == place.index();
    while (!(bounded && scanner.end() >= named.offset()) && scanner.next()) {
      take(scanner);
    }
    spans.add(new SegmentSpan(place, nextNumber, placeOffset));
  }

  private void take(FrameScanner scanner) {
    FrameView frame = scanner.view();
    FrameKind kind = frame.kind();
    boolean opening = kind == FrameKind.OPENING;
    long number = frame.firstNumber() - 1;
    if (frame.epoch() != place.epoch()
        || frame.frameCounter() != frames
        || frame.previousHash() != end.hash()
        || opening != (frames == 0)
        || (opening ? number < end.number() : number != end.number())) {
      throw damaged("a frame does not follow the one before it");
    }
    if (opening && number > end.number()) {
      missing(number, place);
    }
    if (kind == FrameKind.DELETE) {
      deletedTo = Math.max(deletedTo, SegmentFormat.longAt(frame.array(), frame.payloadOffset()));
    }
    visitor.frame(place, scanner.start(), frame);
    frames++;
    sealed = kind == FrameKind.SEAL;
    placeOffset = scanner.end();
    lastFrameOffset = scanner.start();
    end =
        new ChainEnd(
            place.epoch(), place.index(), placeOffset, number + frame.count(), frame.hashAfter());
  }

  private void missing(long toNumber, SegmentName name) {
    if (toNumber > missingTo) {
      missingTo = toNumber;
      missing = name.fileName();
    }
  }

  DamagedJournalException damaged(String reason) {
    return damagedAt(place, SegmentFormat.nextStart(placeOffset), reason);
  }

  DamagedJournalException damagedAt(SegmentName name, long offset, String reason) {
    return new DamagedJournalException(
        "damaged journal: file=%s offset=%d lastGoodSequenceNumber=%d reason=%s; nothing was changed. Copy the folder, then restore the file from a backup, or start from a snapshot above that number"
            .formatted(folder.resolve(name.fileName()), offset, end.number(), reason));
  }

  /** Everything that is missing must have been deleted. */
  void checkMissing() {
    if (missingTo > deletedTo) {
      throw new DamagedJournalException(
          "missing journal segment: file=%s holds events up to sequenceNumber=%d but only those up to %d were deleted; nothing was changed. Restore the file from a backup"
              .formatted(folder.resolve(missing), missingTo, deletedTo));
    }
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
        spans, end, lastFrameOffset, frames, deletedTo, sealed, persistenceId, torn.orElse(null));
  }
}
