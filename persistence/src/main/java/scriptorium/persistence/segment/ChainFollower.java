package scriptorium.persistence.segment;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Follows a store's chain frame by frame while somebody else writes it, from a number on, through
 * segments and epochs. Claims, locks and changes nothing. One thread at a time.
 *
 * <p>Invariants: each frame shown follows the one shown before it, by epoch, counter, number and
 * hash; {@code end} is the end of the newest frame shown and {@code before} that of the one before;
 * {@code ahead} holds the epochs of the chain behind the one being read, and its first names where
 * that one ends. Only the newest frame shown can turn out not to count.
 */
final class ChainFollower implements Closeable {
  private final Path folder;
  private final LogFiles files;
  private final SegmentKeys keys;
  private final EpochMarkers markers;
  private final EpochLinks links;
  private final Supplier<Confirmed> confirmedHere;
  private Deque<EpochLinks.Link> ahead = new ArrayDeque<>();
  private @Nullable FrameScanner scanner;
  private SegmentName place = new SegmentName(1, 0);
  private ChainEnd end = ChainEnd.NOTHING;
  private ChainEnd before = ChainEnd.NOTHING;
  private long frames;

  /** What a step found. */
  enum Step {
    /** {@link #view} shows the next frame. All before it count if they are of the same epoch. */
    FRAME,
    /** All frames shown count: a later epoch names their end. */
    COUNTS,
    /** The newest frame shown does not count. */
    VOID,
    /** Nothing new. */
    NOTHING,
    /** What was there is there no more, or was read while it changed: {@link #locate} again. */
    LOST
  }

  ChainFollower(Path folder, LogFiles files, SegmentKeys keys, Supplier<Confirmed> confirmedHere) {
    this.folder = folder;
    this.files = files;
    this.keys = keys;
    this.confirmedHere = confirmedHere;
    this.markers = new EpochMarkers(folder, files);
    this.links = new EpochLinks(folder, files, keys);
  }

  /** Whether it stands somewhere in the chain. */
  boolean isLocated() {
    return scanner != null;
  }

  /** The epoch that is being read. */
  long epoch() {
    return place.epoch();
  }

  /** The last number given out up to the newest frame shown. */
  long lastNumber() {
    return end.number();
  }

  FrameView view() {
    return scanner().view();
  }

  private FrameScanner scanner() {
    if (scanner == null) {
      throw new IllegalStateException("stands nowhere: folder=" + folder);
    }
    return scanner;
  }

  /**
   * Goes to the beginning of the segment that holds an event or will hold it, or of the oldest one
   * left when it was deleted.
   *
   * @return false when there is no epoch that counts
   */
  boolean locate(long number) throws IOException {
    close();
    if (files.isAbsent(folder)) {
      return false;
    }
    Deque<EpochLinks.Link> chain = links.after(0, confirmedHere.get().epoch());
    ahead = new ArrayDeque<>();
    ChainEnd upTo = ChainEnd.NOTHING;
    for (Iterator<EpochLinks.Link> newest = chain.descendingIterator(); newest.hasNext(); ) {
      EpochLinks.Link link = newest.next();
      NavigableSet<Long> counted =
          upTo.isNothing() ? link.segments() : link.segments().headSet(upTo.segment(), true);
      for (long index : counted.descendingSet()) {
        if (enter(new SegmentName(link.epoch(), index)) && end.number() < number) {
          return true;
        }
      }
      ahead.addFirst(link);
      upTo = link.predecessorEnd();
    }
    if (isLocated()) {
      ahead.removeFirst();
    }
    return isLocated();
  }

  /** Stands before the first frame of a segment, by what its header says; false: it has none. */
  private boolean enter(SegmentName name) throws IOException {
    FrameScanner opened = new FrameScanner(files, folder.resolve(name.fileName()), keys);
    Optional<SegmentHeader> header = opened.header().filter(h -> h.name().equals(name));
    if (header.isEmpty()) {
      opened.close();
      return false;
    }
    close();
    scanner = opened;
    place = name;
    frames = header.get().frameCount();
    end =
        new ChainEnd(
            name.epoch(),
            name.index(),
            SegmentFormat.SEGMENT_HEADER_BYTES,
            header.get().nextNumber() - 1,
            header.get().chainHash());
    before = end;
    return true;
  }

  /**
   * Does one step.
   *
   * @param thorough whether it looks, where nothing is, if what follows was deleted under way: that
   *     is a list of the folder, and not to be asked for at each look
   * @throws DamagedJournalException when acknowledged frames cannot be read
   */
  Step step(boolean thorough) throws IOException {
    Step step = null;
    while (step == null) {
      step = look(thorough);
    }
    return step;
  }

