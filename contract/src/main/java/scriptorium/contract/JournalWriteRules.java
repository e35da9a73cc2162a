package scriptorium.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static scriptorium.contract.JournalClient.atomicWrite;
import static scriptorium.contract.JournalClient.event;
import static scriptorium.contract.JournalClient.notes;

import akka.persistence.AtomicWrite;
import akka.persistence.PersistentRepr;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a journal stores of a write, what it rejects and what it refuses. */
abstract class JournalWriteRules extends JournalReadRules {
  @Test
  void storesAnAtomicWriteWithAllItsEvents() {
    String id = newId("atomic");

    expectStored(journal().write(id, 1, "a", "b", "c"), 1, 2, 3);
    expectStored(journal().write(id, 4, "d"), 4);

    assertEquals(List.of("a", "b", "c", "d"), journal().replay(id).texts());
  }

  @Test
  void answersForEachEventInTheOrderOfTheRequest() {
    String id = newId("atomic");

    WriteAnswer answer =
        journal()
            .writeAll(List.of(notes(id, 1, "a", "b"), notes(id, 3, "c"), notes(id, 4, "d", "e")));

    expectStored(answer, 1, 2, 3, 4, 5);
    assertEquals(List.of("a", "b", "c", "d", "e"), journal().replay(id).texts());
  }

  @Test
  void storesWritesThatDoNotWaitForEachOtherInTheOrderAsked() {
    String id = newId("pipeline");
    JournalClient journal = journal();
    List<JournalClient.Pending> pending = new ArrayList<>();

    for (int number = 1; number <= 300; number++) {
      pending.add(journal.begin(List.of(notes(id, number, "event " + number))));
    }

    for (int i = 0; i < pending.size(); i++) {
      expectStored(pending.get(i).await(), i + 1);
    }
    assertEquals(List.of(numbered(1, 300)), journal.replay(id).texts());
  }

  @Test
  void showsAReplayAllWritesAskedForBeforeIt() {
    String id = newId("pipeline");
    JournalClient journal = journal();
    expectStored(journal.write(id, 1, "first"), 1);

    try (JournalClient.Pending write = journal.begin(List.of(notes(id, 2, "second")));
        Inbox replay = journal.beginReplay(id, 1, Long.MAX_VALUE, Long.MAX_VALUE)) {
      JournalClient.Replayed replayed = journal.replayed(replay);

      expectStored(write.await(), 2);
      assertEquals(2, replayed.highest());
      assertEquals(List.of("first", "second"), replayed.texts());
    }
  }

  @Test
  void keepsWhatTheWriterSaidAboutAnEvent() {
    String id = newId("envelope");
    long before = System.currentTimeMillis();
    long given = before - 5_000;
    PersistentRepr event =
        event(id, 1, new Note("a", "")).withManifest("adapter-7").withTimestamp(given);

    expectStored(journal().write(event), 1);

    PersistentRepr found = journal().replay(id).events().get(0);
    assertEquals(id, found.persistenceId());
    assertEquals("adapter-7", found.manifest());
    assertEquals(JournalClient.WRITER, found.writerUuid());
    assertFalse(found.deleted());
    boolean ofTheWrite =
        found.timestamp() >= before && found.timestamp() <= System.currentTimeMillis();
    assertTrue(
        found.timestamp() == given || ofTheWrite,
        "timestamp=" + found.timestamp() + " is neither the writer's nor the time of the write");
  }

  @Test
  void keepsMetadataOfEventsThatHaveSome() {
    requires(keepsMetadata(), "the plugin keeps no metadata of events");
    String id = newId("metadata");
    PersistentRepr event = event(id, 1, new Note("a", "")).withMetadata(new Note("meta", "m"));

    expectStored(journal().write(event), 1);
    expectStored(journal().write(id, 2, "b"), 2);

    List<PersistentRepr> found = journal().replay(id).events();
    assertEquals(new Note("meta", "m"), found.get(0).metadata().get());
    assertTrue(found.get(1).metadata().isEmpty());
  }

  @Test
  void handsAnEventToItsOwnSerializerWithItsOwnManifest() {
    String id = newId("serializer");

    expectStored(journal().write(event(id, 1, new Note("", "empty"))), 1);
    expectStored(journal().write(event(id, 2, new Note("text", "manifest-ä"))), 2);

    List<PersistentRepr> found = journal().replay(id).events();
    assertEquals(new Note("", "empty"), found.get(0).payload());
    assertEquals(new Note("text", "manifest-ä"), found.get(1).payload());
  }

