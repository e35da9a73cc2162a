package scriptorium.actors;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import akka.actor.typed.javadsl.AskPattern;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What a read at a level waits for, and when it is refused. */
@Timeout(60)
final class ReadLevelTest {

  private static final String COUNT = "select count(*) from word";
  private static final String SHARED = "scriptorium.journal.lock = shared";

  @TempDir Path folder;
  private StoreFixture store;

  @BeforeEach
  void prepare() {
    store = StoreFixture.closed(folder);
  }

  @AfterEach
  void close() {
    store.close();
  }

  private void open(String overrides) {
    store.open(overrides).ready();
    store.schema("create table word(id int primary key)");
  }

  private CompletableFuture<ReadReply<List<String>>> read(ReadLevel level) {
    return store.store().read(level, c -> StoreFixture.rows(c, COUNT)).toCompletableFuture();
  }

  private static ReadReply.Answered<List<String>> answered(
      CompletableFuture<ReadReply<List<String>>> reading) {
    return StoreFixture.get(reading).orThrow();
  }

  private SequenceNumber shown() {
    return store.store().status().sequenceNumber();
  }

  private static SequenceNumber next(SequenceNumber number) {
    return new SequenceNumber(number.value() + 1);
  }

  @Test
  void answersAtOnceWhatIsShownAlready() {
    open("scriptorium.store.read.level-timeout = 0ms");
    SequenceNumber written = store.execute("insert into word values(1)");

    ReadReply.Answered<List<String>> answer = answered(read(ReadLevel.atLeast(written)));

    assertEquals(List.of("1"), answer.value());
    assertEquals(written, answer.sequenceNumber());
  }

  @Test
  void waitsUntilTheNumberIsShown() {
    open("");
    SequenceNumber awaited = next(next(shown()));
    CompletableFuture<ReadReply<List<String>>> reading = read(ReadLevel.atLeast(awaited));

    store.execute("insert into word values(1)");
    assertFalse(reading.isDone());
    store.execute("insert into word values(2)");

    ReadReply.Answered<List<String>> answer = answered(reading);
    assertEquals(List.of("2"), answer.value());
    assertEquals(awaited, answer.sequenceNumber());
  }

  /** The writer looks for who waits just as somebody comes to wait. */
  @Test
  void missesNoNumber() {
    open("");
    for (int i = 0; i < 200; i++) {
      SequenceNumber awaited = next(shown());
      CompletableFuture<WriteReply<Integer>> writing =
          store.writeLater("insert into word values(?)", i);

      SequenceNumber seen = answered(read(ReadLevel.atLeast(awaited))).sequenceNumber();

      assertTrue(seen.compareTo(awaited) >= 0);
      StoreFixture.get(writing).orThrow();
    }
  }

  @Test
  void saysBothNumbersWhenTheLevelIsNotReachedInTime() {
    open("scriptorium.store.read.level-timeout = 100ms");
    SequenceNumber shown = shown();
    ReadLevel level = ReadLevel.atLeast(next(shown));

    ReadReply.NotReached<?> reply =
        assertInstanceOf(ReadReply.NotReached.class, StoreFixture.get(read(level)));

    assertEquals(level, reply.level());
    assertEquals(shown, reply.shown());
    assertTrue(reply.waited().compareTo(Duration.ofMillis(100)) >= 0, reply.toString());
  }

  @Test
  void refusesMoreWaitingForALevelThanMayWait() {
    open("scriptorium.store.read.queue-capacity = 1");
    ReadLevel level = ReadLevel.atLeast(next(shown()));
    CompletableFuture<ReadReply<List<String>>> first = read(level);

    ReadReply<?> second = StoreFixture.get(read(level));

    assertInstanceOf(ReadReply.TooBusy.class, second);
    store.execute("insert into word values(1)");
    assertEquals(List.of("1"), answered(first).value());
  }

  @Test
  void makesRoomWhenAReadThatWaitsForItsLevelIsCancelled() {
    open("scriptorium.store.read.queue-capacity = 1");
    ReadLevel level = ReadLevel.atLeast(next(shown()));
    read(level).cancel(true);

    CompletableFuture<ReadReply<List<String>>> second = read(level);

    store.execute("insert into word values(1)");
    assertEquals(List.of("1"), answered(second).value());
  }

  @Test
  void tellsReadsThatWaitForTheirLevelWhenTheStoreStops() {
    open("");
    CompletableFuture<ReadReply<List<String>>> reading = read(ReadLevel.atLeast(next(shown())));

    StoreFixture.get(store.store().stop());

    assertInstanceOf(ReadReply.NotReady.class, StoreFixture.get(reading));
  }

  @Test
  void showsEveryWriteThatWasAnsweredBefore() {
    open("");
    for (int i = 1; i <= 50; i++) {
      SequenceNumber written = store.execute("insert into word values(?)", i);

      ReadReply.Answered<List<String>> answer = answered(read(ReadLevel.linearizable()));

      assertEquals(List.of(String.valueOf(i)), answer.value());
      assertTrue(answer.sequenceNumber().compareTo(written) >= 0);
    }
  }

  @Test
  void isNotAnsweredByAWriterWithASuccessor() {
    open(SHARED);
    store.execute("insert into word values(1)");
    try (StoreFixture successor = StoreFixture.in(folder, SHARED).ready()) {
      successor.execute("insert into word values(2)");

      ReadReply<?> fenced = StoreFixture.get(read(ReadLevel.linearizable()));

      assertInstanceOf(ReadReply.NotTheWriter.class, fenced);
      assertEquals(List.of("1"), answered(read(ReadLevel.latest())).value());
      assertEquals(
          List.of("2"),
          StoreFixture.get(
                  successor
                      .store()
                      .read(ReadLevel.linearizable(), c -> StoreFixture.rows(c, COUNT)))
              .orThrow()
              .value());
    }
  }

  @Test
  void isRefusedWhereTheJournalCannotTell() {
    open(FaultyJournal.SETTINGS);

    ReadReply.Refused<?> refused =
        assertInstanceOf(ReadReply.Refused.class, StoreFixture.get(read(ReadLevel.linearizable())));

    assertEquals("0A000", refused.sqlState());
    assertTrue(refused.message().contains("linearizable refused: the journal"), refused.message());
    assertEquals(List.of("0"), answered(read(ReadLevel.latest())).value());
  }

  @Test
  void travelsWithTheCommandOfAnActor() {
    open("scriptorium.store.read.level-timeout = 50ms");
    ReadRequest<List<String>> request =
        ReadRequest.<List<String>>of(c -> StoreFixture.rows(c, COUNT))
            .withLevel(ReadLevel.atLeast(next(shown())));

    ReadReply<List<String>> reply =
        StoreFixture.get(
            AskPattern.ask(
                store.store().ref(),
                replyTo -> new StoreCommand.Read<>(request, replyTo),
                Duration.ofSeconds(30),
                store.system().scheduler()));

    assertInstanceOf(ReadReply.NotReached.class, reply);
  }
}