  /** Null: it moved to another file, where to look next. */
  private @Nullable Step look(boolean thorough) throws IOException {
    ChainEnd named = namedEnd();
    boolean bounded = named.epoch() == place.epoch();
    if (bounded && isAt(named, end)) {
      return enterNextEpoch();
    }
    if (bounded && isPast(named)) {
      boolean onlyTheLast = isAt(named, before);
      end = before;
      return onlyTheLast ? Step.VOID : Step.LOST;
    }
    if (scanner().nextNow()) {
      return take();
    }
    SegmentName next = place.next();
    if (!files.isAbsent(folder.resolve(next.fileName()))) {
      // It is made behind the last frame of this one, which may have come since.
      return scanner().nextNow() ? take() : enterNextSegment(next);
    }
    boolean leftBehind =
        bounded ? place.index() < named.segment() : thorough && laterSegment() != null;
    if (leftBehind) {
      return scanner().nextNow() ? take() : skipDeleted(named);
    }
    return bounded ? proved() : lookForANewerEpoch();
  }

  /** One further on than the next, which is gone. */
  private @Nullable Long laterSegment() throws IOException {
    NavigableSet<Long> there =
        ChainReader.epochs(files.list(folder)).getOrDefault(place.epoch(), new TreeSet<>());
    return there.contains(place.index() + 1) ? null : there.higher(place.index());
  }

  /** What is missing was deleted, or its loss is told by the one who reads everything. */
  private Step skipDeleted(ChainEnd named) throws IOException {
    prove();
    Long later = laterSegment();
    boolean bounded = named.epoch() == place.epoch();
    if (bounded && (later == null || later > named.segment())) {
      end = named;
      before = named;
      return Step.COUNTS;
    }
    return later != null && enter(new SegmentName(place.epoch(), later)) ? Step.COUNTS : Step.LOST;
  }

  /** Where the epoch that is being read ends, as far as is known. */
  private ChainEnd namedEnd() {
    EpochLinks.Link next = ahead.peekFirst();
    return next == null ? ChainEnd.NOTHING : next.predecessorEnd();
  }

  private static boolean isAt(ChainEnd named, ChainEnd reached) {
    return reached.number() == named.number() && reached.hash() == named.hash();
  }

  private boolean isPast(ChainEnd named) {
    return place.index() > named.segment()
        || (place.index() == named.segment() && end.offset() >= named.offset());
  }

  private Step take() throws IOException {
    FrameView frame = view();
    boolean follows =
        frame.epoch() == place.epoch()
            && frame.frameCounter() == frames
            && frame.previousHash() == end.hash()
            && frame.firstNumber() == end.number() + 1
            && (frame.kind() == FrameKind.OPENING) == (frames == 0);
    if (!follows) {
      return proved();
    }
    before = end;
    frames++;
    end =
        new ChainEnd(
            place.epoch(),
            place.index(),
            scanner().end(),
            end.number() + frame.count(),
            frame.hashAfter());
    return Step.FRAME;
  }

  private Step enterNextEpoch() throws IOException {
    EpochLinks.Link next = ahead.removeFirst();
    long hash = end.hash();
    return enter(new SegmentName(next.epoch(), 0)) && end.hash() == hash ? Step.COUNTS : proved();
  }

  private @Nullable Step enterNextSegment(SegmentName next) throws IOException {
    ChainEnd reached = end;
    ChainEnd reachedBefore = before;
    long counter = frames;
    if (!enter(next) || !isAt(end, reached) || frames != counter) {
      return proved();
    }
    before = reachedBefore;
    return null;
  }

  /** Somebody may have claimed; that epoch counts once it has a second frame. */
  private @Nullable Step lookForANewerEpoch() throws IOException {
    if (files.isAbsent(markers.file(place.epoch() + 1))) {
      return Step.NOTHING;
    }
    ahead = links.after(place.epoch(), confirmedHere.get().epoch());
    if (ahead.isEmpty()) {
      return Step.NOTHING;
    }
    return namedEnd().epoch() == place.epoch() ? null : Step.LOST;
  }

  /** What does not fit is damage, or was read while it changed: who reads everything decides. */
  private Step proved() throws IOException {
    prove();
    return Step.LOST;
  }

  private void prove() throws IOException {
    var unused = new ChainReader(folder, files, keys).read(FrameVisitor.NONE, 0);
  }

  /**
   * Looks whether what stands behind the newest frame shown is damage, not only a frame that is not
   * complete yet. Reads the rest of the segment, and all of the log when it is not empty.
   */
  void proveEnd() throws IOException {
    boolean doubtful =
        isLocated() ? links.isDoubtful() || !scanner().isBlankBehind() : holdsSegments();
    if (doubtful) {
      prove();
    }
  }

  private boolean holdsSegments() throws IOException {
    return !files.isAbsent(folder) && !ChainReader.epochs(files.list(folder)).isEmpty();
  }

  @Override
  public void close() throws IOException {
    FrameScanner open = scanner;
    scanner = null;
    if (open != null) {
      open.close();
    }
  }
}
