package scriptorium.persistence.segment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static scriptorium.persistence.segment.LogFixture.expectMessage;

import akka.actor.ActorSystem;
import akka.persistence.PersistentRepr;
import akka.persistence.query.EventEnvelope;
import akka.persistence.query.PersistenceQuery;
import akka.serialization.SerializationExtension;
import akka.stream.javadsl.Sink;
import akka.stream.javadsl.SinkQueueWithCancel;
import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import scala.jdk.javaapi.FutureConverters;

/** What a reader that is not the writer is shown, frame by frame. */
final class SegmentQueryTest {
  @TempDir Path dir;
  private ActorSystem system;
  private LogFixture files;
  private EventEntry entry;

  @BeforeEach
  void prepare() {
    system =
        ActorSystem.create(
            "query",
            ConfigFactory.parseMap(
                    java.util.Map.of(
                        "scriptorium.data-dir",
                        dir.toString(),
                        "akka.loglevel",
                        "OFF",
                        "scriptorium.journal-query.portions-ahead",
                        "1"))
                .withFallback(ConfigFactory.load()));
    files = new LogFixture(StoreFolder.of(dir, "orders"));
    entry = new EventEntry(SerializationExtension.get(system));
  }

  @AfterEach
  void terminate() throws Exception {
    FutureConverters.asJava(system.terminate()).toCompletableFuture().get(20, TimeUnit.SECONDS);
  }

  /** Appends events, named by their numbers, as one frame. */
  private void append(SegmentLog log, int count) {
    EventGroup group = new EventGroup();
    group.begin();
    long first = log.highestSequenceNumber() + 1;
    for (long number = first; number < first + count; number++) {
      PersistentRepr event =
          akka.persistence.PersistentRepr$.MODULE$.apply(
              "event-" + number,
              number,
              "orders",
              "",
              false,
              akka.actor.ActorRef.noSender(),
              "writer");
      entry.put(event, group);
    }
    log.append(group, first);
  }

  private List<EventEnvelope> envelopes(long from, long to) throws Exception {
    return query()
        .currentEventsByPersistenceId("orders", from, to)
        .runWith(Sink.seq(), system)
        .toCompletableFuture()
        .get(20, TimeUnit.SECONDS);
  }

  private SegmentQuery query() {
    return PersistenceQuery.get(system).getReadJournalFor(SegmentQuery.class, SegmentQuery.ID);
  }

  private List<Long> numbers(long from, long to) throws Exception {
    return envelopes(from, to).stream().map(EventEnvelope::sequenceNr).toList();
  }

  private List<Long> all() throws Exception {
    return numbers(1, Long.MAX_VALUE);
  }

  @Test
  void leavesOutTheNewestFrameOfAWriterElsewhereUntilAFurtherOneConfirmsIt() throws Exception {
    SegmentLog log = files.open();
    append(log, 2);
    append(log, 3);

    assertEquals(List.of(1L, 2L), all());

    log.markIdle();
    assertEquals(List.of(1L, 2L, 3L, 4L, 5L), all());
    log.close();
  }

  @Test
  void takesAnEpochOfOneFrameForNothing() throws Exception {
    SegmentLog log = files.open();
    append(log, 1);
    append(log, 1);
    log.release();
    SegmentLog successor = files.open();

    assertEquals(List.of(1L), all());

    append(successor, 1);
    assertEquals(List.of(1L, 2L), all());
    successor.close();
    assertEquals(List.of(1L, 2L, 3L), all());
  }

  @Test
  void readsMoreThanItMayReadAhead() throws Exception {
    List<Long> expected = new ArrayList<>();
    try (SegmentLog log = files.open()) {
      for (int i = 0; i < 20; i++) {
        append(log, 100);
      }
    }
    for (long number = 1; number <= 2000; number++) {
      expected.add(number);
    }

    assertEquals(expected, all());
  }

