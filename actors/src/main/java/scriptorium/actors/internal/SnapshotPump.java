package scriptorium.actors.internal;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import scriptorium.actors.StoreSettings;
import scriptorium.snapshots.SnapshotManifest;
import scriptorium.snapshots.SnapshotOutline;

/**
 * Takes snapshots in the background, one after the other, on a thread of its own. Owns the pin from
 * the writer's hand to its closing.
 *
 * <p>Invariants: at most one at a time; the pin is closed on every path, as soon as the script has
 * been read: when the snapshot fails, when it is over its time, when the snapshot store hangs, when
 * the store stops. Begun, ended and cut short by the host.
 */
final class SnapshotPump {

  private static final Logger LOG = LoggerFactory.getLogger(SnapshotPump.class);

  private final StoreSettings settings;
  private final SnapshotMemory memory;
  private final ExecutorService thread;
  private final AtomicBoolean underWay = new AtomicBoolean();
  private volatile @Nullable SnapshotLimit limit;
  private volatile boolean pinned;

  SnapshotPump(StoreSettings settings, SnapshotMemory memory) {
    this.settings = settings;
    this.memory = memory;
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
    return ChunkId.snapshotId(manifest);
  }

  boolean isUnderWay() {
    return underWay.get();
  }

  /** Whether the database is, or is about to be, pinned: a schema change has to wait. */
  boolean isPinned() {
    return pinned;
  }

  /**
   * Takes a snapshot of what the writer pins, unless one is under way.
   *
   * @param longest how long it may take
   * @param pinReleased called on the snapshots' thread when the database is no longer pinned
   * @return whether it was begun; then {@link #ended} must be called when the result is there
   */
  boolean begin(
      CompletableFuture<Optional<PinnedState>> pin,
      Duration longest,
      Runnable pinReleased,
      CompletableFuture<SnapshotResult> result) {
    if (!underWay.compareAndSet(false, true)) {
      return false;
    }
    SnapshotLimit ends = new SnapshotLimit(longest);
    ends.working(() -> SnapshotRun.release(pin));
    limit = ends;
    pinned = true;
    SnapshotRun run =
        new SnapshotRun(
            settings,
            memory,
            ends,
            () -> {
              pinned = false;
              pinReleased.run();
            });
    boolean runs =
        execute(
            () -> {
              try {
                result.complete(run.run(pin));
              } catch (Error e) { // whoever waits must hear of it
                result.completeExceptionally(e);
                throw e;
              }
            });
    if (!runs) {
      ends.end("the store has stopped");
      result.complete(new SnapshotResult.Failed(Optional.empty(), "the store has stopped"));
    }
    return true;
  }

  /** The snapshot that {@link #begin} allowed has ended. */
  void ended() {
    limit = null;
    underWay.set(false);
  }

  /** Deletes what crashes have left, before anything else; tells the newest snapshot there is. */
  void sweep(CompletableFuture<Optional<SnapshotOutline>> newest) {
    var unused =
        execute(
            () -> {
              SnapshotLimit bounds = new SnapshotLimit(settings.snapshot().timeout());
              try {
                KeptSnapshots kept = memory.kept(bounds);
                newest.complete(kept.newest());
                kept.sweep();
              } catch (SnapshotStoreException | SnapshotGivenUpException e) {
                if (!thread.isShutdown()) { // the next start sweeps as well
                  LOG.warn(
                      "store {}: the snapshot store could not be searched for what crashes left:"
                          + " {}",
                      settings.name(),
                      e.getMessage());
                }
              } finally {
                newest.complete(Optional.empty());
              }
            });
  }

  /** Ends one that is over its time; never waits. */
  void look(long nowNanos) {
    SnapshotLimit running = limit;
    if (running != null) {
      running.look(nowNanos);
    }
  }

  /** Ends the one under way, if there is one; never waits. */
  void giveUp(String reason) {
    SnapshotLimit running = limit;
    if (running != null) {
      running.end(reason);
    }
  }

  void stop() {
    giveUp("the store stops");
    thread.shutdownNow();
  }

  private boolean execute(Runnable task) {
    try {
      thread.execute(task);
      return true;
    } catch (RejectedExecutionException stopped) {
      return false;
    }
  }
}
