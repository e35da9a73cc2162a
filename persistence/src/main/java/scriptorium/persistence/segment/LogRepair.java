package scriptorium.persistence.segment;

import static scriptorium.persistence.segment.SegmentFormat.SEGMENT_HEADER_BYTES;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import scriptorium.keys.Protection;

/**
 * Makes a damaged log one that can be opened, as far as that is possible: by a new epoch that names
 * the last good frame as its predecessor's end. What lies behind it is copied aside first, and
 * stays where it is as well. Nothing is changed or deleted. Not thread-safe.
 *
 * <pre>{@code
 * RepairPlan plan = LogRepair.of(folder, "main", newestGoodSnapshot, keys).plan();
 * if (plan.need() == RepairPlan.Need.REPAIR) {
 *   repair.apply(claimant);
 * }
 * }</pre>
 */
public final class LogRepair {
  private static final Logger LOG = LoggerFactory.getLogger(LogRepair.class);

  private final Path folder;
  private final String persistenceId;
  private final long snapshotNumber;
  private final LogFiles files;
  private final SegmentKeys keys;

  private LogRepair(
      Path folder, String persistenceId, long snapshotNumber, LogFiles files, SegmentKeys keys) {
    this.folder = folder;
    this.persistenceId = persistenceId;
    this.snapshotNumber = snapshotNumber;
    this.files = files;
    this.keys = keys;
  }

  /**
   * @param persistenceId whose log it is, where no frame tells any more
   * @param snapshotNumber of the newest snapshot that is known to be good; 0: none
   * @param protection the keys of protected segments, and how the repaired part is protected
   */
  public static LogRepair of(
      Path folder, String persistenceId, long snapshotNumber, Protection protection) {
    return of(folder, persistenceId, snapshotNumber, LogFiles.disk(), protection);
  }

  static LogRepair of(
      Path folder,
      String persistenceId,
      long snapshotNumber,
      LogFiles files,
      Protection protection) {
    return new LogRepair(folder, persistenceId, snapshotNumber, files, new SegmentKeys(protection));
  }

  /**
   * What a repair would do. Reads every frame, changes nothing, takes no lock: beside a living
   * writer it may take a frame on its way for damage.
   *
   * @throws UnsupportedSegmentException when a newer program wrote it
   * @throws JournalKeyException when a segment's key is missing or another one
   */
  public RepairPlan plan() {
    try {
      return scan().plan(files.list(folder));
    } catch (IOException e) {
      throw StoreFolder.refusal(folder, e);
    }
  }

  /**
   * Repairs, if there is need, with the folder locked against every process. When it throws, the
   * log is as it was, and further copies may lie beside it.
   *
   * @return what was done
   * @throws UnusableFolderException when a process has the store open, or the folder cannot be used
   * @throws JournalFullException when there is no room for the copies
   */
  public RepairPlan apply(Claimant claimant) {
    StoreFolder.requireOwn(folder);
    FolderLock lock = FolderLock.acquire(folder, LockMode.EXCLUSIVE, claimant);
    try {
      SalvageScan scan = scan();
      RepairPlan plan = scan.plan(files.list(folder));
      if (plan.need() == RepairPlan.Need.REPAIR) {
        requireRoom(plan);
        begin(scan, plan, claimant);
      }
      return plan;
    } catch (IOException e) {
      throw StoreFolder.refusal(folder, e);
    } finally {
      lock.close();
    }
  }

  private SalvageScan scan() {
    return new SalvageScan(folder, files, keys, snapshotNumber, persistenceId);
  }

  private void requireRoom(RepairPlan plan) throws IOException {
    long bytes = plan.parts().stream().mapToLong(RepairPlan.Part::bytes).sum();
    boolean rewrites = plan.rewrittenFrom() <= plan.keptTo();
    long needed = (rewrites ? 2 : 1) * bytes + (1 << 20);
    long room = Files.getFileStore(folder).getUsableSpace();
    if (room < needed) {
      throw new JournalFullException(
          "no room for the copies of a repair: folder=%s bytes=%d room=%d; nothing was changed, free some space"
              .formatted(folder, needed, room),
          null);
    }
  }

  private void begin(SalvageScan scan, RepairPlan plan, Claimant claimant) throws IOException {
    EpochMarkers markers = new EpochMarkers(folder, files);
    long epoch = EpochMarkers.newest(files.list(folder)) + 1;
    // First, so that no two repairs give their copies the same names.
    if (!markers.claim(epoch, claimant, claimed -> {})) {
      throw new FencedWriterException(
          "fenced: folder=" + folder + " epoch=" + epoch + " was claimed at the same time");
    }
    List<OpeningFrame.VoidPlace> voids = new ArrayList<>();
    for (RepairPlan.Part part : plan.parts()) {
      voids.add(copyAside(part, epoch));
    }
    files.forceFolder(folder);
    makeDurable(plan.end());
    RepairedEpoch repaired = new RepairedEpoch(folder, files, keys, epoch, plan);
    repaired.write(voids, scan);
    LOG.warn(
        "journal repaired: folder={} epoch={} keptTo={} lostTo={} damages={}",
        folder,
        epoch,
        plan.keptTo(),
        plan.lostTo() > plan.keptTo() ? plan.lostTo() : 0,
        plan.damages());
  }

  /**
   * What is named as the end must not be lost with the power afterwards, nor be there only in
   * memory after a force that failed: it is written once more, the same bytes in the same place, as
   * {@link PredecessorEnd} does with the last frame. Where that one starts is not known here.
   */
  private void makeDurable(ChainEnd end) throws IOException {
    if (!end.isNothing()) {
      SegmentName name = new SegmentName(end.epoch(), end.segment());
      Path file = folder.resolve(name.fileName());
      if (!files.isAbsent(file)) {
        try (LogFile in = files.openToRead(file);
            LogFile out = files.openToWrite(file)) {
          PredecessorEnd.copy(
              in,
              SEGMENT_HEADER_BYTES,
              end.offset() - SEGMENT_HEADER_BYTES,
              out,
              SEGMENT_HEADER_BYTES);
          out.force();
        }
      }
    }
  }

  private OpeningFrame.VoidPlace copyAside(RepairPlan.Part part, long epoch) throws IOException {
    SegmentName name = part.segment();
    String copy = TornTail.copyName(name, part.offset(), epoch);
    try (LogFile in = files.openToRead(folder.resolve(name.fileName()));
        LogFile out = files.create(folder.resolve(copy))) {
      PredecessorEnd.copy(in, part.offset(), part.bytes(), out, 0);
      out.force();
    }
    return new OpeningFrame.VoidPlace(name, part.offset(), part.bytes(), copy);
  }
}
