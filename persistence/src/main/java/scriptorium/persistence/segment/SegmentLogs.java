package scriptorium.persistence.segment;

import akka.actor.AbstractExtensionId;
import akka.actor.ActorSystem;
import akka.actor.ExtendedActorSystem;
import akka.actor.Extension;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The logs that the journal plugin of one actor system has open. Others in the system ask here
 * whether they may still act for the writer. Thread-safe; when the system terminates every log is
 * sealed and its folder released before {@code whenTerminated} completes.
 *
 * <pre>{@code
 * SegmentLogs.get(system).checkNewest(StoreFolder.of(dataDir, "main"));
 * }</pre>
 */
public final class SegmentLogs implements Extension {
  private static final Logger LOG = LoggerFactory.getLogger(SegmentLogs.class);
  private static final Id ID = new Id();
  private static final long THREAD_IDLE_SECONDS = 10;

  private final ExtendedActorSystem system;
  private final SegmentJournalSettings settings;
  private final Map<Path, StoreLog> logs = new ConcurrentHashMap<>();
  private final Map<String, StoreLog> byPersistenceId = new ConcurrentHashMap<>();
  private final ThreadPoolExecutor ahead = onDemand();
  private final Map<Path, Long> snapshots = new ConcurrentHashMap<>();
  private volatile LogFiles files = LogFiles.disk();

  private static final class Id extends AbstractExtensionId<SegmentLogs> {
    @Override
    public SegmentLogs createExtension(ExtendedActorSystem system) {
      return new SegmentLogs(system);
    }
  }

  private SegmentLogs(ExtendedActorSystem system) {
    this.system = system;
    this.settings = SegmentJournalSettings.of(system.settings().config());
    system.registerOnTermination(this::closeAll);
    if (!settings.metricsInterval().isZero()) {
      var unused =
          system
              .scheduler()
              .scheduleWithFixedDelay(
                  settings.metricsInterval(),
                  settings.metricsInterval(),
                  this::logMetrics,
                  system.dispatcher());
    }
  }

  private void logMetrics() {
    logs.forEach(
        (folder, log) -> {
          try {
            LOG.info("journal: folder={} {}", folder, measured(folder, log));
          } catch (IOException e) {
            LOG.warn("journal cannot be measured: folder={}", folder, e);
          }
        });
  }

  private static JournalMetrics measured(Path folder, StoreLog log) throws IOException {
    long segments = 0;
    long bytes = 0;
    for (String name : LogFiles.disk().list(folder)) {
      if (SegmentName.parse(name).isPresent()) {
        segments++;
        bytes += bytes(folder.resolve(name));
      }
    }
    return log.metrics().with(segments, bytes);
  }

  private static long bytes(Path segment) throws IOException {
    try {
      return Files.size(segment);
    } catch (NoSuchFileException deletedMeanwhile) {
      return 0;
    }
  }

  /** One thread, while there is something to do. */
  private static ThreadPoolExecutor onDemand() {
    ThreadPoolExecutor executor =
        new ThreadPoolExecutor(
            1,
            1,
            THREAD_IDLE_SECONDS,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            work -> {
              Thread thread = new Thread(work, "scriptorium-journal-ahead");
              thread.setDaemon(true);
              return thread;
            });
    executor.allowCoreThreadTimeOut(true);
    return executor;
  }

  public static SegmentLogs get(ActorSystem system) {
    return ID.get(system);
  }

  /**
   * Returns when this process is the newest writer of a store: goes before everything with an
   * effect outside. About a microsecond.
   *
   * @param storeFolder as {@link StoreFolder#of} gives it
   * @throws FencedWriterException when it is not
   */
  public void checkNewest(Path storeFolder) {
    StoreLog log = logs.get(key(storeFolder));
    if (log == null) {
      throw new FencedWriterException("not the writer: no log is open for folder=" + storeFolder);
    }
    log.checkNewest();
  }

  /**
   * Tells, before a store's journal is claimed, up to which number a snapshot of it was just
   * proven; 0: none was. A complete but bad last frame within it then does not stop the start; the
   * events up to it count as deleted from then on.
   */
  public void trustSnapshot(Path storeFolder, long sequenceNumber) {
    snapshots.put(key(storeFolder), sequenceNumber);
  }

