package scriptorium.persistence.segment;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Optional;
import scriptorium.persistence.segment.RepairPlan.Damage;
import scriptorium.persistence.segment.RepairPlan.Need;

/**
 * Reads every frame of a damaged log, oldest first, up to the first damage that a snapshot does not
 * cover: there the log is cut. Changes nothing. Used once.
 *
 * <p>Invariants: {@code end} is the last frame before the cut; once {@code cut}, everything that
 * follows only becomes a part that will not count.
 */
final class SalvageScan {
  private final Path folder;
  private final LogFiles files;
  private final SegmentKeys keys;
  private final long snapshotNumber;
  private final ChainReader reader;
  private final List<Damage> damages = new ArrayList<>();
  private final VoidParts parts;
  private ChainEnd end = ChainEnd.NOTHING;
  private long deletedTo;
  private long lostTo;
  private long badEpochHash;
  private boolean boundedByHash;
  private boolean cut;
  private boolean mayBeMore;
  private String persistenceId;

  /**
   * @param snapshotNumber events up to it are in a good snapshot; 0: there is none
   * @param persistenceId whose log it is if no opening frame tells
   */
  SalvageScan(
      Path folder, LogFiles files, SegmentKeys keys, long snapshotNumber, String persistenceId) {
    this.folder = folder;
    this.files = files;
    this.keys = keys;
    this.snapshotNumber = snapshotNumber;
    this.persistenceId = persistenceId;
    this.reader = new ChainReader(folder, files, keys);
    this.parts = new VoidParts(folder, files, keys);
  }

  RepairPlan plan(Collection<String> names) throws IOException {
    NavigableMap<Long, NavigableSet<Long>> epochs = ChainReader.epochs(names);
    List<Long> unopened = new ArrayList<>();
    Deque<ChainReader.Link> links = links(epochs, unopened);
    deletedTo = deletedTo(links, epochs);
    for (ChainReader.Link link : links) {
      follow(link, indexes(epochs, link.epoch()));
    }
    for (long epoch : unopened) {
      cut = true;
      lostTo = Math.max(lostTo, parts.addEpoch(epoch, indexes(epochs, epoch), boundedByHash));
    }
    return plan();
  }

  private RepairPlan plan() throws IOException {
    boolean gap = damages.stream().anyMatch(Damage::inSnapshot);
    long covered = Math.max(deletedTo, snapshotNumber);
    long number = cut || gap ? Math.max(end.number(), covered) : end.number();
    VoidParts.Followers followers = parts.followers(number);
    return new RepairPlan(
        persistenceId,
        damages,
        need(number),
        end,
        number > end.number() || gap ? covered : deletedTo,
        followers.to(),
        number + 1,
        Math.max(lostTo, followers.highest()),
        // A right frame behind a bad one tells by its number what the bad one held.
        mayBeMore && followers.highest() == number,
        parts.list());
  }

  private Need need(long number) throws IOException {
    if (!cut && startsAsItIs()) {
      return Need.NONE;
    }
    return cut && number == 0 && end.isNothing() ? Need.HOPELESS : Need.REPAIR;
  }

  /** Shows the frames that a plan writes anew. */
  void showKept(RepairPlan plan, VoidParts.Frames frames) throws IOException {
    parts.showFollowers(plan.rewrittenFrom() - 1, plan.keptTo(), frames);
  }

  /** Whether a start finds the end of the log; it does not read what a snapshot covers. */
  private boolean startsAsItIs() throws IOException {
    try {
      reader.read(FrameVisitor.NONE, 0);
      return true;
    } catch (DamagedJournalException e) {
      return false;
    }
  }

  /** From the newest epoch with a right opening frame on; newer ones that held more are noted. */
  private Deque<ChainReader.Link> links(
      NavigableMap<Long, NavigableSet<Long>> epochs, List<Long> unopened) throws IOException {
    Deque<ChainReader.Link> links = new ArrayDeque<>();
    for (Map.Entry<Long, NavigableSet<Long>> epoch : epochs.descendingMap().entrySet()) {
      Optional<OpeningFrame> opening = reader.opening(epoch.getKey());
      if (opening.isPresent()) {
        links.addFirst(new ChainReader.Link(epoch.getKey(), opening, ChainEnd.NOTHING));
        reader.addPredecessors(links, opening.get(), epochs);
        return links;
      }
      try {
        new TailExamination(
                folder, files, keys, new ChainScan(folder, files, keys, FrameVisitor.NONE))
            .refuseUnlessVoid(epoch.getKey(), epoch.getValue());
      } catch (DamagedJournalException e) {
        unopened.add(0, epoch.getKey());
        damages.add(0, new Damage(e.file(), e.offset(), e.reason(), false));
        SegmentName first = new SegmentName(epoch.getKey(), 0);
        Optional<SegmentHeader> header = parts.header(first);
        boundedByHash = header.isPresent();
        badEpochHash = header.map(SegmentHeader::chainHash).orElse(0L);
        mayBeMore |= header.isEmpty();
      }
    }
    return links;
  }

