package scriptorium.actors.internal;

import akka.actor.Props;
import akka.persistence.AbstractPersistentActor;
import akka.persistence.DeleteSnapshotFailure;
import akka.persistence.DeleteSnapshotSuccess;
import akka.persistence.DeleteSnapshotsFailure;
import akka.persistence.DeleteSnapshotsSuccess;
import akka.persistence.Recovery;
import akka.persistence.RecoveryCompleted;
import akka.persistence.SaveSnapshotFailure;
import akka.persistence.SaveSnapshotSuccess;
import akka.persistence.SnapshotOffer;
import akka.persistence.SnapshotSelectionCriteria;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import scala.Option;
import scriptorium.persistence.codec.SnapshotPart;

/**
 * Saves, loads or deletes one entry of the snapshot store and is gone: Akka's public door to a
 * snapshot store is a persistent actor, so each request is one. It has no journal ({@link
 * NoJournal}).
 */
final class SnapshotEntry extends AbstractPersistentActor {

  /** What is asked of the store. */
  sealed interface Request {
    /** Save the part under this sequence number. */
    record Save(SnapshotPart part) implements Request {}

    /** Load the newest entry at or below the sequence number. */
    record Load() implements Request {}

    /** Delete the entry with this sequence number. */
    record Delete() implements Request {}

    /** Delete all entries up to the sequence number. */
    record DeleteUpTo() implements Request {}
  }

  /** A loaded entry. */
  record Loaded(long sequenceNumber, SnapshotPart part) {}

  private final String persistenceId;
  private final long sequenceNumber;
  private final Request request;
  private final CompletableFuture<Optional<Loaded>> result;

  private SnapshotEntry(
      String persistenceId,
      long sequenceNumber,
      Request request,
      CompletableFuture<Optional<Loaded>> result) {
    this.persistenceId = persistenceId;
    this.sequenceNumber = sequenceNumber;
    this.request = request;
    this.result = result;
  }

  static Props props(
      String persistenceId,
      long sequenceNumber,
      Request request,
      CompletableFuture<Optional<Loaded>> result) {
    return Props.create(
        SnapshotEntry.class,
        () -> new SnapshotEntry(persistenceId, sequenceNumber, request, result));
  }

  @Override
  public String persistenceId() {
    return persistenceId;
  }

  // Called by the superclass's constructor, before this class's fields are set: nothing but the
  // context may be used.
  @Override
  public String journalPluginId() {
    return "scriptorium.no-journal";
  }

  @Override
  public String snapshotPluginId() {
    return PluginIds.snapshotStore(getContext().getSystem());
  }

  @Override
  public long snapshotSequenceNr() {
    return sequenceNumber;
  }

  @Override
  public Recovery recovery() {
    return request instanceof Request.Load
        ? Recovery.create(
            SnapshotSelectionCriteria.create(sequenceNumber, Long.MAX_VALUE), Long.MAX_VALUE, 0L)
        : Recovery.none();
  }

  @Override
  public Receive createReceiveRecover() {
    return receiveBuilder()
        .match(SnapshotOffer.class, this::onOffer)
        .match(RecoveryCompleted.class, done -> onRecovered())
        .build();
  }

  private void onOffer(SnapshotOffer offer) {
    if (offer.snapshot() instanceof SnapshotPart part) {
      result.complete(Optional.of(new Loaded(offer.metadata().sequenceNr(), part)));
    } else {
      fail(
          new IllegalStateException(
              "snapshot store: no part of a snapshot: persistenceId="
                  + persistenceId
                  + " class="
                  + offer.snapshot().getClass().getName()));
    }
  }

  private void onRecovered() {
    if (request instanceof Request.Save save) {
      saveSnapshot(save.part());
    } else if (request instanceof Request.Delete) {
      deleteSnapshot(sequenceNumber);
    } else if (request instanceof Request.DeleteUpTo) {
      deleteSnapshots(SnapshotSelectionCriteria.create(sequenceNumber, Long.MAX_VALUE));
    } else {
      finish(Optional.empty());
    }
  }

  @Override
  public Receive createReceive() {
    return receiveBuilder()
        .match(SaveSnapshotSuccess.class, done -> finish(Optional.empty()))
        .match(DeleteSnapshotSuccess.class, done -> finish(Optional.empty()))
        .match(DeleteSnapshotsSuccess.class, done -> finish(Optional.empty()))
        .match(DeleteSnapshotsFailure.class, failed -> fail(failed.cause()))
        .match(SaveSnapshotFailure.class, failed -> fail(failed.cause()))
        .match(DeleteSnapshotFailure.class, failed -> fail(failed.cause()))
        .build();
  }

  @Override
  public void onRecoveryFailure(Throwable cause, Option<Object> event) {
    result.completeExceptionally(cause);
  }

  @Override
  public void postStop() {
    result.completeExceptionally(
        new IllegalStateException("snapshot store: stopped before it answered: " + persistenceId));
  }

  private void finish(Optional<Loaded> value) {
    result.complete(value);
    getContext().stop(getSelf());
  }

  private void fail(Throwable cause) {
    result.completeExceptionally(cause);
    getContext().stop(getSelf());
  }
}
