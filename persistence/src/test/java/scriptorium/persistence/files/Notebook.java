package scriptorium.persistence.files;

import akka.actor.ActorRef;
import akka.actor.Props;
import akka.persistence.AbstractPersistentActor;
import akka.persistence.RecoveryCompleted;
import akka.persistence.SaveSnapshotFailure;
import akka.persistence.SaveSnapshotSuccess;
import akka.persistence.SnapshotOffer;

/** A small persistent actor: notes are appended, snapshots taken and deleted on demand. */
final class Notebook extends AbstractPersistentActor {
  private final String id;
  private final ActorRef observer;
  private String text = "";

  private Notebook(String id, ActorRef observer) {
    this.id = id;
    this.observer = observer;
  }

  static Props props(String id, ActorRef observer) {
    return Props.create(Notebook.class, () -> new Notebook(id, observer));
  }

  record Write(String note) {}

  record TakeSnapshot() {}

  record Offered(long sequenceNumber, long timestamp, String text) {}

  record Recovered(String text) {}

  record Noted(long sequenceNumber) {}

  @Override
  public String persistenceId() {
    return id;
  }

  @Override
  public Receive createReceiveRecover() {
    return receiveBuilder()
        .match(
            SnapshotOffer.class,
            offer -> {
              text = (String) offer.snapshot();
              observer.tell(
                  new Offered(offer.metadata().sequenceNr(), offer.metadata().timestamp(), text),
                  self());
            })
        .match(String.class, note -> text += note)
        .match(RecoveryCompleted.class, done -> observer.tell(new Recovered(text), self()))
        .build();
  }

  @Override
  public Receive createReceive() {
    return receiveBuilder()
        .match(
            Write.class,
            write ->
                persist(
                    write.note(),
                    note -> {
                      text += note;
                      observer.tell(new Noted(lastSequenceNr()), self());
                    }))
        .match(TakeSnapshot.class, take -> saveSnapshot(text))
        .match(SaveSnapshotSuccess.class, this::tellObserver)
        .match(SaveSnapshotFailure.class, this::tellObserver)
        .build();
  }

  private void tellObserver(Object answer) {
    observer.tell(answer, self());
  }
}
