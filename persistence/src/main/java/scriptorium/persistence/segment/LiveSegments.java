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
 * <p>Invariant: {@code spans} is in the order of the chain and its last is the one being written,
 * up to the last confirmed frame.
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

  LiveSegments(Path folder, LogFiles files, SegmentKeys keys, List<SegmentSpan> before) {
    this.folder = folder;
    this.files = files;
    this.keys = keys;
    this.spans = new ArrayList<>(before);
  }

  /** A new segment is written from now on. */
  void began(SegmentHeader header) {
    spans.add(new SegmentSpan(header, header.nextNumber() - 1, header.chainHash()));
  }

  /** The chain now ends there in the segment being written. */
  void reached(ChainEnd end) {
    int current = spans.size() - 1;
    spans.set(current, new SegmentSpan(spans.get(current).header(), end.number(), end.hash()));
  }

  void replay(long from, long to, FrameView.EventConsumer consumer) {
    try {
      new SpanReader(folder, files, keys)
          .read(spans, from, to, 0, (name, offset, frame) -> frame.events(from, to, consumer));
    } catch (IOException e) {
      throw new UncheckedIOException("reading failed: folder=" + folder, e);
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
