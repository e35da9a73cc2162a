package scriptorium.actors.internal;

import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import scriptorium.actors.SequenceNumber;
import scriptorium.actors.SnapshotInfo;
import scriptorium.actors.SnapshotProof;
import scriptorium.actors.SnapshotReply;
import scriptorium.actors.StoreSettings;
import scriptorium.actors.internal.SnapshotEntry.Loaded;
import scriptorium.actors.internal.SnapshotResult.PinPoint;
import scriptorium.snapshots.Compression;
import scriptorium.snapshots.DumpSettings;
import scriptorium.snapshots.ScriptDump;
import scriptorium.snapshots.SnapshotManifest;
import scriptorium.snapshots.SnapshotManifestCodec;
import scriptorium.snapshots.SnapshotStamp;

/**
 * One snapshot, from the writer's pin to the deletion of what it replaces.
 *
 * <pre>
 * pin → ScriptDump → chunks saved → pin released → chunks read back, digests computed anew
 *     → manifest saved → manifest read back → older snapshots deleted
 * </pre>
 *
 * <p>The manifest comes last, after the proof: whatever cuts a snapshot short, a recovery never
 * meets one that is not proved, and a store that keeps one entry for each id still holds the last
 * proved one. Run once, on the snapshots' thread.
 */
final class SnapshotRun {

  private static final Logger LOG = LoggerFactory.getLogger(SnapshotRun.class);

  private final StoreSettings settings;
  private final SnapshotMemory memory;
  private final SnapshotLimit limit;
  private final Runnable pinReleased;
  private final SnapshotArchive archive;
  private final long startedNanos = System.nanoTime();
  private @Nullable PinPoint point;
  private int chunksBegun;
  private boolean manifestBegun;

  /**
   * @param pinReleased called when the database is no longer pinned, or never was
   */
  SnapshotRun(
      StoreSettings settings, SnapshotMemory memory, SnapshotLimit limit, Runnable pinReleased) {
    this.settings = settings;
    this.memory = memory;
    this.limit = limit;
    this.pinReleased = pinReleased;
    this.archive = memory.archive().within(limit);
  }

  /** Takes it of what the writer pins; an empty pin says that nothing has changed. */
  SnapshotResult run(CompletableFuture<Optional<PinnedState>> pinned) {
    try {
      SnapshotManifest manifest;
      long databaseBytes;
      try (PinnedState state = await(pinned)) {
        if (state == null) {
          return new SnapshotResult.Unchanged();
        }
        limit.working(
            () -> {}); // from here on it is closed here, and not where the limit is reached
        limit.throwIfOver();
        point = new PinPoint(state.sequenceNumber(), state.journaledBytes());
        Optional<SnapshotManifest> same = memory.provedAt(state.sequenceNumber());
        databaseBytes = isRestored() ? state.database().estimatedBytes() : 0;
        manifest = same.isPresent() ? same.get() : dump(state);
      } finally {
        pinReleased.run();
      }
      return prove(manifest, databaseBytes);
    } catch (Exception e) {
      return failed(e);
    }
  }

  private @Nullable PinnedState await(CompletableFuture<Optional<PinnedState>> pinned)
      throws ExecutionException, TimeoutException {
    try {
      return limit.await(pinned, settings.snapshot().timeout()).orElse(null);
    } catch (ExecutionException | TimeoutException | RuntimeException e) {
      release(pinned);
      throw e;
    }
  }

  /** Closes what the writer has pinned, or will pin, and nobody is going to read. */
  static void release(CompletableFuture<Optional<PinnedState>> pinned) {
    if (!pinned.cancel(false)) { // of one that is cancelled the writer closes what it has pinned
      var unused =
          pinned.whenComplete(
              (state, failure) -> {
                if (state != null) {
                  state.ifPresent(PinnedState::close);
                }
              });
    }
  }

  private boolean isRestored() {
    return settings.snapshot().verify() == SnapshotProof.RESTORE;
  }

  private SnapshotManifest dump(PinnedState state) throws IOException, SQLException {
    memory.requireKnownOutcome(state.sequenceNumber());
    SnapshotStamp stamp =
        new SnapshotStamp(
            settings.name(),
            state.epoch(),
            state.sequenceNumber(),
            state.time(),
            state.schemaVersion(),
            state.positions());
    Map<String, byte[]> sections = new LinkedHashMap<>();
    sections.put(StateRestore.OUTCOMES, state.outcomes().toBytes());
    sections.put(StateRestore.SCHEMA, state.schemaHistory());
    ScriptDump dump =
        new ScriptDump(state.database(), state.view(), dumpSettings(), System::nanoTime);
    limit.working(dump::cancel);
    String id = ChunkId.snapshotId(state.sequenceNumber(), state.epoch());
    memory.chunks().begin(archive, id);
    try {
      return dump.run(
          stamp,
          sections,
          (index, bytes) -> {
            chunksBegun = index + 1;
            archive.saveChunk(id, index, bytes);
          });
    } catch (IOException | SQLException | RuntimeException e) {
      cleanUp(state.sequenceNumber(), id, e);
      throw e;
    }
  }

