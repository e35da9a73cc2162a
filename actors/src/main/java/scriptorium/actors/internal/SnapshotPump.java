package scriptorium.actors.internal;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import scriptorium.actors.StoreSettings;
import scriptorium.actors.internal.SnapshotEntry.Loaded;
import scriptorium.snapshots.Compression;
import scriptorium.snapshots.CorruptSnapshotException;
import scriptorium.snapshots.DumpSettings;
import scriptorium.snapshots.ScriptDump;
import scriptorium.snapshots.SnapshotManifest;
import scriptorium.snapshots.SnapshotManifestCodec;
import scriptorium.snapshots.SnapshotOutline;
import scriptorium.snapshots.SnapshotStamp;
import scriptorium.snapshots.SnapshotVerification;
import scriptorium.snapshots.UnsupportedSnapshotException;

/**
 * Takes snapshots in the background: owns the pin from the writer's hand to its closing, writes
 * chunks, then the manifest, reads all of it back, and only when that is proven deletes what lies
 * behind the oldest snapshot to be kept.
 *
 * <pre>
 * pin → ScriptDump → chunks saved → manifest saved → chunks read back and compared
 *     → older manifests deleted, then their chunks → events behind the oldest kept one may go
 * </pre>
 *
 * <p>Invariants: at most one at a time; the pin is closed on every path; a manifest is saved after
 * all of its chunks and deleted before any of them; nothing is deleted before the new snapshot is
 * proven. Begun and ended by the host, run on a thread of its own.
 */
final class SnapshotPump {

  private static final Logger LOG = LoggerFactory.getLogger(SnapshotPump.class);
  private static final int ZSTD_LEVEL = 3;
  private static final Duration PIN_TIMEOUT = Duration.ofSeconds(30);

  private final StoreSettings settings;
  private final SnapshotArchive archive;
  private final ExecutorService thread;
  private final AtomicBoolean underWay = new AtomicBoolean();
  private final Set<Long> skipped = ConcurrentHashMap.newKeySet();
  private volatile long lastNumber;
  private volatile long lastAttempt;
  private volatile long deadlineNanos;
  private volatile @Nullable ScriptDump dump;

  /** How a snapshot ended. */
  sealed interface Result {
    /**
     * Saved and proven.
     *
     * @param deleteTo events up to this number stand behind the oldest kept snapshot; 0 for none
     */
    record Saved(long sequenceNumber, long bytes, Duration took, long deleteTo) implements Result {}

    /** Given up. */
    record Failed(String reason) implements Result {}
  }

  SnapshotPump(StoreSettings settings, SnapshotArchive archive) {
    this.settings = settings;
    this.archive = archive;
    this.thread =
        Executors.newSingleThreadExecutor(
            task -> {
              Thread created = new Thread(task, "scriptorium-" + settings.name() + "-snapshot");
              created.setDaemon(true);
              return created;
            });
  }

  /** By which a snapshot's chunks are found. */
  static String snapshotId(SnapshotManifest manifest) {
    return snapshotId(manifest.sequenceNumber(), manifest.epoch());
  }

  private static String snapshotId(long sequenceNumber, long epoch) {
    return sequenceNumber + "-" + epoch;
  }

  /** The store was recovered from this snapshot; 0 for none. */
  void recoveredFrom(long sequenceNumber) {
    lastNumber = Math.max(lastNumber, sequenceNumber);
  }

  /** The snapshot with this number could not be used: it does not count as one that is kept. */
  void skipped(long sequenceNumber) {
    skipped.add(sequenceNumber);
  }

  boolean isDue(long sequenceNumber) {
    long every = settings.snapshot().everyEvents();
    long last = Math.max(lastNumber, lastAttempt);
    return every > 0 && !underWay.get() && sequenceNumber - last >= every;
  }

  /** Whether a snapshot may begin: none is under way. */
  boolean begin() {
    return underWay.compareAndSet(false, true);
  }

  /** The snapshot that {@link #begin} allowed has ended. */
  void ended() {
    underWay.set(false);
  }

  /** Ends a dump that is over its time, since its pin keeps what is replaced; never waits. */
  void look(long nowNanos) {
    ScriptDump running = dump;
    if (running != null && nowNanos - deadlineNanos > 0) {
      running.cancel();
    }
  }

  void stop() {
    ScriptDump running = dump;
    if (running != null) {
      running.cancel();
    }
    thread.shutdownNow();
  }

  /** Takes a snapshot of what the writer pins. */
  void run(CompletableFuture<PinnedState> pinned, CompletableFuture<Result> result) {
    thread.execute(
        () -> {
          try {
            result.complete(runNow(pinned));
          } catch (Error e) { // whoever waits must hear of it
            result.completeExceptionally(e);
            throw e;
          }
        });
  }

