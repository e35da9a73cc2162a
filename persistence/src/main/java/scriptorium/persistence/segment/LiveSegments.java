package scriptorium.persistence.segment;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Which segments hold the chain, from which number on: replay and deletion go by it.
 *
 * <p>Invariants: {@code spans} is in the order of the chain and its last is the one being written,
 * of which only {@code currentEnd} counts as its end.
 */
final class LiveSegments {
  private static final Logger LOG = LoggerFactory.getLogger(LiveSegments.class);

  /** Oldest first, but the segment with an epoch's opening frame after all others of it. */
  private static final Comparator<SegmentName> UNLINK_ORDER =
      Comparator.comparingLong(SegmentName::epoch)
          .thenComparing(name -> name.index() == 0)
          .thenComparingLong(SegmentName::index);

  private final Path folder;
  private final LogFiles files;
  private final SegmentKeys keys;
  private final List<SegmentSpan> spans;
  private long currentEnd;

  LiveSegments(Path folder, LogFiles files, SegmentKeys keys, List<SegmentSpan> before) {
    this.folder = folder;
    this.files = files;
    this.keys = keys;
    this.spans = new ArrayList<>(before);
  }

  /** A new segment is written from now on. */
  void began(SegmentName name, long nextNumber) {
    int current = spans.size() - 1;
    if (current >= 0 && spans.get(current).name().epoch() == name.epoch()) {
      SegmentSpan done = spans.get(current);
      spans.set(current, new SegmentSpan(done.name(), done.nextNumber(), currentEnd));
    }
    currentEnd = SegmentFormat.SEGMENT_HEADER_BYTES;
    spans.add(new SegmentSpan(name, nextNumber, currentEnd));
  }

  /** The chain now ends there in the segment being written. */
  void reached(long endOffset) {
    currentEnd = endOffset;
  }

  void replay(long from, long to, FrameView.EventConsumer consumer) {
    int last = spans.size() - 1;
    for (int i = 0; i <= last; i++) {
      boolean before = i < last && spans.get(i + 1).nextNumber() <= from;
      if (!before && spans.get(i).nextNumber() <= to) {
        replay(spans.get(i), i == last ? currentEnd : spans.get(i).endOffset(), from, to, consumer);
      }
    }
  }

  private void replay(
      SegmentSpan span, long end, long from, long to, FrameView.EventConsumer consumer) {
    Path path = folder.resolve(span.name().fileName());
    try (FrameScanner scanner = new FrameScanner(files, path, keys)) {
      while (scanner.end() < end) {
        if (!scanner.next()) {
          throw new DamagedJournalException(
              "damaged journal: file=%s offset=%d was right when the log was opened; restore the file from a backup"
                  .formatted(path, scanner.start()));
        }
        FrameView frame = scanner.view();
        if (frame.count() > 0 && frame.firstNumber() + frame.count() > from) {
          if (frame.firstNumber() > to) {
            return;
          }
          frame.events(from, to, consumer);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException("reading failed: file=" + path, e);
    }
  }

  /**
   * Unlinks segments without a live event: of this epoch and older ones, and whatever older epochs
   * left that does not count. Segment 0 of an epoch stays while another of it does, because the
   * opening frame lies there. What cannot be unlinked is tried again next time.
   *
   * @param check goes before each unlink
   */
  void unlinkDeleted(long deletedTo, Runnable check) {
    try {
      List<SegmentSpan> kept = kept(deletedTo);
      Set<SegmentName> names = new HashSet<>();
      kept.forEach(span -> names.add(span.name()));
      long newest = spans.get(spans.size() - 1).name().epoch();
      int unlinked = 0;
      // Whatever cuts it short, what is left of an epoch is its opening frame and its end.
      List<SegmentName> found = new ArrayList<>();
      files.list(folder).forEach(fileName -> SegmentName.parse(fileName).ifPresent(found::add));
      found.sort(UNLINK_ORDER);
      for (SegmentName name : found) {
        if (name.epoch() <= newest && !names.contains(name)) {
          check.run();
          files.delete(folder.resolve(name.fileName()));
          unlinked++;
        }
      }
      if (unlinked > 0) {
        files.forceFolder(folder);
      }
      spans.retainAll(kept);
    } catch (IOException e) {
      LOG.warn("could not unlink deleted segments, will try again: folder={}", folder, e);
    }
  }

  private List<SegmentSpan> kept(long deletedTo) {
    int firstLive = 0;
    while (firstLive < spans.size() - 1 && spans.get(firstLive + 1).nextNumber() <= deletedTo + 1) {
      firstLive++;
    }
    List<SegmentSpan> kept = new ArrayList<>(spans.subList(firstLive, spans.size()));
    long epoch = kept.get(0).name().epoch();
    for (int i = firstLive - 1; i >= 0; i--) {
      if (spans.get(i).name().epoch() == epoch && spans.get(i).name().index() == 0) {
        kept.add(0, spans.get(i));
      }
    }
    return kept;
  }
}