  private DumpSettings dumpSettings() {
    return new DumpSettings(
        Compression.best(),
        DumpSettings.LEVEL,
        settings.snapshot().chunkBytes(),
        settings.snapshot().share(),
        settings.protection());
  }

  private SnapshotResult prove(SnapshotManifest manifest, long databaseBytes) {
    boolean isNew = memory.provedAt(manifest.sequenceNumber()).isEmpty();
    String id = ChunkId.snapshotId(manifest);
    try {
      new SnapshotProver(settings, archive, limit).prove(manifest, databaseBytes);
      if (isNew) {
        saveManifest(manifest);
      }
    } catch (RuntimeException e) {
      boolean wrong = SnapshotProver.isWrong(e);
      if (wrong) {
        LOG.error(
            "store {}: a snapshot was read back and is wrong, it is deleted and nothing else:"
                + " sequenceNumber={}",
            settings.name(),
            manifest.sequenceNumber(),
            e);
      }
      if (isNew || wrong) {
        manifestBegun |= !isNew;
        chunksBegun = manifest.chunks().size();
        memory.forget(manifest.sequenceNumber());
        cleanUp(manifest.sequenceNumber(), id, e);
      }
      throw e;
    }
    memory.proved(manifest);
    return saved(manifest, memory.kept(limit).prune(settings.snapshot().keep(), memory.bad()));
  }

  private void saveManifest(SnapshotManifest manifest) {
    byte[] bytes = SnapshotManifestCodec.encode(manifest);
    manifestBegun = true;
    archive.saveManifest(manifest.sequenceNumber(), bytes);
    Optional<Loaded> found = archive.loadManifest(manifest.sequenceNumber());
    if (found.isEmpty()
        || found.get().sequenceNumber() != manifest.sequenceNumber()
        || !Arrays.equals(found.get().part().bytes(), bytes)) {
      throw new SnapshotStoreException(
          "snapshot store: the manifest was saved and is not what was saved: sequenceNumber="
              + manifest.sequenceNumber()
              + " found="
              + found.map(Loaded::sequenceNumber),
          null);
    }
  }

  private SnapshotResult saved(SnapshotManifest manifest, KeptSnapshots.Pruned pruned) {
    SequenceNumber number = new SequenceNumber(manifest.sequenceNumber());
    return new SnapshotResult.Saved(
        Optional.ofNullable(point),
        new SnapshotReply.Saved(
            number,
            manifest.chunkBytes(),
            Duration.ofNanos(System.nanoTime() - startedNanos),
            settings.snapshot().verify(),
            pruned.snapshots(),
            new SequenceNumber(pruned.eventsTo())),
        new SnapshotInfo(number, manifest.time(), manifest.chunkBytes()));
  }

  /**
   * What was given up leaves nothing behind, as far as the store lets it, and as far as it is known
   * what is there: the rest goes with the next snapshot, or at the next start.
   */
  private void cleanUp(long sequenceNumber, String id, Exception failure) {
    if (isUnknown(failure)) {
      memory.unknown(sequenceNumber);
    }
    try {
      SnapshotLimit ownLimit = new SnapshotLimit(settings.snapshot().storeTimeout());
      KeptSnapshots kept = memory.kept(ownLimit);
      if (manifestBegun) {
        kept.delete(sequenceNumber, id, chunksBegun);
      } else {
        kept.deleteChunks(id, chunksBegun);
      }
    } catch (SnapshotStoreException | SnapshotGivenUpException e) {
      failure.addSuppressed(e);
    }
  }

  /** What was asked of the store when this happened may still be done, at any later time. */
  private static boolean isUnknown(Throwable failure) {
    for (Throwable t = failure; t != null; t = t.getCause()) {
      if (t instanceof TimeoutException || t instanceof SnapshotGivenUpException) {
        return true;
      }
    }
    return false;
  }

  private SnapshotResult failed(Exception failure) {
    LOG.debug("store {}: snapshot failed", settings.name(), failure);
    Throwable cause =
        failure instanceof ExecutionException && failure.getCause() != null
            ? failure.getCause()
            : failure;
    String reason = limit.reason().orElseGet(() -> Refusals.describe(cause));
    return new SnapshotResult.Failed(Optional.ofNullable(point), reason);
  }
}
