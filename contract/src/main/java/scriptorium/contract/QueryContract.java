package scriptorium.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import akka.actor.ActorSystem;
import akka.persistence.query.EventEnvelope;
import akka.persistence.query.PersistenceQuery;
import akka.persistence.query.javadsl.CurrentEventsByPersistenceIdQuery;
import akka.persistence.query.javadsl.EventsByPersistenceIdQuery;
import akka.persistence.query.javadsl.ReadJournal;
import akka.stream.javadsl.Sink;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import scriptorium.contract.ChildWriter.Role;

/**
 * What Akka Persistence Query must do by persistence id, for whoever follows a store by it: each
 * event once, in order, without a gap, from any number on, as slowly as it is taken, also while
 * another process writes, dies, and another one goes on.
 *
 * <pre>{@code
 * class MyQueryTest extends QueryContract {
 *   @TempDir Path dir;
 *
 *   @Override
 *   protected Config config() {
 *     return ConfigFactory.parseMap(
 *         Map.of("akka.persistence.journal.plugin", "my-journal", "my-journal.dir", dir.toString()));
 *   }
 *
 *   @Override
 *   protected String queryPluginId() {
 *     return "my-journal-query";
 *   }
 * }
 * }</pre>
 */
public abstract class QueryContract extends PluginContract {
  private static final Duration MOMENT = Duration.ofMillis(200);
  private static final long ANY = Long.MAX_VALUE;
  private static final int BUSY_EVENTS = 3_000;
  private static final int MANY_READERS = 64;

  /** Made by JUnit. */
  protected QueryContract() {}

  /** The id of the query plugin. */
  protected abstract String queryPluginId();

  /** The id of the journal: {@code akka.persistence.journal.plugin} of {@link #config}. */
  protected String journalPluginId() {
    return settings().getString("akka.persistence.journal.plugin");
  }

  /**
   * Whether a live query fails when its next event was deleted before it came to it. A plugin that
   * answers no leaves a gap then, and whoever follows by it must look at the numbers.
   */
  protected boolean noticesDeletedEvents() {
    return true;
  }

  private JournalClient journal() {
    return new JournalClient(system(), journalPluginId(), patience());
  }

  private <Q extends ReadJournal> Q query(ActorSystem system, Class<Q> kind) {
    return kind.cast(PersistenceQuery.get(system).getReadJournalFor(kind, queryPluginId()));
  }

  private List<EventEnvelope> current(String id, long from, long to) throws Exception {
    return query(system(), CurrentEventsByPersistenceIdQuery.class)
        .currentEventsByPersistenceId(id, from, to)
        .runWith(Sink.seq(), system())
        .toCompletableFuture()
        .get(patience().toMillis(), TimeUnit.MILLISECONDS);
  }

  private void expectCurrent(String id, long from, long to, long... numbers) throws Exception {
    assertEquals(
        LongStream.of(numbers).boxed().toList(),
        current(id, from, to).stream().map(EventEnvelope::sequenceNr).toList(),
        "from=" + from + " to=" + to);
  }

  private LiveReader live(String id, long from, long to) {
    return live(system(), id, from, to);
  }

  private LiveReader live(ActorSystem system, String id, long from, long to) {
    return new LiveReader(
        query(system, EventsByPersistenceIdQuery.class), system, id, from, to, patience());
  }

  /** Writes events, in groups of a few, and returns when all are stored. */
  private void write(String id, long first, int count) {
    for (int done = 0; done < count; ) {
      int group = Math.min(1 + done % 7, count - done);
      assertTrue(
          journal().write(id, first + done, JournalRules.numbered(first + done, group)).isStored());
      done += group;
    }
  }

  private static List<String> texts(long first, int count) {
    return List.of(JournalRules.numbered(first, count));
  }

  // ---- what is there now

  @Test
  void showsTheEventsThatThereAreAndEnds() throws Exception {
    String id = newId("current");
    write(id, 1, 5);

    List<EventEnvelope> found = current(id, 1, ANY);

    assertEquals(texts(1, 5), found.stream().map(e -> ((Note) e.event()).text()).toList());
    assertTrue(found.stream().allMatch(e -> e.persistenceId().equals(id)));
    found.forEach(e -> assertNotNull(e.offset()));
  }

