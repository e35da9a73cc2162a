package scriptorium.drills.snapshot;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import scriptorium.keys.Protection;
import scriptorium.persistence.files.SnapshotFiles;
import scriptorium.persistence.segment.Claimant;
import scriptorium.persistence.segment.FolderLock;
import scriptorium.persistence.segment.FrameVisitor;
import scriptorium.persistence.segment.LockMode;
import scriptorium.persistence.segment.OpenRequest;
import scriptorium.persistence.segment.SegmentLog;
import scriptorium.persistence.segment.SegmentLogSettings;
import scriptorium.persistence.segment.SegmentReader;
import scriptorium.persistence.segment.StoreFolder;
import scriptorium.snapshots.ChunkSink;
import scriptorium.snapshots.SnapshotExport;
import scriptorium.snapshots.SnapshotKeyException;
import scriptorium.snapshots.SnapshotManifestCodec;
import scriptorium.snapshots.SnapshotOutline;

/**
 * Puts an exported snapshot into a store's folder.
 *
 * <p>Order: the whole file is checked; a new store's journal is made to begin behind the snapshot;
 * chunks; the manifest. A crash in between leaves a store that refuses to start for want of its
 * snapshot, never one that starts without its data, and the same import again completes it.
 */
final class SnapshotImport {

  private static final int BUFFER_BYTES = 1 << 16;

  private final Path storeFolder;
  private final String store;
  private final SnapshotFiles files;
  private final Protection protection;
  private final Protection journalProtection;

  /**
   * @param protection of snapshots
   * @param journalProtection of the journal's segments
   */
  SnapshotImport(Path folder, String store, Protection protection, Protection journalProtection) {
    this.journalProtection = journalProtection;
    this.store = store;
    this.storeFolder = StoreFolder.of(folder, store);
    this.files = SnapshotFiles.of(folder, store);
    this.protection = protection;
  }

  /**
   * What was imported.
   *
   * @param newStore whether the store begins with it
   */
  record Imported(SnapshotOutline outline, boolean newStore) {}

  /** Returns what was imported. */
  Imported run(Path file, boolean force) throws IOException, InterruptedException {
    SnapshotOutline outline = check(file);
    if (isNew()) {
      try (SegmentLog log = SegmentLog.open(storeFolder, request(outline))) {
        save(file, outline);
        log.checkNewest();
      }
      return new Imported(outline, true);
    }
    FolderLock lock = FolderLock.acquire(storeFolder, LockMode.EXCLUSIVE, claimant());
    try (lock) {
      requireCovered(outline);
      requireFree(outline.sequenceNumber(), force);
      save(file, outline);
    }
    return new Imported(outline, false);
  }

  private SnapshotOutline check(Path file) throws IOException, InterruptedException {
    byte[] manifest = read(file, this::requireSameStore, (index, bytes) -> {});
    try {
      return SnapshotManifestCodec.decode(manifest, protection).outline();
    } catch (SnapshotKeyException notOpenedHere) {
      // Whoever runs the store has the key, and is told if it is another one.
      return SnapshotManifestCodec.outline(manifest);
    }
  }

  private static byte[] read(Path file, Consumer<SnapshotOutline> begin, ChunkSink sink)
      throws IOException, InterruptedException {
    try (InputStream in = new BufferedInputStream(Files.newInputStream(file), BUFFER_BYTES)) {
      return SnapshotExport.read(in, begin, sink);
    }
  }

  private void requireSameStore(SnapshotOutline outline) {
    if (!outline.storeId().equals(store)) {
      throw new SnapshotRefusal(
          "snapshot of another store: storeId=%s store=%s; a store keeps its name, say --store %s"
              .formatted(outline.storeId(), store, outline.storeId()));
    }
  }

  private boolean isNew() throws IOException {
    if (!Files.isDirectory(storeFolder)) {
      return true;
    }
    SegmentReader.Contents contents = journal().read(FrameVisitor.NONE);
    return contents.persistenceId().isEmpty()
        && contents.segments().isEmpty()
        && files.manifests().isEmpty();
  }

  private OpenRequest request(SnapshotOutline outline) {
    return OpenRequest.of(
            store,
            claimant(),
            SegmentLogSettings.standard(LockMode.EXCLUSIVE).protectedBy(journalProtection))
        .beginningAfter(outline.sequenceNumber());
  }

  private SegmentReader journal() {
    return SegmentReader.of(storeFolder, journalProtection);
  }

  private static Claimant claimant() {
    return new Claimant("snapshot-import", ProcessHandle.current().pid(), Instant.now());
  }

  /**
   * The store goes on behind the snapshot only with the events that follow it, and only its own.
   */
  private void requireCovered(SnapshotOutline outline) {
    SegmentReader.Contents journal = journal().read(FrameVisitor.NONE);
    long number = outline.sequenceNumber();
    if (journal.persistenceId().isEmpty()) {
      throw new SnapshotRefusal(
          "there are snapshots without a journal: folder=%s; import into another folder"
              .formatted(storeFolder));
    }
    if (number > journal.end().number()) {
      throw new SnapshotRefusal(
          "snapshot is ahead of the journal: sequenceNumber=%d journal ends at %d in %s; import it into another folder"
              .formatted(number, journal.end().number(), storeFolder));
    }
    if (number < journal.deletedTo()) {
      throw new SnapshotRefusal(
          "events behind the snapshot are deleted: sequenceNumber=%d deleted up to %d in %s; import it into another folder"
              .formatted(number, journal.deletedTo(), storeFolder));
    }
    Optional<Instant> time = JournaledTime.of(journal(), number);
    // An event's time is of microseconds, that of a snapshot taken right behind it of nanoseconds.
    Instant taken = outline.time().truncatedTo(ChronoUnit.MICROS);
    if (time.isPresent() && !time.get().equals(taken)) {
      throw new SnapshotRefusal(
          "snapshot of another history: sequenceNumber=%d is of %s in the snapshot and of %s in the journal in %s"
              .formatted(number, taken, time.get(), storeFolder));
    }
  }

  private void requireFree(long number, boolean force) throws IOException {
    List<SnapshotFiles.Entry> same =
        files.manifests().stream().filter(entry -> entry.sequenceNumber() == number).toList();
    if (!same.isEmpty() && !force) {
      throw new SnapshotRefusal(
          "there is a snapshot of this number: sequenceNumber=%d file=%s; --force replaces it"
              .formatted(number, same.get(0).file()));
    }
  }

  private void save(Path file, SnapshotOutline outline) throws IOException, InterruptedException {
    long number = outline.sequenceNumber();
    Instant now = later();
    byte[] manifest =
        read(
            file,
            again -> {
              if (!again.equals(outline)) {
                throw new SnapshotRefusal("file was changed meanwhile: file=" + file);
              }
            },
            (index, bytes) -> files.saveChunk(number, outline.epoch(), index, bytes, now));
    files.saveManifest(number, manifest, now);
  }

  /** Later than whatever was saved before, also where a clock was set back since. */
  private Instant later() throws IOException {
    Instant now = Instant.now();
    for (SnapshotFiles.Entry entry : files.manifests()) {
      if (!entry.savedAt().isBefore(now)) {
        now = entry.savedAt().plusMillis(1);
      }
    }
    return now;
  }
}
