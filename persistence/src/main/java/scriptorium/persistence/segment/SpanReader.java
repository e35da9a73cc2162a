package scriptorium.persistence.segment;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Reads the frames of a chain whose ends are known, and proves that they are those: right in
 * themselves, each following the one before, up to the hash that the next segment, or the next
 * epoch, says was reached. Opening a log leaves that to whoever reads.
 */
final class SpanReader {
  private final Path folder;
  private final LogFiles files;
  private final SegmentKeys keys;

  SpanReader(Path folder, LogFiles files, SegmentKeys keys) {
    this.folder = folder;
    this.files = files;
    this.keys = keys;
  }

  /**
   * Shows the frames from the one that holds an event on. Segments before it are not opened, and
   * payloads before it in its own segment not read.
   *
   * @param from 0: every frame
   * @param deletedTo damage in a segment all of whose events are deleted is passed over
   * @throws DamagedJournalException when a frame is not as it was written; those before were shown
   */
  void read(List<SegmentSpan> spans, long from, long to, long deletedTo, FrameVisitor visitor)
      throws IOException {
    int last = spans.size() - 1;
    for (int i = 0; i <= last; i++) {
      SegmentSpan span = spans.get(i);
      boolean before = from > 0 && span.lastNumber() < from;
      if (!before && span.nextNumber() <= to) {
        try {
          read(span, from, to, visitor);
        } catch (DamagedJournalException e) {
          if (i == last || span.lastNumber() > deletedTo) {
            throw e;
          }
        }
      }
    }
  }

  private void read(SegmentSpan span, long from, long to, FrameVisitor visitor) throws IOException {
    Path path = folder.resolve(span.name().fileName());
    try (FrameScanner scanner = new FrameScanner(files, path, keys)) {
      if (!scanner.header().equals(Optional.of(span.header()))) {
        throw JournalDamage.at(
            path,
            0,
            span.nextNumber() - 1,
            "the header is not what it was when the log was opened");
      }
      ChainCursor cursor = ChainCursor.before(span.header());
      boolean sought = from > span.nextNumber();
      long number = sought ? scanner.seekEvent(from, cursor.number()) : cursor.number();
      while (sought || cursor.hash() != span.hashAfter()) {
        boolean right = scanner.next();
        FrameView frame = scanner.view();
        cursor = right && sought ? ChainCursor.before(frame) : cursor;
        sought = false;
        if (!right || !cursor.follows(frame)) {
          throw JournalDamage.at(path, scanner.start(), number, reason(right));
        }
        if (frame.firstNumber() > to) {
          return;
        }
        visitor.frame(span.name(), scanner.start(), frame);
        cursor.pass(frame);
        number = cursor.number();
      }
    }
  }

  private static String reason(boolean right) {
    return right
        ? "a frame does not follow the one before it"
        : "a frame that was acknowledged is not right";
  }
}
