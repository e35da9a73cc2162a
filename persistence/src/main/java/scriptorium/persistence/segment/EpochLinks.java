package scriptorium.persistence.segment;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Optional;

/**
 * Which epochs make up the chain for a reader that is not the writer: from the newest that counts
 * backwards by what each opening frame names. An epoch counts when a second frame stands behind its
 * opening, because that is written only after the opening was confirmed, or when the writer in this
 * process says that it is its own.
 */
final class EpochLinks {
  private final Path folder;
  private final LogFiles files;
  private final SegmentKeys keys;
  private boolean doubtful;

  /** An epoch of the chain. */
  record Link(long epoch, OpeningFrame opening, NavigableSet<Long> segments) {
    /** Where its predecessor ends. */
    ChainEnd predecessorEnd() {
      return opening.predecessor();
    }
  }

  EpochLinks(Path folder, LogFiles files, SegmentKeys keys) {
    this.folder = folder;
    this.files = files;
    this.keys = keys;
  }

  /**
   * Whether an epoch was passed over behind whose opening there is something that is no frame: one
   * that is being written, or damage.
   */
  boolean isDoubtful() {
    return doubtful;
  }

  /**
   * The epochs of the chain behind one, oldest first; empty when none counts. The chain begins
   * where the older ones are deleted.
   *
   * @param after an epoch, or 0 for all
   * @param ownEpoch that of the writer in this process; 0: none
   */
  Deque<Link> after(long after, long ownEpoch) throws IOException {
    NavigableMap<Long, NavigableSet<Long>> epochs = ChainReader.epochs(files.list(folder));
    Deque<Link> links = new ArrayDeque<>();
    doubtful = false;
    for (Map.Entry<Long, NavigableSet<Long>> epoch :
        epochs.tailMap(after, false).descendingMap().entrySet()) {
      Optional<OpeningFrame> opening = opening(epoch.getKey(), ownEpoch);
      if (opening.isPresent()) {
        addBackwards(
            links, new Link(epoch.getKey(), opening.get(), epoch.getValue()), after, epochs);
        return links;
      }
    }
    return links;
  }

  private void addBackwards(
      Deque<Link> links, Link head, long after, NavigableMap<Long, NavigableSet<Long>> epochs)
      throws IOException {
    Link link = head;
    while (true) {
      links.addFirst(link);
      long before = link.predecessorEnd().epoch();
      NavigableSet<Long> segments = epochs.get(before);
      if (before <= after || segments == null) {
        return;
      }
      // It is named by a successor, so it counts; its first segment stays as long as any.
      Optional<OpeningFrame> opening = opening(before, before);
      if (opening.isEmpty()) {
        return;
      }
      link = new Link(before, opening.get(), segments);
    }
  }

  /** The opening frame of an epoch that counts. */
  private Optional<OpeningFrame> opening(long epoch, long ownEpoch) throws IOException {
    SegmentName first = new SegmentName(epoch, 0);
    Path path = folder.resolve(first.fileName());
    if (files.isAbsent(path)) {
      return Optional.empty();
    }
    try (FrameScanner scanner = new FrameScanner(files, path, keys)) {
      if (scanner.header().isEmpty()
          || !scanner.next()
          || scanner.view().epoch() != epoch
          || scanner.view().kind() != FrameKind.OPENING) {
        return Optional.empty();
      }
      FrameView view = scanner.view();
      OpeningFrame opening =
          OpeningFrame.decode(view.array(), view.payloadOffset(), view.payloadBytes());
      if (epoch == ownEpoch || scanner.next() || holdsAFrame(first.next())) {
        return Optional.of(opening);
      }
      doubtful |= !scanner.isBlankBehind();
      return Optional.empty();
    }
  }

  private boolean holdsAFrame(SegmentName name) throws IOException {
    Path path = folder.resolve(name.fileName());
    if (files.isAbsent(path)) {
      return false;
    }
    try (FrameScanner scanner = new FrameScanner(files, path, keys)) {
      return scanner.header().isPresent() && scanner.next();
    }
  }
}