  /**
   * Seals a store's log and lets go of its folder, behind everything asked of it before. The next
   * recovery claims it as if for the first time. For a store that moves or stops in order.
   */
  public CompletionStage<Void> release(Path storeFolder) {
    StoreLog log = logs.get(key(storeFolder));
    return log == null ? CompletableFuture.completedFuture(null) : log.release();
  }

  /**
   * The highest number of a store's events when its writer's recovery last asked for it, before
   * events are replayed; 0 where none did.
   */
  public long recoveredTo(Path storeFolder) {
    StoreLog log = logs.get(key(storeFolder));
    return log == null ? 0 : log.recoveredTo();
  }

  /**
   * How many frames were read while a store's log was claimed: rises while a claim moves, for
   * whoever watches it. Never waits.
   */
  public long framesRead(Path storeFolder) {
    StoreLog log = logs.get(key(storeFolder));
    return log == null ? 0 : log.framesRead();
  }

  /** Logs that are opened from now on use other files: for tests, which put their faults there. */
  void useFiles(LogFiles otherFiles) {
    files = otherFiles;
  }

  /**
   * What the journal of a store has done in this process; empty where it was never asked for. Reads
   * counters without waiting for the log, and the lengths of its files.
   *
   * @param storeFolder as {@link StoreFolder#of} gives it
   */
  public Optional<JournalMetrics> metrics(Path storeFolder) {
    StoreLog log = logs.get(key(storeFolder));
    if (log == null) {
      return Optional.empty();
    }
    try {
      return Optional.of(measured(key(storeFolder), log));
    } catch (NoSuchFileException noLogYet) {
      return Optional.of(log.metrics().with(0, 0));
    } catch (IOException e) {
      throw new UncheckedIOException("reading failed: folder=" + storeFolder, e);
    }
  }

  /** The folder of a store, whether or not it exists. */
  Path folder(String persistenceId) {
    return StoreFolder.of(settings.dataDir(), persistenceId);
  }

  /** A reader of a store's folder, with the keys that this journal is configured with. */
  public SegmentReader reader(Path storeFolder) {
    return SegmentReader.of(storeFolder, settings.protection());
  }

  /** Finds the keys of segments, as this journal is configured. */
  SegmentKeys keys() {
    return new SegmentKeys(settings.protection());
  }

  /** How far the writer in this process has confirmed a store's log; any thread, never waits. */
  Confirmed confirmed(Path storeFolder) {
    StoreLog log = logs.get(key(storeFolder));
    return log == null ? Confirmed.NONE : log.confirmed();
  }

  /** The log of a persistence id; its path is made once, for each write asks. */
  StoreLog of(String persistenceId) {
    StoreLog known = byPersistenceId.get(persistenceId);
    return known == null ? byPersistenceId.computeIfAbsent(persistenceId, this::find) : known;
  }

  private StoreLog find(String persistenceId) {
    Path folder = folder(persistenceId);
    return logs.computeIfAbsent(
        key(folder),
        path ->
            new StoreLog(
                path,
                settings.idleMark(),
                settings.threadIdle(),
                own -> request(path, persistenceId, own),
                settings.makeAhead() ? ahead : null,
                new LogMetrics(System::nanoTime)));
  }

  private OpenRequest request(Path folder, String persistenceId, long ownEpoch) {
    return OpenRequest.of(persistenceId, claimant(), settings.log())
        .on(files)
        .after(ownEpoch)
        .withSnapshotAt(snapshots.getOrDefault(folder, 0L));
  }

  private Claimant claimant() {
    String node = system.provider().getDefaultAddress().toString();
    return new Claimant(node, ProcessHandle.current().pid(), Instant.now());
  }

  private static Path key(Path folder) {
    return folder.toAbsolutePath().normalize();
  }

  private void closeAll() {
    List<CompletableFuture<Void>> closing = new ArrayList<>();
    logs.values().forEach(log -> closing.add(log.close()));
    CompletableFuture<Void> all =
        CompletableFuture.allOf(closing.toArray(CompletableFuture<?>[]::new));
    try {
      all.get(settings.closeTimeout().toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException | ExecutionException | TimeoutException e) {
      LOG.warn("not every log was sealed: timeout={}", settings.closeTimeout(), e);
    } finally {
      ahead.shutdown(); // and never interrupted: that would close the file it writes
    }
  }
}