  @Test
  void endsItsReadingWhenNobodyTakesAnyMore() throws Exception {
    try (SegmentLog log = files.open()) {
      for (int i = 0; i < 20; i++) {
        append(log, 100);
      }
    }

    List<EventEnvelope> first =
        query()
            .currentEventsByPersistenceId("orders", 1, Long.MAX_VALUE)
            .take(1)
            .runWith(Sink.seq(), system)
            .toCompletableFuture()
            .get(20, TimeUnit.SECONDS);

    assertEquals(1, first.size());
    long end = System.nanoTime() + 20_000_000_000L;
    while (hasSegmentsOpen()) {
      if (System.nanoTime() - end > 0) {
        throw new IllegalStateException("the query still holds a file");
      }
      Thread.onSpinWait();
    }
  }

  private boolean hasSegmentsOpen() throws IOException {
    try (Stream<Path> open = Files.list(Path.of("/proc/self/fd"))) {
      return open.anyMatch(this::isOfTheStore);
    }
  }

  private boolean isOfTheStore(Path descriptor) {
    try {
      return Files.readSymbolicLink(descriptor).startsWith(files.folder);
    } catch (IOException closedMeanwhile) {
      return false;
    }
  }

  @Test
  void hasNoEventsOfAStoreThatDoesNotExistAndMakesNoFolder() throws Exception {
    assertEquals(List.of(), all());
    assertEquals(false, Files.exists(files.folder));
  }

  @Test
  void failsWhereAnEventCannotBeRead() throws Exception {
    try (SegmentLog log = files.open()) {
      append(log, 1);
      append(log, 1);
    }
    files.flip(files.file(1, 0), files.frameStarts(1, 0).get(1) + 99);

    ExecutionException failure = assertThrows(ExecutionException.class, this::all);

    Throwable cause = failure.getCause();
    if (cause instanceof CompletionException) {
      cause = cause.getCause();
    }
    expectMessage(
        assertInstanceOf(DamagedJournalException.class, cause), "file=" + files.file(1, 0));
  }

  @Test
  void goesOnInEachNewEpochAndShowsNothingThatItsPredecessorWroteTooLate() throws Exception {
    try (Live live = new Live(1)) {
      SegmentLog old = files.open();
      append(old, 2);
      append(old, 1);
      live.expect(1, 2);

      SegmentLog successor = files.open();
      assertThrows(FencedWriterException.class, () -> append(old, 4));
      append(successor, 2);
      append(successor, 1);
      live.expect(3, 4, 5);
      old.release();
      successor.close();
      live.expect(6);

      SegmentLog last = files.open();
      append(last, 1);
      last.close();
      live.expect(7);
    }
  }

  @Test
  void dropsAFrameThatItReadBeforeASuccessorPassedItOver() throws Exception {
    SegmentLog old = files.open();
    append(old, 1);
    append(old, 1);
    LogFixture before = files.copyTo(dir.resolve("before"));
    append(old, 3);
    ChainFollower follower =
        new ChainFollower(files.folder, LogFiles.disk(), SegmentKeys.NONE, () -> Confirmed.NONE);
    assertTrue(follower.locate(1));
    while (follower.step(false) == ChainFollower.Step.FRAME) {}
    assertEquals(5, follower.lastNumber());
    old.release();

    // The successor, on a file system where the last frame never came to be.
    SegmentLog successor = before.open();
    append(successor, 1);
    append(successor, 1);
    successor.release();
    for (String name : before.contents().keySet()) {
      if (name.contains("-0000000002")) {
        Files.copy(before.folder.resolve(name), files.folder.resolve(name));
      }
    }

    assertEquals(ChainFollower.Step.VOID, follower.step(false));
    assertEquals(ChainFollower.Step.COUNTS, follower.step(false));
    while (follower.step(false) == ChainFollower.Step.FRAME) {}
    assertEquals(4, follower.lastNumber());
    follower.close();
  }

  @Test
  void failsWhereSegmentsWereDeletedAheadOfASlowReader() throws Exception {
    SegmentLog log = files.open();
    append(log, 10);
    try (Live live = new Live(1)) {
      append(log, 1);
      live.expect(LongStream.rangeClosed(1, 10).toArray());
      for (int i = 0; i < 40; i++) {
        append(log, 100);
      }
      log.deleteTo(4_000);
      append(log, 1);
      append(log, 1);

      RuntimeException failure = live.takeUntilFailure(4_012);
      expectMessage(
          assertInstanceOf(DeletedEventsException.class, failure), "persistenceId=orders");
    }
    log.close();
  }

