package scriptorium.persistence.segment;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Opens a log: recover, claim, begin the epoch. The order is what makes it safe; each step says
 * what would go wrong without it.
 */
final class EpochClaim {
  private static final Logger LOG = LoggerFactory.getLogger(EpochClaim.class);

  private final Path folder;
  private final OpenRequest request;
  private final LogFiles files;
  private final SegmentKeys keys;
  private final EpochMarkers markers;
  private final ChainReader reader;

  private EpochClaim(Path folder, OpenRequest request) {
    this.folder = folder;
    this.request = request;
    this.files = request.files();
    this.markers = new EpochMarkers(folder, files);
    this.keys = new SegmentKeys(request.settings().protection());
    this.reader = new ChainReader(folder, files, keys);
  }

  static SegmentLog open(Path folder, OpenRequest request) {
    LogFiles files = request.files();
    Path real = files.prepareFolder(folder);
    StoreFolder.requireCoherent(real, files, request.settings());
    LogFiles.Hold lock = files.lock(real, request.settings().lock(), request.claimant());
    boolean opened = false;
    try {
      SegmentLog log = new EpochClaim(real, request).claim(lock);
      opened = true;
      return log;
    } catch (IOException e) {
      if (JournalFullException.isNoRoom(e)) {
        throw new JournalFullException(
            "no room to open the log: folder=%s neededBytes=%d; nothing is lost, free some space and open it again"
                .formatted(real, firstSegmentBytes(request)),
            e);
      }
      throw StoreFolder.refusal(real, e);
    } finally {
      if (!opened) {
        lock.close();
      }
    }
  }

  private SegmentLog claim(LogFiles.Hold lock) throws IOException {
    keys.requireNew();

    // Read everything first: the claim fences the old writer, so little may be left to do after it.
    // A damaged log stops here, before anything is changed.
    Collection<String> names = files.list(folder);
    Chain caughtUp = reader.read(request.watcher(), request.snapshotNumber());
    NewestMarker.check(folder, files, names, request.claimant());
    requireSameStore(caughtUp);
    requireNew(caughtUp, names);
    long newest = EpochMarkers.newest(names);
    requireNotLost(newest);

    // Room for the first segment is found before the marker, so that a full disk leaves no marker.
    Path prepared = SegmentWriter.prepare(folder, files, firstSegmentBytes(request));
    try {
      return begin(lock, caughtUp, newest + 1, prepared);
    } catch (IOException | RuntimeException e) {
      try {
        files.delete(prepared);
      } catch (IOException again) {
        e.addSuppressed(again);
      }
      throw e;
    }
  }

  private SegmentLog begin(LogFiles.Hold lock, Chain caughtUp, long epoch, Path prepared)
      throws IOException {
    if (!markers.claim(epoch, request.claimant(), request.claims())) {
      throw new FencedWriterException(
          "fenced: folder=%s epoch=%d was claimed by another process at the same time"
              .formatted(folder, epoch));
    }
    try {
      return beginClaimed(lock, caughtUp, epoch, prepared);
    } catch (IOException | DamagedJournalException e) {
      // Whoever claimed since may have deleted what this one is reading: that is no damage.
      if (markers.isNewerThan(epoch)) {
        throw new FencedWriterException(
            "fenced: folder=%s epoch=%d but epoch=%d was claimed before it had begun"
                .formatted(folder, epoch, epoch + 1),
            e);
      }
      throw e;
    }
  }

  private SegmentLog beginClaimed(LogFiles.Hold lock, Chain caughtUp, long epoch, Path prepared)
      throws IOException {
    // Read again after the marker: what the old writer acknowledged in between must be included;
    // what it writes from now on it will not acknowledge.
    Chain chain = reader.readAgain(caughtUp, request.snapshotNumber());

    // The old writer's last frame may be only in memory: named, then lost with the power, it would
    // be a hole. (A frame it never forced is then as good as acknowledged.)
    writeLastFrameAgain(chain);
    forceEnd(chain);
    List<OpeningFrame.VoidPlace> voids = copyTornTail(chain, epoch);

    long number =
        chain
            .tornTail()
            .map(torn -> Math.max(torn.coveredTo(), chain.end().number()))
            .orElse(Math.max(request.firstAfter(), chain.end().number()));
    long deletedTo = number > chain.end().number() ? number : chain.deletedTo();
    ChainEnd before = chain.end();
    ChainEnd start =
        new ChainEnd(before.epoch(), before.segment(), before.offset(), number, before.hash());
    SegmentHeader header =
        new SegmentHeader(
            new SegmentName(epoch, 0),
            firstSegmentBytes(request),
            number + 1,
            before.hash(),
            0,
            deletedTo);
    SegmentWriter writer =
        SegmentWriter.start(folder, files, request.settings(), keys, header, prepared);
    SegmentLog log =
        new SegmentLog(folder, files, lock, epoch, writer, chain.spans(), start, deletedTo);
    try {
      log.writeOpening(new OpeningFrame(before, deletedTo, request.persistenceId(), voids));
    } catch (RuntimeException e) {
      writer.close();
      throw e;
    }
    sweep();
    LOG.info(
        "journal claimed: folder={} epoch={} lastSequenceNumber={} deletedTo={} sealedBefore={}",
        folder,
        epoch,
        number,
        deletedTo,
        chain.sealed());
    tellProtection();
    return log;
  }

