package scriptorium.actors;

import akka.actor.ActorSystem;
import akka.actor.Props;
import akka.persistence.AbstractPersistentActor;
import com.typesafe.config.ConfigFactory;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import scala.jdk.javaapi.FutureConverters;
import scriptorium.persistence.JournalEvent;
import scriptorium.persistence.codec.EncodedEvent;
import scriptorium.persistence.codec.EventCodec;

/** A journal made of these events, as if a store had written them. */
final class JournalWriting extends AbstractPersistentActor {

  private final CompletableFuture<Long> written;

  private JournalWriting(CompletableFuture<Long> written) {
    this.written = written;
  }

  /** Appends the events to the journal of a store that is closed. */
  static void of(Path folder, List<? extends JournalEvent> events) {
    ActorSystem system =
        ActorSystem.create(
            "writing",
            ConfigFactory.parseMap(
                    Map.of(
                        "scriptorium.data-dir",
                        folder.toString(),
                        "akka.persistence.snapshot-store.plugin",
                        "akka.persistence.no-snapshot-store",
                        "akka.persistence.journal.plugin",
                        "scriptorium.journal"))
                .withFallback(ConfigFactory.load()));
    try {
      CompletableFuture<Long> written = new CompletableFuture<>();
      system
          .actorOf(Props.create(JournalWriting.class, () -> new JournalWriting(written)))
          .tell(events.stream().map(EventCodec::encode).toList(), null);
      StoreFixture.get(written);
    } finally {
      StoreFixture.get(FutureConverters.asJava(system.terminate()));
    }
  }

  @Override
  public String persistenceId() {
    return "main";
  }

  @Override
  public Receive createReceiveRecover() {
    return receiveBuilder().build();
  }

  @Override
  public Receive createReceive() {
    return receiveBuilder().match(List.class, this::write).build();
  }

  private void write(List<?> events) {
    int[] left = {events.size()};
    persistAll(
        events.stream().map(EncodedEvent.class::cast).toList(),
        event -> {
          if (--left[0] == 0) {
            written.complete(lastSequenceNr());
          }
        });
  }
}
