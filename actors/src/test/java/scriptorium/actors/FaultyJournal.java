package scriptorium.actors;

import akka.actor.AbstractActor;
import akka.actor.AbstractExtensionId;
import akka.actor.ActorRef;
import akka.actor.ActorSystem;
import akka.actor.ExtendedActorSystem;
import akka.actor.Extension;
import akka.persistence.AtomicWrite;
import akka.persistence.JournalProtocol;
import akka.persistence.Persistence;
import akka.persistence.PersistentRepr;
import com.typesafe.config.ConfigFactory;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiFunction;
import scala.jdk.javaapi.CollectionConverters;

/**
 * The real segment journal with faults put in front of it, one write each: Akka's protocol passes
 * through until a {@link Faults} says otherwise.
 */
final class FaultyJournal extends AbstractActor {

  /** Makes this the store's journal. */
  static final String SETTINGS =
      """
      test-journal { class = "scriptorium.actors.FaultyJournal" }
      scriptorium.store.journal-plugin = "test-journal"
      scriptorium.store.write.journal-timeout = 300ms
      """;

  /** All that may happen to a write. */
  enum Mishap {
    FAILS_AND_IS_LOST,
    FAILS_AND_IS_DURABLE,
    IS_REJECTED,
    HANGS,
    HANGS_AND_TIMES_OUT;

    boolean hangs() {
      return this == HANGS || this == HANGS_AND_TIMES_OUT;
    }

    /** Whether the write is in the journal in the end. */
    boolean isDurable() {
      return this != FAILS_AND_IS_LOST && this != IS_REJECTED;
    }
  }

  private enum Kind {
    FAIL_BEFORE,
    FAIL_AFTER,
    REJECT,
    STALL
  }

  private record Fault(Kind kind, CountDownLatch met) {}

  /** What goes wrong with the next write of an actor system's journal. */
  static final class Faults implements Extension {

    private static final AbstractExtensionId<Faults> ID =
        new AbstractExtensionId<>() {
          @Override
          public Faults createExtension(ExtendedActorSystem system) {
            return new Faults();
          }
        };

    private final AtomicReference<Fault> next = new AtomicReference<>();
    private volatile ActorRef journal = ActorRef.noSender();

    static Faults of(ActorSystem system) {
      return ID.get(system);
    }

    /** This is what happens to the next write; one that hangs goes on or times out later. */
    CountDownLatch next(Mishap mishap) {
      return switch (mishap) {
        case FAILS_AND_IS_LOST -> failBefore();
        case FAILS_AND_IS_DURABLE -> failAfter();
        case IS_REJECTED -> reject();
        case HANGS, HANGS_AND_TIMES_OUT -> stall();
      };
    }

    /** What hangs comes to its end. */
    void end(Mishap mishap) {
      if (mishap == Mishap.HANGS_AND_TIMES_OUT) {
        timeOut();
      }
      if (mishap.hangs()) {
        goOn();
      }
    }

    /** The write fails and nothing is written. */
    CountDownLatch failBefore() {
      return set(Kind.FAIL_BEFORE);
    }

    /** The write fails although all of it is written. */
    CountDownLatch failAfter() {
      return set(Kind.FAIL_AFTER);
    }

    /** Each event of the write is rejected. */
    CountDownLatch reject() {
      return set(Kind.REJECT);
    }

    /** The write hangs, and everything behind it, until {@link #goOn} or {@link #timeOut}. */
    CountDownLatch stall() {
      return set(Kind.STALL);
    }

    /** The write that hangs is written and answered. */
    void goOn() {
      journal.tell(Kind.STALL, ActorRef.noSender());
    }

    /** The write that hangs is answered as failed; it hangs on. */
    void timeOut() {
      journal.tell(Kind.FAIL_BEFORE, ActorRef.noSender());
    }

    private CountDownLatch set(Kind kind) {
      CountDownLatch met = new CountDownLatch(1);
      next.set(new Fault(kind, met));
      return met;
    }
  }

  private final Faults faults = Faults.of(getContext().getSystem());
  private final ActorRef real =
      Persistence.get(getContext().getSystem())
          .journalFor("scriptorium.journal", ConfigFactory.empty());
  private final List<Held> held = new ArrayList<>();
  private boolean stalled;

  private record Held(Object message, ActorRef sender) {}

  @Override
  public void preStart() {
    faults.journal = getSelf();
  }

  @Override
  public Receive createReceive() {
    return receiveBuilder()
        .matchEquals(Kind.STALL, goOn -> release())
        .matchEquals(Kind.FAIL_BEFORE, timeOut -> timeOut())
        .match(JournalProtocol.WriteMessages.class, this::onWrite)
        .matchAny(this::pass)
        .build();
  }

  private void pass(Object message) {
    if (stalled) {
      held.add(new Held(message, getSender()));
    } else {
      real.tell(message, getSender());
    }
  }

  private void onWrite(JournalProtocol.WriteMessages write) {
    Fault fault = faults.next.getAndSet(null);
    if (fault == null) {
      pass(write);
      return;
    }
    switch (fault.kind()) {
      case FAIL_BEFORE -> fail(write);
      case FAIL_AFTER -> {
        real.tell(silently(write), ActorRef.noSender());
        fail(write);
      }
      case REJECT -> reject(write);
      case STALL -> {
        stalled = true;
        pass(write);
      }
    }
    fault.met().countDown();
  }

  private void release() {
    stalled = false;
    held.forEach(message -> real.tell(message.message(), message.sender()));
    held.clear();
  }

  private void timeOut() {
    Held first = held.get(0);
    if (first.message() instanceof JournalProtocol.WriteMessages write) {
      held.set(0, new Held(silently(write), ActorRef.noSender()));
      fail(write);
    }
  }

  /** The same write, whose answers nobody hears. */
  private JournalProtocol.WriteMessages silently(JournalProtocol.WriteMessages write) {
    return new JournalProtocol.WriteMessages(
        write.messages(), getContext().getSystem().deadLetters(), write.actorInstanceId());
  }

  private void fail(JournalProtocol.WriteMessages write) {
    IOException cause = new IOException("simulated: the disk is gone");
    write
        .persistentActor()
        .tell(
            new JournalProtocol.WriteMessagesFailed(cause, events(write).size()),
            ActorRef.noSender());
    answer(write, (event, id) -> new JournalProtocol.WriteMessageFailure(event, cause, id));
  }

  private void reject(JournalProtocol.WriteMessages write) {
    IOException cause = new IOException("simulated: not to the journal's taste");
    write
        .persistentActor()
        .tell(JournalProtocol.WriteMessagesSuccessful$.MODULE$, ActorRef.noSender());
    answer(write, (event, id) -> new JournalProtocol.WriteMessageRejected(event, cause, id));
  }

  private static void answer(
      JournalProtocol.WriteMessages write, BiFunction<PersistentRepr, Integer, Object> answer) {
    for (PersistentRepr event : events(write)) {
      write
          .persistentActor()
          .tell(answer.apply(event, write.actorInstanceId()), ActorRef.noSender());
    }
  }

  private static List<PersistentRepr> events(JournalProtocol.WriteMessages write) {
    List<PersistentRepr> events = new ArrayList<>();
    for (Object envelope : CollectionConverters.asJava(write.messages())) {
      if (envelope instanceof AtomicWrite atomic) {
        CollectionConverters.asJava(atomic.payload()).forEach(events::add);
      }
    }
    return events;
  }
}
