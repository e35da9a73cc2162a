package scriptorium.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import akka.actor.ActorRef;
import akka.actor.ActorSystem;
import akka.persistence.AtomicWrite;
import akka.persistence.DeleteMessagesSuccess;
import akka.persistence.JournalProtocol;
import akka.persistence.Persistence;
import akka.persistence.PersistentEnvelope;
import akka.persistence.PersistentRepr;
import com.typesafe.config.ConfigFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import scala.jdk.javaapi.CollectionConverters;

/**
 * Talks to a journal plugin in Akka's own messages, as a persistent actor would. Thread-safe; each
 * request has an inbox of its own, so answers do not mix.
 */
final class JournalClient {
  static final String WRITER = "writer-1";
  private static final int INSTANCE = 7;

  private final ActorSystem system;
  private final ActorRef journal;
  private final Duration patience;

  JournalClient(ActorSystem system, String pluginId, Duration patience) {
    this.system = system;
    this.journal = Persistence.get(system).journalFor(pluginId, ConfigFactory.empty());
    this.patience = patience;
  }

  /** What a replay showed, and the highest number it told at its end. */
  record Replayed(List<PersistentRepr> events, long highest) {
    List<String> texts() {
      return events.stream().map(event -> ((Note) event.payload()).text()).toList();
    }

    List<Long> numbers() {
      return events.stream().map(PersistentRepr::sequenceNr).toList();
    }
  }

  /** A replay that the journal answered with a failure. */
  static final class RefusedReplay extends AssertionError {
    private static final long serialVersionUID = 1L;

    RefusedReplay(Throwable cause) {
      super("the replay failed: " + cause, cause);
    }
  }

  /** A request whose answer was not yet awaited. */
  final class Pending implements AutoCloseable {
    private final Inbox inbox = new Inbox(system);
    private final int events;

    private Pending(int events) {
      this.events = events;
    }

    WriteAnswer await() {
      try (inbox) {
        return writeAnswer(inbox, events);
      }
    }

    @Override
    public void close() {
      inbox.close();
    }
  }

  static PersistentRepr event(String id, long number, Object payload) {
    return akka.persistence.PersistentRepr$.MODULE$.apply(
        payload, number, id, "", false, ActorRef.noSender(), WRITER);
  }

  static AtomicWrite atomicWrite(PersistentRepr... events) {
    return new AtomicWrite(CollectionConverters.asScala(List.of(events)).toList());
  }

  /** One atomic write of notes with these texts. */
  static AtomicWrite notes(String id, long firstNumber, String... texts) {
    PersistentRepr[] events = new PersistentRepr[texts.length];
    for (int i = 0; i < texts.length; i++) {
      events[i] = event(id, firstNumber + i, new Note(texts[i], ""));
    }
    return atomicWrite(events);
  }

  /** Writes notes as one atomic write and waits. */
  WriteAnswer write(String id, long firstNumber, String... texts) {
    return writeAll(List.of(notes(id, firstNumber, texts)));
  }

  /** Writes one event and waits. */
  WriteAnswer write(PersistentRepr event) {
    return writeAll(List.of(atomicWrite(event)));
  }

  /** Several atomic writes in one request. */
  WriteAnswer writeAll(List<AtomicWrite> writes) {
    return begin(writes).await();
  }

  /** Asks to write without waiting. */
  Pending begin(List<AtomicWrite> writes) {
    int events = writes.stream().mapToInt(AtomicWrite::size).sum();
    Pending pending = new Pending(events);
    List<PersistentEnvelope> envelopes = new ArrayList<>(writes);
    journal.tell(
        new JournalProtocol.WriteMessages(
            CollectionConverters.asScala(envelopes).toList(), pending.inbox.ref(), INSTANCE),
        pending.inbox.ref());
    return pending;
  }

  private WriteAnswer writeAnswer(Inbox inbox, int events) {
    List<Long> stored = new ArrayList<>();
    List<Long> rejected = new ArrayList<>();
    List<Long> failed = new ArrayList<>();
    Throwable cause = null;
    Object head = inbox.next(patience);
    boolean success = head instanceof JournalProtocol.WriteMessagesSuccessful$;
    if (!success) {
      cause = assertInstanceOf(JournalProtocol.WriteMessagesFailed.class, head).cause();
    }
    for (int i = 0; i < events; i++) {
      Object answer = inbox.next(patience);
      if (answer instanceof JournalProtocol.WriteMessageSuccess done && success) {
        assertEquals(INSTANCE, done.actorInstanceId());
        stored.add(done.persistent().sequenceNr());
      } else if (answer instanceof JournalProtocol.WriteMessageRejected no && success) {
        assertEquals(INSTANCE, no.actorInstanceId());
        rejected.add(no.message().sequenceNr());
        cause = cause == null ? no.cause() : cause;
      } else {
        JournalProtocol.WriteMessageFailure failure =
            assertInstanceOf(JournalProtocol.WriteMessageFailure.class, answer);
        assertEquals(INSTANCE, failure.actorInstanceId());
        failed.add(failure.message().sequenceNr());
      }
    }
    return new WriteAnswer(stored, rejected, failed, cause);
  }

  /** Replays everything. */
  Replayed replay(String id) {
    return replay(id, 1, Long.MAX_VALUE, Long.MAX_VALUE);
  }

  Replayed replay(String id, long from, long to, long max) {
    try (Inbox inbox = beginReplay(id, from, to, max)) {
      return replayed(inbox);
    }
  }

  /** Asks for a replay without waiting; give its inbox to {@link #replayed}. */
  Inbox beginReplay(String id, long from, long to, long max) {
    Inbox inbox = new Inbox(system);
    journal.tell(new JournalProtocol.ReplayMessages(from, to, max, id, inbox.ref()), inbox.ref());
    return inbox;
  }

  Replayed replayed(Inbox inbox) {
    Replayed result = replayed(inbox, patience);
    if (result == null) {
      throw new AssertionError("no answer within " + patience);
    }
    return result;
  }

  /** Null when the first message did not come in time. */
  @Nullable Replayed replayed(Inbox inbox, Duration forFirst) {
    List<PersistentRepr> events = new ArrayList<>();
    Object message = inbox.poll(forFirst);
    while (message instanceof JournalProtocol.ReplayedMessage replayed) {
      events.add(replayed.persistent());
      message = inbox.next(patience);
    }
    if (message == null) {
      return null;
    }
    if (message instanceof JournalProtocol.ReplayMessagesFailure failure) {
      throw new RefusedReplay(failure.cause());
    }
    return new Replayed(
        List.copyOf(events),
        assertInstanceOf(JournalProtocol.RecoverySuccess.class, message).highestSequenceNr());
  }

  /** Replays everything; null when the journal answers with a failure. */
  @Nullable Replayed replayUnlessRefused(String id) {
    try (Inbox inbox = beginReplay(id, 1, Long.MAX_VALUE, Long.MAX_VALUE)) {
      return replayed(inbox);
    } catch (RefusedReplay refused) {
      return null;
    }
  }

  /** Deletes up to a number, and waits. */
  void delete(String id, long to) {
    try (Inbox inbox = new Inbox(system)) {
      journal.tell(new JournalProtocol.DeleteMessagesTo(id, to, inbox.ref()), inbox.ref());
      DeleteMessagesSuccess done =
          assertInstanceOf(DeleteMessagesSuccess.class, inbox.next(patience));
      assertEquals(to, done.toSequenceNr());
    }
  }
}
