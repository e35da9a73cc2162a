package scriptorium.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import akka.actor.ActorRef;
import akka.actor.ActorSystem;
import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What a journal makes of storage that is slow or fails. */
abstract class JournalFaultRules extends JournalBulkRules {
  private static final Duration MOMENT = Duration.ofMillis(300);

  /** A system whose journal gives up after half a second, and is asked again all the same. */
  private ActorSystem impatientSystem() {
    Config impatient =
        ConfigFactory.parseString(
            """
            circuit-breaker { max-failures = 1000, call-timeout = 500ms, reset-timeout = 100ms }
            """);
    return start(impatient.atPath(journalPluginId()).withFallback(settings()));
  }

  @Test
  void showsALateWriteToTheNextRecoveryOrNever() {
    ActorSystem system = impatientSystem();
    JournalClient journal = journal(system);
    String id = newId("late");
    expectStored(journal.write(id, 1, "first"), 1);
    Optional<Fault> hold = holdWrites(system, id);
    requires(hold.isPresent(), "a write that hangs and succeeds after its time-out");

    JournalClient.Replayed early;
    try {
      WriteAnswer answer = journal.write(id, 2, "late");
      assertEquals(List.of(2L), answer.failed());
      assertNotNull(answer.cause());
      early = recoveredWithin(journal, id, MOMENT);
    } finally {
      hold.get().close();
    }
    JournalClient.Replayed recovered = early != null ? early : recovered(journal, id);

    assertEquals("first", recovered.texts().get(0));
    assertEquals(recovered.events().size(), recovered.highest());
    expectStored(journal.write(id, recovered.highest() + 1, "next"), recovered.highest() + 1);
    List<String> expected = new ArrayList<>(recovered.texts());
    expected.add("next");
    assertEquals(expected, journal.replay(id).texts());
  }

  private static JournalClient.@Nullable Replayed recoveredWithin(
      JournalClient journal, String id, Duration time) {
    try (Inbox inbox = journal.beginReplay(id, 1, Long.MAX_VALUE, Long.MAX_VALUE)) {
      return journal.replayed(inbox, time);
    } catch (JournalClient.RefusedReplay refused) {
      return null;
    }
  }

  /** As an actor's parent would: again and again until the storage answers. */
  private JournalClient.Replayed recovered(JournalClient journal, String id) {
    long end = System.nanoTime() + patience().toNanos();
    while (System.nanoTime() < end) {
      JournalClient.Replayed replayed = recoveredWithin(journal, id, patience());
      if (replayed != null) {
        return replayed;
      }
    }
    throw new AssertionError("no recovery within " + patience());
  }

  @Test
  void tellsAnActorOfATimeOutByAFailureAndNothingElse() {
    ActorSystem system = impatientSystem();
    String id = newId("actor");
    try (Inbox heard = new Inbox(system)) {
      ActorRef actor = startActor(system, id, heard);
      expect(heard, "recovered 0");
      actor.tell(persist("a"), ActorRef.noSender());
      expect(heard, "persisted 1");
      Optional<Fault> hold = holdWrites(system, id);
      requires(hold.isPresent(), "a write that hangs and succeeds after its time-out");

      expectFailure(hold.get(), actor, heard);
    }
  }

  @Test
  void tellsAnActorOfAFailureAndLeavesItsWriteWholeOrOut() {
    ActorSystem system = system();
    String id = newId("actor");
    try (Inbox heard = new Inbox(system)) {
      ActorRef actor = startActor(system, id, heard);
      expect(heard, "recovered 0");
      actor.tell(persist("a"), ActorRef.noSender());
      expect(heard, "persisted 1");
      Optional<Fault> fault = failWrites(system, id);
      requires(fault.isPresent(), "a write that fails");

      expectFailure(fault.get(), actor, heard);
    }

    JournalClient.Replayed recovered = recovered(journal(), id);
    assertTrue(
        List.of(List.of("a"), List.of("a", "b", "c")).contains(recovered.texts()),
        recovered.texts().toString());
    expectStored(journal().write(id, recovered.highest() + 1, "next"), recovered.highest() + 1);
  }

  @Test
  void tellsAnActorOfARejectionAndGoesOnServingOthers() {
    ActorSystem system = system();
    String id = newId("actor");
    try (Inbox heard = new Inbox(system)) {
      ActorRef actor = startActor(system, id, heard);
      expect(heard, "recovered 0");

      actor.tell(persist("a"), ActorRef.noSender());
      actor.tell(new Witness.Persist(List.of(new Object())), ActorRef.noSender());

      expect(heard, "persisted 1", "rejected 2");
    }
    String other = newId("other");
    expectStored(journal().write(other, 1, "b"), 1);
    assertEquals(List.of("a"), journal().replay(id).texts());
  }

  private void expectFailure(Fault fault, ActorRef actor, Inbox heard) {
    try {
      actor.tell(persist("b", "c"), ActorRef.noSender());
      expect(heard, "failed 2", "stopped");
    } finally {
      fault.close();
    }
    assertEquals(null, heard.poll(MOMENT), "something came after the failure");
  }

  private ActorRef startActor(ActorSystem system, String id, Inbox heard) {
    return system.actorOf(Witness.props(id, journalPluginId(), heard.ref()));
  }

  private static Witness.Persist persist(String... texts) {
    return new Witness.Persist(Arrays.stream(texts).map(text -> new Note(text, "")).toList());
  }

  private void expect(Inbox heard, String... lines) {
    for (String line : lines) {
      assertEquals(line, heard.next(patience()));
    }
  }
}
