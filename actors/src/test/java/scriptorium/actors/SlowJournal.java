package scriptorium.actors;

import akka.actor.AbstractActor;
import akka.actor.ActorRef;
import akka.actor.Props;
import akka.persistence.JournalProtocol;
import akka.persistence.Persistence;
import com.typesafe.config.ConfigFactory;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/** The embedded journal, whose replays are slow, or hang. */
final class SlowJournal extends AbstractActor {

  private static final AtomicInteger REPLAYS = new AtomicInteger();
  private static volatile int pauseMillis;
  private static volatile boolean hangs;

  private final ActorRef real =
      Persistence.get(getContext().getSystem())
          .journalFor("scriptorium.journal", ConfigFactory.empty());

  /** Neither slow nor hanging. */
  static void reset() {
    REPLAYS.set(0);
    pauseMillis = 0;
    hangs = false;
  }

  /** Each event of a replay takes so long. */
  static void pauseMillis(int millis) {
    pauseMillis = millis;
  }

  /** The next replay is never answered. */
  static void hangOnce() {
    hangs = true;
  }

  /** How many replays were asked for. */
  static int replays() {
    return REPLAYS.get();
  }

  @Override
  public Receive createReceive() {
    return receiveBuilder()
        .match(JournalProtocol.ReplayMessages.class, this::replay)
        .matchAny(message -> real.tell(message, getSender()))
        .build();
  }

  private void replay(JournalProtocol.ReplayMessages asked) {
    if (asked.toSequenceNr() > 0) {
      REPLAYS.incrementAndGet();
    }
    if (hangs) {
      hangs = false;
      return;
    }
    ActorRef slow =
        getContext()
            .actorOf(
                Props.create(Slow.class, () -> new Slow(asked.persistentActor()))
                    .withDispatcher("akka.actor.default-blocking-io-dispatcher"));
    real.tell(
        new JournalProtocol.ReplayMessages(
            asked.fromSequenceNr(), asked.toSequenceNr(), asked.max(), asked.persistenceId(), slow),
        getSender());
  }

  /** Hands on what comes, slowly. */
  private static final class Slow extends AbstractActor {
    private final ActorRef reader;

    Slow(ActorRef reader) {
      this.reader = reader;
    }

    @Override
    public Receive createReceive() {
      return receiveBuilder()
          .matchAny(
              message -> {
                LockSupport.parkNanos(pauseMillis * 1_000_000L);
                reader.tell(message, getSender());
              })
          .build();
    }
  }
}