  @Test
  void showsBothEndsOfARange() throws Exception {
    String id = newId("current");
    write(id, 1, 5);

    expectCurrent(id, 0, ANY, 1, 2, 3, 4, 5);
    expectCurrent(id, 2, 4, 2, 3, 4);
    expectCurrent(id, 3, 3, 3);
    expectCurrent(id, 5, ANY, 5);
    expectCurrent(id, 6, ANY);
    expectCurrent(id, 4, 3);
    expectCurrent(newId("nobody"), 1, ANY);
  }

  @Test
  void showsNoDeletedEventToAQueryThatBeginsAfterTheDeletion() throws Exception {
    String id = newId("deleted");
    write(id, 1, 5);
    journal().delete(id, 3);

    expectCurrent(id, 1, ANY, 4, 5);
    expectCurrent(id, 1, 3);
    try (LiveReader reader = live(id, 1, 5)) {
      assertEquals(texts(4, 2), reader.startingAt(4).takeTo(5).texts());
    }
    journal().delete(id, ANY);
    expectCurrent(id, 1, ANY);
  }

  @Test
  void showsAnEventAsSoonAsItsWriterWasTold() throws Exception {
    String id = newId("current");
    for (long number = 1; number <= 20; number++) {
      write(id, number, 1);

      expectCurrent(id, number, ANY, number);
    }
  }

  @Test
  void endsACurrentQueryAlthoughItsWriterGoesOn() throws Exception {
    String id = newId("current");
    write(id, 1, 500);
    try (Load load = Load.start(journal(), 2)) {
      for (int round = 0; round < 5; round++) {
        assertEquals(500, current(id, 1, ANY).size());
      }
      assertTrue(current(load.id(), 1, ANY).size() < 1_000_000);
      load.expectWhole();
    }
  }

  // ---- and what comes

  @Test
  void showsWhatIsThereAndThenWhatComes() {
    String id = newId("live");
    write(id, 1, 3);

    try (LiveReader reader = live(id, 1, ANY)) {
      assertEquals(texts(1, 3), reader.takeTo(3).texts());
      assertFalse(reader.hasMoreWithin(MOMENT));
      write(id, 4, 2);
      assertEquals(texts(1, 5), reader.takeTo(5).texts());
    }
  }

  @Test
  void waitsForAnIdThatNobodyWroteYet() {
    String id = newId("live");

    try (LiveReader reader = live(id, 1, ANY)) {
      assertFalse(reader.hasMoreWithin(MOMENT));
      write(id, 1, 2);

      assertEquals(texts(1, 2), reader.takeTo(2).texts());
    }
  }

  @Test
  void endsBehindItsUpperEnd() {
    String id = newId("live");
    write(id, 1, 3);

    try (LiveReader reader = live(id, 2, 4)) {
      reader.takeTo(3);
      write(id, 4, 2);
      reader.takeTo(4);

      assertTrue(reader.take().isEmpty());
    }
    try (LiveReader nothing = live(id, 4, 3)) {
      assertTrue(nothing.take().isEmpty());
    }
  }

  @Test
  void resumesAtEveryNumber() {
    String id = newId("live");
    write(id, 1, 12);

    List<LiveReader> readers = new ArrayList<>();
    for (int from = 1; from <= 15; from++) {
      readers.add(live(id, from, ANY));
    }
    write(id, 13, 4);

    for (int from = 1; from <= 15; from++) {
      try (LiveReader reader = readers.get(from - 1)) {
        assertEquals(texts(from, 17 - from), reader.takeTo(16).texts());
      }
    }
  }

  @Test
  void showsEachEventOnceInOrderWhileTheyAreWritten() {
    String id = newId("busy");
    write(id, 1, 10);

    try (LiveReader early = live(id, 1, ANY);
        LiveReader later = live(id, 8, ANY)) {
      early.takeTo(5);
      write(id, 11, BUSY_EVENTS - 10);

      assertEquals(texts(8, BUSY_EVENTS - 7), later.takeTo(BUSY_EVENTS).texts());
      assertEquals(texts(1, BUSY_EVENTS), early.takeTo(BUSY_EVENTS).texts());
    }
  }