  /** A folder in which some of the history is protected and some is not is said to be so. */
  private void tellProtection() {
    SegmentProtection ofNew = keys.ofNew();
    long unlike = keys.seen(!ofNew.isProtected());
    if (ofNew.isProtected() && unlike > 0) {
      LOG.warn(
          "journal is protected in part: folder={} unprotectedSegments={} new segments are {}; the old ones stay readable for everybody until their events are deleted, then set {}.accept-unprotected = off",
          folder,
          unlike,
          ofNew,
          SegmentKeys.ROOT);
    } else if (unlike > 0) {
      LOG.warn(
          "journal is protected in part: folder={} protectedSegments={} new segments are unprotected; keep the old keys in {}.keys until those are deleted",
          folder,
          unlike,
          SegmentKeys.ROOT);
    }
  }

  /** What a crash left unfinished; another member of a cluster may be about to finish its own. */
  private void sweep() {
    if (request.settings().lock() != LockMode.EXCLUSIVE) {
      return;
    }
    try {
      for (String name : files.list(folder)) {
        if (name.startsWith("tmp-")) {
          files.delete(folder.resolve(name));
        }
      }
    } catch (IOException e) {
      LOG.warn("leftovers of a crash stay until the next opening: folder={}", folder, e);
    }
  }

  /** Large enough for an opening frame that names a copied tail. */
  private static long firstSegmentBytes(OpenRequest request) {
    int opening = SegmentFormat.utf8(request.persistenceId()).length + 512;
    long needed = SegmentFormat.end(SegmentFormat.SEGMENT_HEADER_BYTES, opening);
    return Math.max(request.settings().segmentBytes(0), needed);
  }

  private void requireSameStore(Chain chain) {
    if (!chain.end().isNothing() && !chain.persistenceId().equals(request.persistenceId())) {
      throw new UnusableFolderException(
          "folder of another store: folder=%s persistenceId=%s expected=%s; was it renamed?"
              .formatted(folder, chain.persistenceId(), request.persistenceId()));
    }
  }

  private void requireNew(Chain chain, Collection<String> names) {
    boolean hasSegments = !ChainReader.epochs(names).isEmpty();
    if (request.firstAfter() > 0 && (hasSegments || !chain.end().isNothing())) {
      throw new UnusableFolderException(
          "the log is there already: folder=%s; only a new one can begin after sequenceNumber=%d"
              .formatted(folder, request.firstAfter()));
    }
  }

  private void requireNotLost(long newest) {
    if (request.ownEpoch() > 0 && newest > request.ownEpoch()) {
      throw new FencedWriterException(
          "fenced: folder=%s epoch=%d but epoch=%d was claimed since; this writer stops for good"
              .formatted(folder, request.ownEpoch(), newest));
    }
  }

  /**
   * After a force that failed the last frame may be seen though it is not on the disk, and no later
   * force writes it, nor fails: the system takes those bytes for written. (All frames before it
   * were forced, or it would not be there.) So the same bytes are written once more: whoever does
   * that late, after a freeze, changes nothing, for the writer of a frame that is whole never
   * changes it, and a name is never used twice.
   */
  private void writeLastFrameAgain(Chain chain) throws IOException {
    ChainEnd end = chain.end();
    if (end.isNothing()) {
      return;
    }
    Path path = folder.resolve(new SegmentName(end.epoch(), end.segment()).fileName());
    try (LogFile in = files.openToRead(path);
        LogFile out = files.openToWrite(path)) {
      copy(
          in,
          chain.lastFrameOffset(),
          end.offset() - chain.lastFrameOffset(),
          out,
          chain.lastFrameOffset());
    }
  }

  /** A segment was made only after all frames before it had been forced. */
  private void forceEnd(Chain chain) throws IOException {
    for (SegmentSpan span : chain.spans()) {
      if (span.name().epoch() == chain.end().epoch()
          && span.name().index() >= chain.end().segment()) {
        try (LogFile file = files.openToWrite(folder.resolve(span.name().fileName()))) {
          file.force();
        }
      }
    }
  }

  private List<OpeningFrame.VoidPlace> copyTornTail(Chain chain, long epoch) throws IOException {
    Optional<TornTail> found = chain.tornTail();
    if (found.isEmpty()) {
      return List.of();
    }
    TornTail torn = found.get();
    SegmentName name = torn.segment();
    String copy = TornTail.copyName(name, torn.offset(), epoch);
    copy(folder.resolve(name.fileName()), torn, folder.resolve(copy));
    files.forceFolder(folder);
    LOG.warn(
        "torn tail declared void: file={} offset={} bytes={} copiedTo={} lastGoodSequenceNumber={}",
        folder.resolve(name.fileName()),
        torn.offset(),
        torn.bytes(),
        copy,
        chain.end().number());
    return List.of(new OpeningFrame.VoidPlace(name, torn.offset(), torn.bytes(), copy));
  }

  private void copy(Path from, TornTail torn, Path to) throws IOException {
    try (LogFile in = files.openToRead(from);
        LogFile out = files.create(to)) {
      copy(in, torn.offset(), torn.bytes(), out, 0);
      out.force();
    }
  }

  private static void copy(LogFile in, long from, long bytes, LogFile out, long to)
      throws IOException {
    ByteBuffer chunk = ByteBuffer.allocate((int) Math.min(64 << 10, bytes));
    for (long at = 0; at < bytes; ) {
      chunk.clear().limit((int) Math.min(chunk.capacity(), bytes - at));
      int read = in.read(chunk, from + at);
      if (read < 0) {
        break;
      }
      out.write(chunk.flip(), to + at);
      at += read;
    }
  }
}