  @Test
  void failsALiveQueryWhereAnEventCannotBeRead() throws Exception {
    SegmentLog log = files.open();
    append(log, 1);
    append(log, 1);
    EventFollower follower =
        new EventFollower(
            new EventFollower.Request(
                files.folder,
                LogFiles.disk(),
                SegmentKeys.NONE,
                "orders",
                1,
                Long.MAX_VALUE,
                true,
                entry,
                () -> Confirmed.NONE));
    assertEquals(1, follower.read().events().size());
    append(log, 1);
    files.flip(files.file(1, 0), files.frameStarts(1, 0).get(3) + 99);
    append(log, 1);

    DamagedJournalException damage =
        assertThrows(
            DamagedJournalException.class,
            () -> {
              for (int look = 0; look < 100; look++) {
                assertEquals(List.of(), follower.read().events());
              }
            });

    expectMessage(damage, "file=" + files.file(1, 0), "lastGoodSequenceNumber=2");
    follower.close();
    log.release();
  }

  /** A live query, taken one by one. */
  private final class Live implements AutoCloseable {
    private final SinkQueueWithCancel<EventEnvelope> queue;

    Live(long from) {
      queue =
          query()
              .eventsByPersistenceId("orders", from, Long.MAX_VALUE)
              .runWith(Sink.queue(), system);
    }

    void expect(long... numbers) throws Exception {
      for (long number : numbers) {
        EventEnvelope event =
            queue.pull().toCompletableFuture().get(20, TimeUnit.SECONDS).orElseThrow();
        assertEquals(number, event.sequenceNr());
        assertEquals("event-" + number, event.event());
      }
    }

    RuntimeException takeUntilFailure(int limit) throws Exception {
      for (int i = 0; i < limit; i++) {
        try {
          assertTrue(queue.pull().toCompletableFuture().get(20, TimeUnit.SECONDS).isPresent());
        } catch (ExecutionException e) {
          Throwable cause = e.getCause();
          return assertInstanceOf(
              RuntimeException.class,
              cause instanceof CompletionException ? cause.getCause() : cause);
        }
      }
      throw new AssertionError("no failure");
    }

    @Override
    public void close() {
      queue.cancel();
    }
  }

  @Test
  void servesScalaToo() throws Exception {
    try (SegmentLog log = files.open()) {
      append(log, 3);
    }
    akka.persistence.query.scaladsl.CurrentEventsByPersistenceIdQuery scala =
        (akka.persistence.query.scaladsl.CurrentEventsByPersistenceIdQuery)
            PersistenceQuery.get(system).readJournalFor(SegmentQuery.ID);

    List<EventEnvelope> found =
        scala
            .currentEventsByPersistenceId("orders", 2, 3)
            .asJava()
            .runWith(Sink.seq(), system)
            .toCompletableFuture()
            .get(20, TimeUnit.SECONDS);

    assertEquals(2, found.size());
  }

  @Test
  void namesTheSettingThatIsOutOfRange() {
    for (String wrong :
        List.of(
            "portions-ahead=0",
            "portions-ahead=1025",
            "poll-interval=0 ms",
            "poll-interval=20 ms",
            "idle-poll-interval=2 min",
            "threads=0",
            "threads=65")) {
      Config section =
          ConfigFactory.parseString(wrong)
              .withFallback(ConfigFactory.load().getConfig(SegmentQuery.ID));

      IllegalArgumentException refused =
          assertThrows(
              IllegalArgumentException.class, () -> SegmentQuerySettings.of(section), wrong);

      String key = wrong.equals("poll-interval=20 ms") ? "idle-poll-interval=" : wrong;
      expectMessage(refused, SegmentQuery.ID + "." + key.substring(0, key.indexOf('=') + 1));
    }
  }
}
