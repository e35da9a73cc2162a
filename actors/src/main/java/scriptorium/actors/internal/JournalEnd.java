package scriptorium.actors.internal;

import akka.actor.ActorSystem;
import akka.actor.ExtendedActorSystem;
import akka.actor.PoisonPill;
import akka.actor.Props;
import akka.persistence.AbstractPersistentActor;
import akka.persistence.Recovery;
import akka.persistence.RecoveryCompleted;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import scala.Option;

/**
 * Asks a journal, whichever it is, for its highest sequence number, and is gone. Akka takes the
 * greater of the journal's number and the snapshot's and says nothing: only a recovery without a
 * snapshot tells the journal's own.
 */
final class JournalEnd extends AbstractPersistentActor {

  private final String persistenceId;
  private final CompletableFuture<Long> end;

  private JournalEnd(String persistenceId, CompletableFuture<Long> end) {
    this.persistenceId = persistenceId;
    this.end = end;
  }

  /**
   * The number of the last event ever journaled, deleted or not; waits for it.
   *
   * @throws IllegalStateException when the journal fails or does not answer
   */
  static long of(ActorSystem system, String persistenceId, Duration limit) {
    CompletableFuture<Long> end = new CompletableFuture<>();
    var unused =
        ((ExtendedActorSystem) system)
            .systemActorOf(
                Props.create(JournalEnd.class, () -> new JournalEnd(persistenceId, end)),
                "scriptorium-journal-end-" + UUID.randomUUID());
    try {
      return end.get(limit.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException e) {
      throw new IllegalStateException("the journal does not tell its end", e.getCause());
    } catch (TimeoutException e) {
      throw new IllegalStateException("the journal does not tell its end within " + limit, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while the journal was asked for its end", e);
    }
  }

  @Override
  public String persistenceId() {
    return persistenceId;
  }

  // Both are called by the superclass's constructor: nothing but the context may be used.
  @Override
  public String journalPluginId() {
    return PluginIds.journal(getContext().getSystem());
  }

  @Override
  public String snapshotPluginId() {
    return "akka.persistence.no-snapshot-store";
  }

  @Override
  public Recovery recovery() {
    return Recovery.none();
  }

  @Override
  public Receive createReceiveRecover() {
    return receiveBuilder().match(RecoveryCompleted.class, done -> tell()).build();
  }

  private void tell() {
    end.complete(lastSequenceNr());
    self().tell(PoisonPill.getInstance(), self());
  }

  @Override
  public Receive createReceive() {
    return receiveBuilder().build();
  }

  @Override
  public void onRecoveryFailure(Throwable cause, Option<Object> event) {
    end.completeExceptionally(cause);
  }

  @Override
  public void postStop() {
    end.completeExceptionally(new IllegalStateException("stopped before the journal answered"));
  }
}
