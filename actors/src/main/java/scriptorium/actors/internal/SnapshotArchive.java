package scriptorium.actors.internal;

import akka.actor.ActorRef;
import akka.actor.ActorSystem;
import akka.actor.ExtendedActorSystem;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import scriptorium.actors.internal.SnapshotEntry.Loaded;
import scriptorium.actors.internal.SnapshotEntry.Request;
import scriptorium.persistence.codec.SnapshotPart;
import scriptorium.persistence.files.SnapshotFileWriteException;

/**
 * A store's snapshots in Akka's snapshot store: a manifest under the store's own persistence id,
 * each chunk under a derived one, so that any snapshot store will do, also one that keeps a single
 * entry an id or limits an entry's size. Every call blocks, at most for the set time, and less
 * where its limit ends it; safe for use by several threads.
 */
final class SnapshotArchive {

  private static final String LEDGER = "|ledger";

  private final ActorSystem system;
  private final String persistenceId;
  private final Duration timeout;
  private final @Nullable SnapshotLimit limit;

  /**
   * @param timeout longest wait for one answer
   */
  SnapshotArchive(ActorSystem system, String persistenceId, Duration timeout) {
    this(system, persistenceId, timeout, null);
  }

  private SnapshotArchive(
      ActorSystem system, String persistenceId, Duration timeout, @Nullable SnapshotLimit limit) {
    this.system = system;
    this.persistenceId = persistenceId;
    this.timeout = timeout;
    this.limit = limit;
  }

  /** The same, whose calls end with this limit. */
  SnapshotArchive within(SnapshotLimit newLimit) {
    return new SnapshotArchive(system, persistenceId, timeout, newLimit);
  }

  void saveManifest(long sequenceNumber, byte[] bytes) {
    ask(persistenceId, sequenceNumber, new Request.Save(new SnapshotPart(bytes)));
  }

  /** The newest manifest at or below a sequence number. */
  Optional<Loaded> loadManifest(long atMost) {
    return ask(persistenceId, atMost, new Request.Load());
  }

  void deleteManifest(long sequenceNumber) {
    ask(persistenceId, sequenceNumber, new Request.Delete());
  }

  void saveChunk(String snapshotId, int index, byte[] bytes) {
    ask(chunkId(snapshotId, index), 1, new Request.Save(new SnapshotPart(bytes)));
  }

  /** A chunk's bytes; empty where it is missing. */
  Optional<byte[]> loadChunk(String snapshotId, int index) {
    return ask(chunkId(snapshotId, index), 1, new Request.Load())
        .map(found -> found.part().bytes());
  }

  /** Whether a chunk is there, readable or not. */
  boolean hasChunk(String snapshotId, int index) {
    return loadChunk(snapshotId, index).isPresent();
  }

  void deleteChunk(String snapshotId, int index) {
    ask(chunkId(snapshotId, index), 1, new Request.Delete());
  }

  /** Keeps this ledger in the place of the one before. */
  void saveLedger(long sequenceNumber, byte[] bytes) {
    String id = persistenceId + LEDGER;
    ask(id, sequenceNumber, new Request.Save(new SnapshotPart(bytes)));
    ask(id, sequenceNumber - 1, new Request.DeleteUpTo());
  }

  Optional<byte[]> loadLedger() {
    return ask(persistenceId + LEDGER, Long.MAX_VALUE, new Request.Load())
        .map(found -> found.part().bytes());
  }

  private String chunkId(String snapshotId, int index) {
    return new ChunkId(persistenceId, snapshotId, index).toString();
  }

  private Optional<Loaded> ask(String id, long sequenceNumber, Request request) {
    CompletableFuture<Optional<Loaded>> result = new CompletableFuture<>();
    ActorRef entry = start(id, sequenceNumber, request, result);
    SnapshotLimit bounds = limit == null ? new SnapshotLimit(timeout.multipliedBy(2)) : limit;
    try {
      return bounds.await(result, timeout);
    } catch (ExecutionException e) {
      throw failed(id, sequenceNumber, request, ": " + e.getCause(), e.getCause());
    } catch (TimeoutException e) {
      system.stop(entry);
      throw failed(
          id,
          sequenceNumber,
          request,
          ": no answer within " + timeout + " (scriptorium.store.snapshot.store-timeout)",
          e);
    } catch (SnapshotGivenUpException e) {
      system.stop(entry);
      throw e;
    }
  }

  private ActorRef start(
      String id, long sequenceNumber, Request request, CompletableFuture<Optional<Loaded>> result) {
    try {
      return ((ExtendedActorSystem) system)
          .systemActorOf(
              SnapshotEntry.props(id, sequenceNumber, request, result),
              "scriptorium-snapshot-" + UUID.randomUUID());
    } catch (IllegalStateException e) {
      throw failed(id, sequenceNumber, request, ": the actor system ends", e);
    }
  }

  private static SnapshotStoreException failed(
      String id, long sequenceNumber, Request request, String problem, @Nullable Throwable cause) {
    return new SnapshotStoreException(
        "snapshot store: "
            + request.getClass().getSimpleName().toLowerCase(Locale.ROOT)
            + " failed: persistenceId="
            + id
            + " sequenceNumber="
            + sequenceNumber
            + (request instanceof Request.Save save ? " bytes=" + save.part().bytes().length : "")
            + problem
            + (request instanceof Request.Save && !(cause instanceof SnapshotFileWriteException)
                ? "; a store that limits an entry's size needs"
                    + " scriptorium.store.snapshot.chunk-bytes below its limit"
                : ""),
        cause);
  }
}