  @Test
  void waitsForASlowReaderAndGoesOnWhereItWas() {
    String id = newId("slow");
    String large = "x".repeat(64 << 10);
    try (LiveReader reader = live(id, 1, ANY)) {
      for (long number = 1; number <= 400; number += 4) {
        String text = number + large;
        assertTrue(journal().write(id, number, text, "b", "c", "d").isStored());
        if (number % 100 == 1) {
          reader.takeTo(number);
        }
      }

      assertEquals(400, reader.takeTo(400).texts().size());
    }
  }

  @Test
  void servesManyReadersAtOnce() {
    String id = newId("many");
    List<LiveReader> readers = new ArrayList<>();
    for (int i = 0; i < MANY_READERS; i++) {
      readers.add(live(id, 1, ANY));
    }

    write(id, 1, 30);

    for (LiveReader reader : readers) {
      assertEquals(texts(1, 30), reader.takeTo(30).texts());
      reader.close();
    }
  }

  // ---- deletion under a reader

  @Test
  void leavesNoSilentGapWhenEventsAreDeletedAheadOfASlowReader() {
    requires(noticesDeletedEvents(), "events deleted ahead of a slow reader");
    String id = newId("ahead");
    write(id, 1, BUSY_EVENTS);
    try (LiveReader reader = live(id, 1, ANY)) {
      reader.takeTo(3);
      journal().delete(id, BUSY_EVENTS - 1);
      write(id, BUSY_EVENTS + 1, 1);

      try {
        reader.takeTo(BUSY_EVENTS + 1); // that they follow each other is checked there
      } catch (LiveReader.FailedStream failed) {
        assertNotNull(failed.getCause());
      }
    }
  }

  @Test
  void failsToResumeAtADeletedEvent() {
    requires(noticesDeletedEvents(), "a reader that resumes at a deleted event");
    String id = newId("ahead");
    write(id, 1, 10);
    journal().delete(id, 6);

    try (LiveReader reader = live(id, 4, ANY)) {
      LiveReader.FailedStream failed = assertThrows(LiveReader.FailedStream.class, reader::take);
      assertInstanceOf(RuntimeException.class, failed.getCause());
    }
    try (LiveReader reader = live(id, 7, ANY)) {
      assertEquals(texts(7, 4), reader.takeTo(10).texts());
    }
  }

  // ---- other systems and processes

  @Test
  void followsAWriterInAnotherSystemThroughItsRestart() throws Exception {
    requires(isShared(), "a reader in another system");
    String id = newId("elsewhere");
    ActorSystem readers = anotherSystem();
    try (LiveReader reader = live(readers, id, 1, ANY)) {
      write(id, 1, 50);
      reader.takeTo(50);
      for (int round = 1; round <= 3; round++) {
        restart();
        write(id, 1 + 50 * round, 50);
        reader.takeTo(50 + 50 * round);
      }

      assertEquals(texts(1, 200), reader.texts());
    }
  }

  @Test
  void followsAWriterInAnotherProcessThroughItsDeath() throws Exception {
    requires(isShared(), "a reader in another process");
    String id = newId("process");
    long acknowledged = 0;
    try (LiveReader reader = live(id, 1, ANY)) {
      for (int death = 0; death < 2; death++) {
        try (ChildProcess child =
            ChildProcess.start(settings(), Role.EVENTS, journalPluginId(), id)) {
          assertNotNull(child.line(patience()));
          while (acknowledged < 400L * (death + 1)) {
            String line = child.line(patience());
            assertNotNull(line);
            acknowledged = Long.parseLong(line.substring("acked ".length()));
            reader.takeTo(acknowledged / 2);
          }
          child.kill();
          for (String line = child.line(patience()); line != null; line = child.line(patience())) {
            if (line.matches("acked \\d+")) {
              acknowledged = Math.max(acknowledged, Long.parseLong(line.substring(6)));
            }
          }
        }
      }
      long highest = journal().replay(id).highest();
      assertTrue(journal().write(id, highest + 1, "last").isStored());

      List<String> found = reader.takeTo(highest + 1).texts();
      WrittenEvents.expectWhole(found.subList(0, (int) highest), acknowledged);
      assertEquals("last", found.get((int) highest));
    }
  }
}
