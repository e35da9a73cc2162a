package scriptorium.actors;

import akka.actor.ActorSystem;
import akka.actor.Props;
import akka.persistence.AbstractPersistentActor;
import akka.persistence.Recovery;
import akka.persistence.RecoveryCompleted;
import akka.persistence.SnapshotSelectionCriteria;
import com.typesafe.config.ConfigFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import scala.Option;
import scala.jdk.javaapi.FutureConverters;
import scriptorium.persistence.JournalEvent;

/** All events of a store that is closed, as any reader of its journal finds them. */
final class JournalReading extends AbstractPersistentActor {

  private final List<JournalEvent> events = new ArrayList<>();
  private final CompletableFuture<List<JournalEvent>> whole;

  private JournalReading(CompletableFuture<List<JournalEvent>> whole) {
    this.whole = whole;
  }

  static List<JournalEvent> of(Path folder) {
    ActorSystem system =
        ActorSystem.create(
            "reading",
            ConfigFactory.parseMap(
                    Map.of(
                        "scriptorium.data-dir",
                        folder.toString(),
                        "akka.persistence.journal.plugin",
                        "scriptorium.journal"))
                .withFallback(ConfigFactory.load()));
    try {
      CompletableFuture<List<JournalEvent>> whole = new CompletableFuture<>();
      system.actorOf(Props.create(JournalReading.class, () -> new JournalReading(whole)));
      return StoreFixture.get(whole);
    } finally {
      StoreFixture.get(FutureConverters.asJava(system.terminate()));
    }
  }

  @Override
  public String persistenceId() {
    return "main";
  }

  @Override
  public Recovery recovery() {
    return Recovery.create(SnapshotSelectionCriteria.none());
  }

  @Override
  public Receive createReceiveRecover() {
    return receiveBuilder()
        .match(JournalEvent.class, events::add)
        .match(RecoveryCompleted.class, done -> whole.complete(events))
        .build();
  }

  @Override
  public Receive createReceive() {
    return receiveBuilder().build();
  }

  @Override
  public void onRecoveryFailure(Throwable cause, Option<Object> event) {
    whole.completeExceptionally(cause);
  }
}
