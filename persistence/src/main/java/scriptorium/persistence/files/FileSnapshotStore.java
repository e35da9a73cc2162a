package scriptorium.persistence.files;

import akka.actor.ActorSystem;
import akka.persistence.SelectedSnapshot;
import akka.persistence.SnapshotMetadata;
import akka.persistence.SnapshotSelectionCriteria;
import akka.persistence.snapshot.japi.SnapshotStore;
import akka.serialization.Serialization;
import akka.serialization.SerializationExtension;
import akka.serialization.Serializer;
import akka.serialization.Serializers;
import com.typesafe.config.Config;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import scala.concurrent.Future;
import scala.jdk.javaapi.FutureConverters;
import scala.jdk.javaapi.OptionConverters;

/**
 * The embedded snapshot store: an Akka plugin, id {@code scriptorium.snapshot-store}.
 *
 * <p>A snapshot is durable when its save is answered. A load takes the newest file that matches;
 * one that cannot be read is reported as a warning that names it, and the next older one is taken,
 * with its own metadata. If files match and none can be read the load fails: answering "no
 * snapshot" would let a recovery start from an empty state although the events before are deleted.
 *
 * <p>Akka deletes a snapshot whose save timed out while that save may still run: here the deletion
 * waits for it. Akka names its number alone, so an earlier snapshot of the same number goes with
 * it; a store saves no number twice.
 */
public final class FileSnapshotStore extends SnapshotStore {
  private static final Logger LOG = LoggerFactory.getLogger(FileSnapshotStore.class);

  private final FileSnapshotSettings settings;
  private final Serialization serialization;
  private final FenceChecks fences;
  private final Executor io;
  // Touched by the plugin actor alone.
  private final Map<String, SnapshotFolder> folders = new HashMap<>();
  private final Map<String, CompletableFuture<?>> lastChanges = new HashMap<>();

  /** Called by Akka with the plugin's own configuration and its path. */
  public FileSnapshotStore(Config plugin, String pluginPath) {
    ActorSystem system = context().system();
    settings = FileSnapshotSettings.from(system.settings().config(), pluginPath);
    serialization = SerializationExtension.get(system);
    fences = FenceChecks.of(system);
    io = system.dispatchers().lookup(settings.ioDispatcher());
  }

  @Override
  public Future<Optional<SelectedSnapshot>> doLoadAsync(
      String persistenceId, SnapshotSelectionCriteria criteria) {
    SnapshotFolder folder = folder(persistenceId);
    return answer(
        CompletableFuture.supplyAsync(
            () -> loadNewest(folder, persistenceId, matching(criteria)), io));
  }

  @Override
  public Future<Void> doSaveAsync(SnapshotMetadata metadata, Object snapshot) {
    SnapshotFolder folder = folder(metadata.persistenceId());
    return inOrder(
        metadata.persistenceId(),
        () ->
            folder.save(
                new SnapshotFile(
                    metadata.persistenceId(),
                    metadata.sequenceNr(),
                    metadata.timestamp(),
                    OptionConverters.toJava(metadata.metadata()).map(this::serialize),
                    serialize(snapshot))));
  }

  @Override
  public Future<Void> doDeleteAsync(SnapshotMetadata metadata) {
    // Akka leaves the timestamp at 0 when it was asked to delete by sequence number alone.
    return delete(
        metadata.persistenceId(),
        name ->
            name.sequenceNumber() == metadata.sequenceNr()
                && (metadata.timestamp() == 0 || name.timestamp() == metadata.timestamp()));
  }

  @Override
  public Future<Void> doDeleteAsync(String persistenceId, SnapshotSelectionCriteria criteria) {
    return delete(persistenceId, matching(criteria));
  }

  private Future<Void> delete(String persistenceId, Predicate<SnapshotFileName> criterion) {
    SnapshotFolder folder = folder(persistenceId);
    return inOrder(
        persistenceId,
        () -> {
          try {
            folder.delete(persistenceId, criterion);
          } catch (IOException e) {
            throw new CompletionException(e);
          }
        });
  }

  /** Runs a change of a store's folder after all changes asked for before, also failed ones. */
  private Future<Void> inOrder(String persistenceId, Runnable change) {
    CompletableFuture<?> before =
        lastChanges.getOrDefault(
            EncodedName.ofStore(persistenceId), CompletableFuture.completedFuture(null));
    CompletableFuture<Void> after = before.handle((done, failed) -> done).thenRunAsync(change, io);
    lastChanges.put(EncodedName.ofStore(persistenceId), after);
    return answer(after);
  }

  /** Akka hands a failure on to the actor that asked: give it the cause, not the wrapping. */
  private static <T> Future<T> answer(CompletableFuture<T> work) {
    CompletableFuture<T> answer = new CompletableFuture<>();
    CompletableFuture<T> unused =
        work.whenComplete(
            (result, failure) -> {
              if (failure == null) {
                answer.complete(result);
              } else {
                answer.completeExceptionally(unwrapped(failure));
              }
            });
    return FutureConverters.asScala(answer);
  }

  private static Throwable unwrapped(Throwable failure) {
    Throwable cause = failure.getCause();
    return failure instanceof CompletionException && cause != null ? cause : failure;
  }

  private Optional<SelectedSnapshot> loadNewest(
      SnapshotFolder folder, String persistenceId, Predicate<SnapshotFileName> criterion) {
    List<SnapshotFileName> names;
    try {
      names = folder.list(persistenceId, criterion);
    } catch (IOException e) {
      throw new CompletionException(e);
    }
    Exception newestFailure = null;
    for (SnapshotFileName name : names) {
      try {
        return Optional.of(selected(folder.read(name, persistenceId)));
      } catch (NoSuchFileException deletedMeanwhile) {
        LOG.debug("snapshot was deleted while it was looked for: file={}", folder.path(name));
      } catch (IOException | RuntimeException e) {
        LOG.warn(
            "snapshot cannot be read: file={} reason={}; taking the next older one",
            folder.path(name),
            e.toString());
        if (newestFailure == null) {
          newestFailure = e;
        } else {
          newestFailure.addSuppressed(e);
        }
      }
    }
    if (newestFailure != null) {
      throw new CompletionException(newestFailure);
    }
    return Optional.empty();
  }

  private SelectedSnapshot selected(SnapshotFile file) {
    SnapshotMetadata metadata =
        new SnapshotMetadata(
            file.persistenceId(),
            file.sequenceNumber(),
            file.timestamp(),
            OptionConverters.toScala(file.extra().map(this::deserialize)));
    return SelectedSnapshot.create(metadata, deserialize(file.payload()));
  }

  private SerializedObject serialize(Object object) {
    Serializer serializer = serialization.findSerializerFor(object);
    return new SerializedObject(
        serializer.identifier(),
        Serializers.manifestFor(serializer, object),
        serialization.serialize(object).get());
  }

  private Object deserialize(SerializedObject object) {
    return serialization
        .deserialize(object.bytes(), object.serializerId(), object.manifest())
        .get();
  }

  private SnapshotFolder folder(String persistenceId) {
    String store = EncodedName.storeOf(persistenceId);
    return folders.computeIfAbsent(
        store,
        any ->
            new SnapshotFolder(SnapshotFolder.of(settings.dataFolder(), store), fences.of(store)));
  }

  private static Predicate<SnapshotFileName> matching(SnapshotSelectionCriteria criteria) {
    return name ->
        name.sequenceNumber() >= criteria.minSequenceNr()
            && name.sequenceNumber() <= criteria.maxSequenceNr()
            && name.timestamp() >= criteria.minTimestamp()
            && name.timestamp() <= criteria.maxTimestamp();
  }
}
