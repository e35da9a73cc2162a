package scriptorium.persistence.segment;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableSet;
import java.util.OptionalLong;

/** The headers of one epoch's segments, in order: all that is read of most of them. */
final class EpochHeaders {
  private final NavigableSet<Long> indexes;
  private final List<Found> found = new ArrayList<>();
  private boolean lastHoldsFrames;

  /** A header that is right, and how long its file is. */
  private record Found(SegmentHeader header, long fileBytes) {}

  private EpochHeaders(NavigableSet<Long> indexes) {
    this.indexes = indexes;
  }

  static EpochHeaders read(
      Path folder, LogFiles files, SegmentKeys keys, long epoch, NavigableSet<Long> indexes)
      throws IOException {
    EpochHeaders headers = new EpochHeaders(indexes);
    for (long index : indexes) {
      SegmentName name = new SegmentName(epoch, index);
      try (FrameScanner scanner = new FrameScanner(files, folder.resolve(name.fileName()), keys)) {
        SegmentHeader header = scanner.header().orElse(null);
        if (header != null && header.name().equals(name)) {
          headers.found.add(new Found(header, scanner.size()));
          headers.lastHoldsFrames = index == indexes.last() && scanner.next();
        }
      }
    }
    return headers;
  }

  int size() {
    return found.size();
  }

  SegmentHeader get(int i) {
    return found.get(i).header();
  }

  long fileBytes(int i) {
    return found.get(i).fileBytes();
  }

  /** Whether a segment's header is right. */
  boolean holds(long index) {
    return found.stream().anyMatch(f -> f.header().name().index() == index);
  }

  /** Whether there is such a file. */
  boolean isThere(long index) {
    return indexes.contains(index);
  }

  /** Whether the next header is that of the next segment, and the file is not cut short. */
  boolean tellsEndOf(int i) {
    return i + 1 < found.size()
        && get(i + 1).name().equals(get(i).name().next())
        && fileBytes(i) >= get(i).segmentBytes();
  }

  /**
   * The last segment with a frame; a later one was made for a frame that was not written. Where the
   * chain ends is known from its frames only.
   */
  int lastWithFrames() {
    int i = found.size() - 1;
    boolean holdsFrames = lastHoldsFrames;
    while (i > 0 && !holdsFrames && tellsEndOf(i - 1)) {
      holdsFrames = get(i - 1).frameCount() < get(i).frameCount();
      i--;
    }
    return i;
  }

  /** The first of the segments behind the last right header. */
  OptionalLong firstBadAtEnd() {
    long last = found.isEmpty() ? -1 : get(found.size() - 1).name().index();
    Long bad = indexes.higher(last);
    return bad == null ? OptionalLong.empty() : OptionalLong.of(bad);
  }
}
