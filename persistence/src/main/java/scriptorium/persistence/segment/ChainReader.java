package scriptorium.persistence.segment;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Finds the chain in a folder: from the newest epoch that has an opening frame backwards by what
 * each opening frame names, then forwards by the headers of segments and through the frames of the
 * last one. That takes a file's beginning a segment, however large the log is. Changes nothing.
 */
final class ChainReader {
  private static final int ATTEMPTS = 100;

  private final Path folder;
  private final LogFiles files;
  private final SegmentKeys keys;

  ChainReader(Path folder, LogFiles files, SegmentKeys keys) {
    this.folder = folder;
    this.files = files;
    this.keys = keys;
  }

  /** One epoch of the chain, and where it ends. */
  record Link(long epoch, Optional<OpeningFrame> opening, ChainEnd namedEnd) {}

  /**
   * @param visitor is shown the frames that are read: those of the last segment
   * @param snapshotNumber events up to this number are known to be in a snapshot
   * @throws DamagedJournalException when what was or may have been acknowledged cannot be read
   */
  Chain read(FrameVisitor visitor, long snapshotNumber) throws IOException {
    return steady(names -> read(names, visitor, snapshotNumber));
  }

  /**
   * Shows the frames from the one that holds an event on, and proves them.
   *
   * @param number 0: every frame, deleted events included
   * @throws DamagedJournalException when a frame is not as it was written
   */
  Chain readFrom(long number, FrameVisitor visitor) throws IOException {
    SpanReader reader = new SpanReader(folder, files, keys);
    return steady(
        names -> {
          ChainScan scan = new ChainScan(folder, files, keys, FrameVisitor.NONE);
          try {
            Chain chain = read(names, scan, 0);
            reader.read(chain.spans(), number, Long.MAX_VALUE, chain.deletedTo(), visitor);
            return chain;
          } catch (DamagedJournalException e) {
            // What lies before it can be shown, unless there is earlier damage in that.
            List<SegmentSpan> before = scan.spansBeforeGap();
            reader.read(before, number, Long.MAX_VALUE, scan.deletedTo(), visitor);
            throw e;
          }
        });
  }

  private interface Reading {
    Chain of(Collection<String> names) throws IOException;
  }

  /**
   * Reads until a living writer was not in the way: its frame that came between two looks at the
   * same place, or a segment it deleted. Damage is what shows twice in the same place.
   */
  private Chain steady(Reading reading) throws IOException {
    String seen = "";
    for (int attempt = 1; ; attempt++) {
      try {
        return reading.of(files.list(folder));
      } catch (DamagedJournalException e) {
        String found = String.valueOf(e.getMessage());
        if (found.equals(seen) || attempt == ATTEMPTS) {
          throw e;
        }
        seen = found;
      } catch (NoSuchFileException e) {
        if (attempt == ATTEMPTS) {
          throw e;
        }
      }
    }
  }

  private Chain read(Collection<String> names, FrameVisitor visitor, long snapshotNumber)
      throws IOException {
    return read(names, new ChainScan(folder, files, keys, visitor), snapshotNumber);
  }

  private Chain read(Collection<String> names, ChainScan scan, long snapshotNumber)
      throws IOException {
    NavigableMap<Long, NavigableSet<Long>> epochs = epochs(names);
    TailExamination tail = new TailExamination(folder, files, keys, scan);
    Deque<Link> links = links(epochs, tail);
    Optional<TornTail> torn = Optional.empty();
    String persistenceId = "";
    for (Link link : links) {
      NavigableSet<Long> indexes =
          epochs.getOrDefault(link.epoch(), Collections.emptyNavigableSet());
      if (link.namedEnd().isNothing()) {
        OpeningFrame opening = link.opening().orElseThrow();
        persistenceId = opening.persistenceId();
        scan.readHead(link.epoch(), opening, indexes);
        torn = tail.examine(indexes, snapshotNumber);
      } else {
        scan.readTo(link.namedEnd(), link.opening(), indexes);
      }
    }
    scan.checkGaps();
    return scan.chain(persistenceId, torn);
  }

  /**
   * Reads only what was added since, so that a claim is quick on a long log. Only while the head of
   * then has the newest segments: an epoch that had no opening frame then may have one now; and
   * only while the segment is there that was its last one then: its writer may have gone on to
   * others and deleted it.
   */
  Chain readAgain(Chain before, long snapshotNumber) throws IOException {
    return steady(names -> readAgain(before, names, snapshotNumber));
  }

  private Chain readAgain(Chain before, Collection<String> names, long snapshotNumber)
      throws IOException {
    NavigableMap<Long, NavigableSet<Long>> epochs = epochs(names);
    NavigableSet<Long> indexes = epochs.get(before.end().epoch());
    if (indexes == null
        || epochs.lastKey() != before.end().epoch()
        || !indexes.contains(before.lastSegment())) {
      return read(names, FrameVisitor.NONE, snapshotNumber);
    }
    ChainScan scan = new ChainScan(folder, files, keys, FrameVisitor.NONE);
    scan.readMore(before, indexes);
    Optional<TornTail> torn =
        new TailExamination(folder, files, keys, scan).examine(indexes, snapshotNumber);
    return scan.chain(before.persistenceId(), torn);
  }

  static NavigableMap<Long, NavigableSet<Long>> epochs(Collection<String> names) {
    NavigableMap<Long, NavigableSet<Long>> epochs = new TreeMap<>();
    for (String name : names) {
      SegmentName.parse(name)
          .ifPresent(
              segment ->
                  epochs
                      .computeIfAbsent(segment.epoch(), e -> new TreeSet<>())
                      .add(segment.index()));
    }
    return epochs;
  }

  private Deque<Link> links(NavigableMap<Long, NavigableSet<Long>> epochs, TailExamination tail)
      throws IOException {
    Deque<Link> links = new ArrayDeque<>();
    for (Map.Entry<Long, NavigableSet<Long>> epoch : epochs.descendingMap().entrySet()) {
      Optional<OpeningFrame> opening = opening(epoch.getKey());
      if (opening.isPresent()) {
        links.addFirst(new Link(epoch.getKey(), opening, ChainEnd.NOTHING));
        addPredecessors(links, opening.get(), epochs);
        return links;
      }
      tail.refuseUnlessVoid(epoch.getKey(), epoch.getValue());
    }
    return links;
  }

  void addPredecessors(
      Deque<Link> links, OpeningFrame head, NavigableMap<Long, NavigableSet<Long>> epochs)
      throws IOException {
    Optional<OpeningFrame> later = Optional.of(head);
    while (later.isPresent() && !later.get().predecessor().isNothing()) {
      ChainEnd named = later.get().predecessor();
      if (!epochs.containsKey(named.epoch())) {
        return;
      }
      later = opening(named.epoch());
      links.addFirst(new Link(named.epoch(), later, named));
    }
  }

  Optional<OpeningFrame> opening(long epoch) throws IOException {
    Path path = folder.resolve(new SegmentName(epoch, 0).fileName());
    if (files.isAbsent(path)) {
      return Optional.empty();
    }
    try (FrameScanner scanner = new FrameScanner(files, path, keys)) {
      boolean right =
          scanner.header().isPresent()
              && scanner.next()
              && scanner.view().epoch() == epoch
              && scanner.view().kind() == FrameKind.OPENING;
      FrameView view = scanner.view();
      return right
          ? Optional.of(
              OpeningFrame.decode(view.array(), view.payloadOffset(), view.payloadBytes()))
          : Optional.empty();
    }
  }
}