  private Result runNow(CompletableFuture<PinnedState> pinned) {
    long started = System.nanoTime();
    try (PinnedState state = pinned.get(PIN_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS)) {
      lastAttempt = state.sequenceNumber(); // one that fails is not tried again at once
      SnapshotManifest manifest = save(state);
      SnapshotVerification.checkChunks(manifest, index -> loadChunk(manifest, index));
      lastNumber = manifest.sequenceNumber();
      long deleteTo = deleteBehind();
      Duration took = Duration.ofNanos(System.nanoTime() - started);
      return new Result.Saved(manifest.sequenceNumber(), manifest.chunkBytes(), took, deleteTo);
    } catch (TimeoutException e) {
      var unused = pinned.whenComplete((late, failure) -> closeLate(late));
      return new Result.Failed("the writer did not pin within " + PIN_TIMEOUT);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      var unused = pinned.whenComplete((late, failure) -> closeLate(late));
      return new Result.Failed("stopped");
    } catch (CancellationException e) {
      return new Result.Failed("took longer than " + settings.snapshot().timeout());
    } catch (Exception e) {
      LOG.debug("store {}: snapshot failed", settings.name(), e);
      return new Result.Failed(Refusals.describe(e));
    }
  }

  private static void closeLate(@Nullable PinnedState late) {
    if (late != null) {
      late.close();
    }
  }

  private SnapshotManifest save(PinnedState state) throws Exception {
    SnapshotStamp stamp =
        new SnapshotStamp(
            settings.name(),
            state.epoch(),
            state.sequenceNumber(),
            state.time(),
            state.schemaVersion(),
            state.positions());
    Map<String, byte[]> sections = new LinkedHashMap<>();
    sections.put(StoreRecovery.OUTCOMES, state.outcomes().toBytes());
    sections.put(StoreRecovery.SCHEMA, state.schemaHistory());
    DumpSettings dumpSettings =
        new DumpSettings(
            Compression.best(),
            ZSTD_LEVEL,
            settings.snapshot().chunkBytes(),
            settings.snapshot().share(),
            settings.protection());
    ScriptDump running =
        new ScriptDump(state.database(), state.view(), dumpSettings, System::nanoTime);
    long deadline = System.nanoTime() + settings.snapshot().timeout().toNanos();
    deadlineNanos = deadline;
    dump = running;
    String id = snapshotId(state.sequenceNumber(), state.epoch());
    AtomicInteger chunks = new AtomicInteger();
    try {
      SnapshotManifest manifest =
          running.run(
              stamp,
              sections,
              (index, bytes) -> {
                if (System.nanoTime() - deadline > 0) {
                  running.cancel();
                }
                chunks.set(index + 1);
                archive.saveChunk(id, index, bytes);
              });
      archive.saveManifest(state.sequenceNumber(), SnapshotManifestCodec.encode(manifest));
      return manifest;
    } catch (Exception e) {
      deleteChunks(id, chunks.get(), e);
      throw e;
    } finally {
      dump = null;
    }
  }

  /** A snapshot that was given up leaves nothing behind, as far as the store lets it. */
  private void deleteChunks(String id, int count, Exception failure) {
    try {
      for (int i = 0; i < count; i++) {
        archive.deleteChunk(id, i);
      }
    } catch (SnapshotStoreException e) {
      failure.addSuppressed(e);
    }
  }

  private byte[] loadChunk(SnapshotManifest manifest, int index) throws java.io.IOException {
    return archive
        .loadChunk(snapshotId(manifest), index)
        .orElseThrow(() -> new java.io.IOException("chunk is missing: index=" + index));
  }

  /**
   * Deletes the snapshots behind those to be kept; tells up to which event nobody needs the log.
   */
  private long deleteBehind() {
    long oldestKept = 0;
    long below = Long.MAX_VALUE;
    for (int kept = 0; kept < settings.snapshot().keep(); ) {
      Optional<Loaded> found = archive.loadManifest(below);
      if (found.isEmpty()) {
        return 0; // fewer than are to be kept: all events stay
      }
      long number = found.get().sequenceNumber();
      below = number - 1;
      if (!skipped.contains(number)) {
        oldestKept = number;
        kept++;
      }
    }
    for (Optional<Loaded> old = archive.loadManifest(below);
        old.isPresent();
        old = archive.loadManifest(below)) {
      delete(old.get());
      below = old.get().sequenceNumber() - 1;
    }
    return oldestKept;
  }

  private void delete(Loaded old) {
    archive.deleteManifest(old.sequenceNumber());
    try {
      // Its outline alone: the key of an old snapshot may be gone.
      SnapshotOutline outline = SnapshotManifestCodec.outline(old.part().bytes());
      String id = snapshotId(outline.sequenceNumber(), outline.epoch());
      for (int i = 0; i < outline.chunks().size(); i++) {
        archive.deleteChunk(id, i);
      }
    } catch (CorruptSnapshotException | UnsupportedSnapshotException e) {
      LOG.warn(
          "store {}: the manifest of an old snapshot cannot be read, its chunks stay:"
              + " sequenceNumber={}",
          settings.name(),
          old.sequenceNumber(),
          e);
    }
  }
}