  /** Deletions are told by headers, opening frames, and the frames of the head's last segment. */
  private long deletedTo(
      Deque<ChainReader.Link> links, NavigableMap<Long, NavigableSet<Long>> epochs)
      throws IOException {
    long greatest = 0;
    for (ChainReader.Link link : links) {
      greatest = Math.max(greatest, link.opening().map(OpeningFrame::deletedTo).orElse(0L));
      if (link.opening().isPresent()) {
        persistenceId = link.opening().get().persistenceId();
      }
      for (long index : indexes(epochs, link.epoch())) {
        SegmentName name = new SegmentName(link.epoch(), index);
        greatest = Math.max(greatest, parts.header(name).map(SegmentHeader::deletedTo).orElse(0L));
      }
    }
    if (!links.isEmpty()) {
      long head = links.getLast().epoch();
      NavigableSet<Long> segments = indexes(epochs, head);
      if (!segments.isEmpty()) {
        SegmentName last = new SegmentName(head, segments.last());
        greatest = Math.max(greatest, parts.deletedIn(last));
      }
    }
    return greatest;
  }

  private static NavigableSet<Long> indexes(
      NavigableMap<Long, NavigableSet<Long>> epochs, long epoch) {
    return epochs.getOrDefault(epoch, Collections.emptyNavigableSet());
  }

  private void follow(ChainReader.Link link, NavigableSet<Long> all) throws IOException {
    boolean head = link.namedEnd().isNothing();
    NavigableSet<Long> indexes = head ? all : all.headSet(link.namedEnd().segment(), true);
    if (cut) {
      lostTo = Math.max(lostTo, parts.addAll(link, indexes, 0, 0));
      return;
    }
    begin(link);
    long expected = 0;
    long offset = 0;
    for (long index : indexes) {
      SegmentName name = new SegmentName(link.epoch(), index);
      Optional<SegmentHeader> header = parts.header(name);
      if (cut || header.isEmpty()) {
        continue;
      }
      boolean gap = index != expected || !follows(header.get());
      if (gap && !passOver(link, expected, 0, indexes, header.get().nextNumber() - 1)) {
        continue;
      }
      offset = read(link, header.get(), target(link, name, indexes), indexes);
      expected = index + 1;
    }
    if (!cut) {
      finish(link, indexes, expected, offset);
    }
  }

  private void begin(ChainReader.Link link) throws IOException {
    ChainEnd before = link.opening().map(OpeningFrame::predecessor).orElse(ChainEnd.NOTHING);
    if (end.isNothing() && before.number() > 0) {
      SegmentName name = new SegmentName(before.epoch(), before.segment());
      if (note(name, 0, "the file is missing", before.number())) {
        end = before;
      } else {
        cut = true;
      }
    }
  }

  private boolean follows(SegmentHeader header) {
    return header.chainHash() == end.hash() && header.nextNumber() - 1 >= end.number();
  }

  /** Where a segment must end: by the next one's header, or by the next epoch's word. */
  private Optional<Target> target(
      ChainReader.Link link, SegmentName name, NavigableSet<Long> indexes) throws IOException {
    ChainEnd named = link.namedEnd();
    if (!named.isNothing() && named.segment() == name.index()) {
      return Optional.of(new Target(named.hash(), named.number()));
    }
    if (!indexes.contains(name.index() + 1)) {
      return named.isNothing() && boundedByHash
          ? Optional.of(new Target(badEpochHash, Long.MAX_VALUE))
          : Optional.empty();
    }
    return parts
        .header(name.next())
        .map(next -> new Target(next.chainHash(), next.nextNumber() - 1));
  }

  private record Target(long hash, long lastNumber) {}

