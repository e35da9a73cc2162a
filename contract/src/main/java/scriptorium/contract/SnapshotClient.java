package scriptorium.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import akka.actor.ActorRef;
import akka.actor.ActorSystem;
import akka.persistence.DeleteSnapshotSuccess;
import akka.persistence.DeleteSnapshotsSuccess;
import akka.persistence.Persistence;
import akka.persistence.SaveSnapshotFailure;
import akka.persistence.SaveSnapshotSuccess;
import akka.persistence.SelectedSnapshot;
import akka.persistence.SnapshotMetadata;
import akka.persistence.SnapshotProtocol;
import akka.persistence.SnapshotSelectionCriteria;
import com.typesafe.config.ConfigFactory;
import java.time.Duration;
import java.util.Optional;
import scala.jdk.javaapi.OptionConverters;

/** Talks to a snapshot store in Akka's own messages. Thread-safe. */
final class SnapshotClient {
  private final ActorSystem system;
  private final ActorRef store;
  private final Duration patience;

  SnapshotClient(ActorSystem system, String pluginId, Duration patience) {
    this.system = system;
    this.store = Persistence.get(system).snapshotStoreFor(pluginId, ConfigFactory.empty());
    this.patience = patience;
  }

  SnapshotMetadata save(String id, long number, String text) {
    return save(new SnapshotMetadata(id, number, 0), new Note(text, ""));
  }

  /**
   * Saves, and returns what the store says about the snapshot: Akka gives it the time. Returns when
   * that time is over, so that the next one has a later.
   */
  SnapshotMetadata save(SnapshotMetadata metadata, Object snapshot) {
    SaveSnapshotSuccess done =
        assertInstanceOf(SaveSnapshotSuccess.class, answerToSave(metadata, snapshot));
    assertEquals(metadata.persistenceId(), done.metadata().persistenceId());
    assertEquals(metadata.sequenceNr(), done.metadata().sequenceNr());
    while (System.currentTimeMillis() <= done.metadata().timestamp()) {
      Thread.onSpinWait();
    }
    return done.metadata();
  }

  /** Why a snapshot is not saved. */
  Throwable failureToSave(SnapshotMetadata metadata, Object snapshot) {
    SaveSnapshotFailure failure =
        assertInstanceOf(SaveSnapshotFailure.class, answerToSave(metadata, snapshot));
    assertEquals(metadata.sequenceNr(), failure.metadata().sequenceNr());
    return failure.cause();
  }

  private Object answerToSave(SnapshotMetadata metadata, Object snapshot) {
    return ask(new SnapshotProtocol.SaveSnapshot(metadata, snapshot));
  }

  Optional<SelectedSnapshot> load(
      String id, SnapshotSelectionCriteria criteria, long toSequenceNumber) {
    SnapshotProtocol.LoadSnapshotResult result =
        assertInstanceOf(
            SnapshotProtocol.LoadSnapshotResult.class,
            ask(new SnapshotProtocol.LoadSnapshot(id, criteria, toSequenceNumber)));
    return OptionConverters.toJava(result.snapshot());
  }

  void delete(SnapshotMetadata metadata) {
    assertInstanceOf(
        DeleteSnapshotSuccess.class, ask(new SnapshotProtocol.DeleteSnapshot(metadata)));
  }

  void delete(String id, SnapshotSelectionCriteria criteria) {
    assertInstanceOf(
        DeleteSnapshotsSuccess.class, ask(new SnapshotProtocol.DeleteSnapshots(id, criteria)));
  }

  private Object ask(Object request) {
    try (Inbox inbox = new Inbox(system)) {
      store.tell(request, inbox.ref());
      return inbox.next(patience);
    }
  }
}
