package scriptorium.persistence.segment;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
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
  private long neededBytes;

  private EpochClaim(Path folder, OpenRequest request) {
    this.folder = folder;
    this.request = request;
    this.files = request.files();
    this.markers = new EpochMarkers(folder, files);
    this.keys = new SegmentKeys(request.settings().protection());
    this.reader = new ChainReader(folder, files, keys);
    this.neededBytes = firstSegmentBytes(request);
  }

  static SegmentLog open(Path folder, OpenRequest request) {
    LogFiles files = request.files();
    Path real = files.prepareFolder(folder);
    StoreFolder.requireCoherent(real, files, request.settings());
    LogFiles.Hold lock = files.lock(real, request.settings().lock(), request.claimant());
    EpochClaim claim = new EpochClaim(real, request);
    boolean opened = false;
    try {
      SegmentLog log = claim.claim(lock);
      opened = true;
      return log;
    } catch (IOException e) {
      if (JournalFullException.isNoRoom(e)) {
        throw new JournalFullException(
            "no room to open the log: folder=%s neededBytes=%d; nothing is lost, free some space and open it again"
                .formatted(real, claim.neededBytes),
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

    neededBytes += caughtUp.tornTail().map(TornTail::bytes).orElse(0L);
    sweep(newest);
    // Room is found, and the end made durable, before the marker: a disk that is full or does not
    // write leaves no marker, and nothing else, however often it is tried.
    PredecessorEnd end = new PredecessorEnd(folder, files, newest + 1);
    Path prepared = SegmentWriter.prepare(folder, files, newest + 1, firstSegmentBytes(request));
    try {
      end.prepare(caughtUp);
      return begin(lock, caughtUp, end, newest + 1, prepared);
    } catch (IOException | RuntimeException e) {
      TemporaryFiles.discard(files, prepared, e);
      end.letGo(e);
      throw e;
    }
  }

  private SegmentLog begin(
      LogFiles.Hold lock, Chain caughtUp, PredecessorEnd end, long epoch, Path prepared)
      throws IOException {
    if (!markers.claim(epoch, request.claimant(), request.claims())) {
      throw new FencedWriterException(
          "fenced: folder=%s epoch=%d was claimed by another process at the same time"
              .formatted(folder, epoch));
    }
    try {
      SegmentLog log = beginClaimed(lock, caughtUp, end, epoch, prepared);
      sweep(epoch);
      return log;
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

  /** Gives back what a crash left unfinished. */
  private void sweep(long claimed) {
    if (request.settings().lock() == LockMode.SHARED) {
      TemporaryFiles.sweep(folder, files, claimed);
    } else {
      TemporaryFiles.sweepAll(folder, files);
    }
  }

  private SegmentLog beginClaimed(
      LogFiles.Hold lock, Chain caughtUp, PredecessorEnd end, long epoch, Path prepared)
      throws IOException {
    // Read again after the marker: what the old writer acknowledged in between must be included;
    // what it writes from now on it will not acknowledge.
    Chain chain = reader.readAgain(caughtUp, request.snapshotNumber());
    end.makeDurable(chain);
    List<OpeningFrame.VoidPlace> voids = end.copyTornTail(chain);

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
    SegmentWriter writer = start(header, prepared);
    SegmentLog log =
        new SegmentLog(
            folder,
            files,
            lock,
            epoch,
            NextMarker.after(epoch, folder, files),
            writer,
            chain.spans(),
            start,
            deletedTo);
    try {
      log.writeOpening(new OpeningFrame(before, deletedTo, request.persistenceId(), voids));
    } catch (JournalFullException e) {
      writer.close();
      discard(header, e);
      throw e;
    } catch (RuntimeException e) {
      writer.close();
      throw e;
    }
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

  private SegmentWriter start(SegmentHeader header, Path prepared) throws IOException {
    try {
      return SegmentWriter.start(folder, files, request.settings(), keys, header, prepared);
    } catch (IOException e) {
      discard(header, e);
      throw e;
    }
  }

  /** As long as its opening frame was not completely written nobody can believe it. */
  private void discard(SegmentHeader header, Exception cause) {
    TemporaryFiles.discard(files, folder.resolve(header.name().fileName()), cause);
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
}
