package scriptorium.actors.internal;

import akka.actor.ActorSystem;
import akka.actor.ExtendedActorSystem;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import scriptorium.actors.internal.SnapshotEntry.Loaded;
import scriptorium.actors.internal.SnapshotEntry.Request;
import scriptorium.persistence.codec.SnapshotPart;

/**
 * A store's snapshots in Akka's snapshot store: a manifest under the store's own persistence id,
 * each chunk under a derived one, so that any snapshot store will do, also one that keeps a single
 * entry an id or limits an entry's size. Every call blocks, at most for the set time; safe for use
 * by several threads.
 */
final class SnapshotArchive {

  private final ActorSystem system;
  private final String persistenceId;
  private final Duration timeout;

  SnapshotArchive(ActorSystem system, String persistenceId, Duration timeout) {
    this.system = system;
    this.persistenceId = persistenceId;
    this.timeout = timeout;
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

  void deleteChunk(String snapshotId, int index) {
    ask(chunkId(snapshotId, index), 1, new Request.Delete());
  }

  private String chunkId(String snapshotId, int index) {
    return persistenceId + "|" + snapshotId + "|" + index;
  }

  private Optional<Loaded> ask(String id, long sequenceNumber, Request request) {
    CompletableFuture<Optional<Loaded>> result = new CompletableFuture<>();
    ((ExtendedActorSystem) system)
        .systemActorOf(
            SnapshotEntry.props(id, sequenceNumber, request, result),
            "scriptorium-snapshot-" + java.util.UUID.randomUUID());
    try {
      return result.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException e) {
      throw new SnapshotStoreException(describe(id, sequenceNumber, request), e.getCause());
    } catch (TimeoutException e) {
      throw new SnapshotStoreException(
          describe(id, sequenceNumber, request) + " no answer within " + timeout, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new SnapshotStoreException(
          describe(id, sequenceNumber, request) + " interrupted while waiting", e);
    }
  }

  private static String describe(String id, long sequenceNumber, Request request) {
    return "snapshot store: "
        + request.getClass().getSimpleName().toLowerCase(java.util.Locale.ROOT)
        + " failed: persistenceId="
        + id
        + " sequenceNumber="
        + sequenceNumber;
  }
}