  /** Reads a segment's frames; returns where they end. */
  private long read(
      ChainReader.Link link,
      SegmentHeader header,
      Optional<Target> target,
      NavigableSet<Long> indexes)
      throws IOException {
    Path path = folder.resolve(header.name().fileName());
    ChainCursor cursor = ChainCursor.before(header);
    try (FrameScanner scanner = new FrameScanner(files, path, keys)) {
      while (!reached(target, cursor) && scanner.next() && cursor.follows(scanner.view())) {
        cursor.pass(scanner.view());
        place(header.name(), scanner.end(), cursor);
      }
      if (target.isPresent() && !reached(target, cursor)) {
        long offset = SegmentFormat.nextStart(scanner.end());
        place(header.name(), scanner.end(), cursor);
        if (target.get().lastNumber() == Long.MAX_VALUE) {
          return scanner.end(); // the head's: what lies behind is judged there
        }
        String reason = "a frame that was acknowledged is not right";
        if (note(header.name(), offset, reason, target.get().lastNumber())) {
          end =
              new ChainEnd(
                  link.epoch(),
                  header.name().index(),
                  scanner.end(),
                  target.get().lastNumber(),
                  target.get().hash());
        } else {
          cutAt(link, header.name().index(), offset, indexes);
        }
      }
      return scanner.end();
    }
  }

  private static boolean reached(Optional<Target> target, ChainCursor cursor) {
    return target.isPresent() && target.get().hash() == cursor.hash() && cursor.frames() > 0;
  }

  private void place(SegmentName name, long offset, ChainCursor cursor) {
    end = new ChainEnd(name.epoch(), name.index(), offset, cursor.number(), cursor.hash());
  }

  /** Takes a gap for deleted; false: it was not, and the log is cut there. */
  private boolean passOver(
      ChainReader.Link link, long index, long offset, NavigableSet<Long> indexes, long lastNumber)
      throws IOException {
    SegmentName name = new SegmentName(link.epoch(), index);
    boolean there = indexes.contains(index);
    String reason =
        there ? "the beginning of a segment in use is not right" : "the file is missing";
    if (note(name, offset, reason, lastNumber)) {
      return true;
    }
    cutAt(link, index, offset, indexes);
    return false;
  }

  /** Behind the last segment whose header is right. */
  private void finish(ChainReader.Link link, NavigableSet<Long> indexes, long expected, long offset)
      throws IOException {
    ChainEnd named = link.namedEnd();
    if (boundedByHash && end.hash() == badEpochHash) {
      return; // the epoch that cannot be read tells where this one ends
    }
    if (!named.isNothing()) {
      if (expected <= named.segment() && passOver(link, expected, 0, indexes, named.number())) {
        end = named;
      }
      return;
    }
    boolean bad = indexes.contains(expected);
    SegmentName place = new SegmentName(link.epoch(), bad ? expected : Math.max(0, expected - 1));
    examineTail(link, place, bad ? 0 : offset, indexes);
  }

  private void examineTail(
      ChainReader.Link link, SegmentName place, long offset, NavigableSet<Long> indexes)
      throws IOException {
    try {
      ChainScan scan = ChainScan.at(folder, files, keys, end, place, offset);
      new TailExamination(folder, files, keys, scan).examine(indexes, 0);
    } catch (DamagedJournalException e) {
      long start = offset == 0 ? 0 : SegmentFormat.nextStart(offset);
      Optional<Long> lastNumber = parts.lastNumberAt(place, start);
      mayBeMore |= lastNumber.isEmpty();
      lostTo = Math.max(lostTo, lastNumber.orElse(0L));
      note(place, e.offset(), e.reason(), Long.MAX_VALUE);
      cutAt(link, place.index(), start, indexes);
    }
  }

  private void cutAt(ChainReader.Link link, long index, long offset, NavigableSet<Long> indexes)
      throws IOException {
    cut = true;
    lostTo = Math.max(lostTo, parts.addAll(link, indexes, index, offset));
  }

  /** Whether the events concerned, up to a number, are deleted or in the snapshot. */
  private boolean note(SegmentName name, long offset, String reason, long lastNumber) {
    if (lastNumber <= deletedTo) {
      return true;
    }
    boolean inSnapshot = lastNumber <= snapshotNumber;
    damages.add(new Damage(folder.resolve(name.fileName()), offset, reason, inSnapshot));
    return inSnapshot;
  }
}
