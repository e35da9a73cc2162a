package scriptorium.persistence.segment;

import static scriptorium.persistence.segment.SegmentFormat.FRAME_HEADER_BYTES;
import static scriptorium.persistence.segment.SegmentFormat.SEGMENT_HEADER_BYTES;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableSet;
import java.util.Optional;

/** The bytes of a log that a repair leaves behind its new end, and the right frames among them. */
final class VoidParts {
  private final Path folder;
  private final LogFiles files;
  private final SegmentKeys keys;
  private final List<Bounded> parts = new ArrayList<>();

  /** A part, up to where its segment counted; what follows an unknown epoch is not believed. */
  private record Bounded(RepairPlan.Part part, long endOffset, boolean believed) {}

  /**
   * Right frames behind the new end.
   *
   * @param to the last number up to which they follow the end without a gap
   * @param highest the highest number in any of them
   */
  record Followers(long to, long highest) {}

  /** Is shown frames, and may fail. */
  interface Frames {
    void frame(SegmentName segment, long offset, FrameView frame) throws IOException;
  }

  VoidParts(Path folder, LogFiles files, SegmentKeys keys) {
    this.folder = folder;
    this.files = files;
    this.keys = keys;
  }

  List<RepairPlan.Part> list() {
    return parts.stream().map(Bounded::part).filter(part -> part.bytes() > 0).toList();
  }

  Optional<SegmentHeader> header(SegmentName name) throws IOException {
    Path path = folder.resolve(name.fileName());
    if (files.isAbsent(path)) {
      return Optional.empty();
    }
    try (FrameScanner scanner = new FrameScanner(files, path, keys)) {
      return scanner.header().filter(header -> header.name().equals(name));
    }
  }

  /**
   * Adds what an epoch has from a place on.
   *
   * @return the highest number that it is known to have held
   */
  long addAll(ChainReader.Link link, NavigableSet<Long> indexes, long fromIndex, long fromOffset)
      throws IOException {
    ChainEnd named = link.namedEnd();
    long highest = named.number();
    for (long index : indexes.tailSet(fromIndex, true)) {
      boolean last = !named.isNothing() && named.segment() == index;
      long offset = index == fromIndex ? fromOffset : 0;
      highest =
          Math.max(
              highest,
              add(
                  new SegmentName(link.epoch(), index),
                  offset,
                  last ? named.offset() : Long.MAX_VALUE,
                  true));
    }
    return highest;
  }

  /** Adds an epoch whose opening frame is not right. */
  long addEpoch(long epoch, NavigableSet<Long> indexes, boolean believed) throws IOException {
    long highest = 0;
    for (long index : indexes) {
      highest = Math.max(highest, add(new SegmentName(epoch, index), 0, Long.MAX_VALUE, believed));
    }
    return highest;
  }

  private long add(SegmentName name, long offset, long endOffset, boolean believed)
      throws IOException {
    try (FrameScanner scanner = new FrameScanner(files, folder.resolve(name.fileName()), keys)) {
      long last = TailExamination.lastByte(scanner, offset);
      long bytes = Math.max(0, last + 1 - offset);
      parts.add(new Bounded(new RepairPlan.Part(name, offset, bytes), endOffset, believed));
      return scanner.header().map(header -> header.nextNumber() - 1).orElse(0L);
    }
  }

  /** Which right frames continue after a number. */
  Followers followers(long number) throws IOException {
    long[] reached = {number, number};
    visit(
        number,
        (name, offset, frame) -> {
          long last = frame.firstNumber() + frame.count() - 1;
          reached[1] = Math.max(reached[1], last);
          if (frame.firstNumber() == reached[0] + 1) {
            reached[0] = last;
          }
        });
    return new Followers(reached[0], reached[1]);
  }

  /** Shows the right frames with events that continue after a number, up to another. */
  void showFollowers(long number, long to, Frames visitor) throws IOException {
    long[] reached = {number};
    visit(
        number,
        (name, offset, frame) -> {
          long last = frame.firstNumber() + frame.count() - 1;
          if (frame.firstNumber() == reached[0] + 1 && last <= to) {
            visitor.frame(name, offset, frame);
            reached[0] = last;
          }
        });
  }

  private void visit(long number, Frames visitor) throws IOException {
    for (Bounded bounded : parts) {
      if (bounded.believed()) {
        visit(bounded, number, visitor);
      }
    }
  }

  private void visit(Bounded bounded, long number, Frames visitor) throws IOException {
    SegmentName name = bounded.part().segment();
    try (FrameScanner scanner = new FrameScanner(files, folder.resolve(name.fileName()), keys)) {
      long to = Math.min(bounded.endOffset(), bounded.part().offset() + bounded.part().bytes());
      for (long at = Math.max(bounded.part().offset(), SEGMENT_HEADER_BYTES); at < to; ) {
        if (scanner.isRight(at)
            && scanner.view().epoch() == name.epoch()
            && scanner.openBehindAnyHeader(at)) {
          FrameView frame = scanner.view();
          long after = SegmentFormat.end(at, frame.storedBytes());
          if (frame.count() > 0 && frame.firstNumber() > number) {
            visitor.frame(name, at, frame);
          }
          at = after;
        } else {
          at += SegmentFormat.ALIGNMENT;
        }
      }
    }
  }

  /** The last number of the frame at a place, if its header tells. */
  Optional<Long> lastNumberAt(SegmentName name, long offset) throws IOException {
    try (FrameScanner scanner = new FrameScanner(files, folder.resolve(name.fileName()), keys)) {
      if (offset < SEGMENT_HEADER_BYTES || !scanner.load(offset, FRAME_HEADER_BYTES)) {
        return Optional.empty();
      }
      FrameView frame = scanner.view();
      frame.point(scanner.array(), scanner.offset(offset));
      return frame.headerIsRight()
          ? Optional.of(frame.firstNumber() + frame.count() - 1)
          : Optional.empty();
    }
  }

  /** The greatest number that the delete frames at the beginning of a segment name. */
  long deletedIn(SegmentName name) throws IOException {
    long greatest = 0;
    try (FrameScanner scanner = new FrameScanner(files, folder.resolve(name.fileName()), keys)) {
      while (scanner.next()) {
        FrameView frame = scanner.view();
        if (frame.kind() == FrameKind.DELETE) {
          greatest = Math.max(greatest, SegmentFormat.longAt(frame.array(), frame.payloadOffset()));
        }
      }
    }
    return greatest;
  }
}