  @Test
  void rejectsWhatCannotBeSerializedAndKeepsNothingOfItsWrite() {
    String id = newId("reject");
    expectStored(journal().write(id, 1, "a"), 1);
    AtomicWrite bad =
        atomicWrite(
            event(id, 2, new Note("b", "")),
            event(id, 3, new Object()),
            event(id, 4, new Note("d", "")));

    WriteAnswer answer = journal().writeAll(List.of(bad));

    assertEquals(List.of(2L, 3L, 4L), answer.rejected());
    assertNotNull(answer.cause());
    assertEquals(List.of("a"), journal().replay(id).texts());
  }

  @Test
  void storesWhatStandsBeforeARejectedWriteAndWhatItSaysOfTheRest() {
    String id = newId("reject");

    WriteAnswer answer =
        journal()
            .writeAll(
                List.of(
                    notes(id, 1, "a", "b"),
                    atomicWrite(event(id, 3, new Object())),
                    notes(id, 4, "d")));

    assertEquals(List.of(), answer.failed());
    assertEquals(List.of(1L, 2L), answer.stored().subList(0, 2));
    assertTrue(answer.rejected().contains(3L), answer.toString());
    assertEquals(answer.stored(), journal().replay(id).numbers());
  }

  @Test
  void refusesNumbersThatAreStoredAlready() {
    requires(refusesDuplicates(), "the plugin stores a number twice");
    String id = idWith(3);

    expectRefused(id, notes(id, 3, "again"));
    expectRefused(id, notes(id, 1, "again"));
    expectRefused(id, notes(id, 3, "again", "and more"));
    expectRefused(id, notes(id, 2, "again", "again", "again", "again"));
  }

  @Test
  void refusesNumbersThatAreDeleted() {
    requires(refusesDuplicates(), "the plugin stores a number twice");
    String id = idWith(3);
    journal().delete(id, 3);

    WriteAnswer answer = journal().write(id, 3, "again");

    assertEquals(List.of(), answer.stored());
    assertEquals(new JournalClient.Replayed(List.of(), 3), journal().replay(id));
  }

  @Test
  void refusesNumbersThatLeaveAGap() {
    requires(refusesGaps(), "the plugin lets a writer leave a gap in the numbers");
    String id = idWith(3);

    expectRefused(id, notes(id, 5, "too far"));
    expectRefused(id, notes(id, 1000, "much too far", "and on"));
    String empty = newId("empty");
    assertEquals(List.of(), journal().write(empty, 2, "not the first").stored());
    assertEquals(0, journal().replay(empty).highest());
  }

  /** Whatever is told of the events before the gap, and is done with them. */
  @Test
  void storesNothingBehindAGapInsideOfARequest() {
    requires(refusesGaps(), "the plugin lets a writer leave a gap in the numbers");
    String id = idWith(3);

    WriteAnswer answer = journal().writeAll(List.of(notes(id, 4, "event 4"), notes(id, 6, "far")));

    assertFalse(answer.stored().contains(6L), answer.toString());
    assertNotNull(answer.cause());
    JournalClient.Replayed after = journal().replay(id);
    assertTrue(after.numbers().containsAll(answer.stored()), answer + " but " + after);
    assertEquals(List.of(numbered(1, after.events().size())), after.texts());
    assertEquals(after.events().size(), after.highest());
  }

  /** Three events are there, and stay as they are, and the next one is accepted. */
  private void expectRefused(String id, AtomicWrite write) {
    JournalClient journal = journal();

    WriteAnswer answer = journal.writeAll(List.of(write));

    assertEquals(List.of(), answer.stored(), "accepted from " + write.lowestSequenceNr());
    assertNotNull(answer.cause());
    JournalClient.Replayed after = journal.replay(id);
    assertEquals(List.of(numbered(1, 3)), after.texts());
    assertEquals(3, after.highest());
  }

  @Test
  void goesOnBehindARefusedWrite() {
    requires(refusesDuplicates(), "the plugin stores a number twice");
    String id = idWith(3);
    expectRefused(id, notes(id, 2, "again"));

    expectStored(journal().write(id, 4, "event 4"), 4);

    assertEquals(List.of(numbered(1, 4)), journal().replay(id).texts());
  }
}
