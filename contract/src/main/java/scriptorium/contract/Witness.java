package scriptorium.contract;

import akka.actor.ActorRef;
import akka.actor.Props;
import akka.persistence.AbstractPersistentActor;
import akka.persistence.RecoveryCompleted;
import scala.Option;

/** A persistent actor that persists texts, all of a list at once, and tells all it hears. */
final class Witness extends AbstractPersistentActor {
  private final String id;
  private final String journal;
  private final ActorRef observer;

  /** What to persist in one write. */
  record Persist(Iterable<?> events) {}

  private Witness(String id, String journal, ActorRef observer) {
    this.id = id;
    this.journal = journal;
    this.observer = observer;
  }

  static Props props(String id, String journal, ActorRef observer) {
    return Props.create(Witness.class, () -> new Witness(id, journal, observer));
  }

  @Override
  public String persistenceId() {
    return id;
  }

  @Override
  public String journalPluginId() {
    return journal;
  }

  @Override
  public String snapshotPluginId() {
    return "akka.persistence.no-snapshot-store";
  }

  @Override
  public Receive createReceiveRecover() {
    return receiveBuilder()
        .match(RecoveryCompleted.class, done -> tell("recovered " + lastSequenceNr()))
        .match(Note.class, note -> tell("replayed " + note.text()))
        .build();
  }

  @Override
  public Receive createReceive() {
    return receiveBuilder()
        .match(
            Persist.class,
            request -> persistAll(request.events(), event -> tell("persisted " + lastSequenceNr())))
        .build();
  }

  @Override
  public void onPersistFailure(Throwable cause, Object event, long number) {
    tell("failed " + number);
  }

  @Override
  public void onPersistRejected(Throwable cause, Object event, long number) {
    tell("rejected " + number);
  }

  @Override
  public void onRecoveryFailure(Throwable cause, Option<Object> event) {
    tell("recovery failed");
  }

  @Override
  public void postStop() {
    tell("stopped");
  }

  private void tell(String what) {
    observer.tell(what, self());
  }
}
