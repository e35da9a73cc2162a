package scriptorium.actors;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import scriptorium.persistence.JournalEvent;

/** A wall clock that jumps under a store, and what txIds then tell. */
@Timeout(60)
final class ClockTest {

  private static final Instant NOON = Instant.parse("2026-01-01T12:00:00Z");
  private static final Duration HOUR = Duration.ofHours(1);
  private static final Duration SKEW = Duration.ofSeconds(5);

  @TempDir Path folder;
  private final AtomicLong millis = new AtomicLong(NOON.toEpochMilli());
  private StoreFixture store;

  @BeforeEach
  void prepare() {
    store = StoreFixture.closed(folder).clock(this::now);
  }

  @AfterEach
  void close() {
    store.close();
  }

  private Instant now() {
    return Instant.ofEpochMilli(millis.get());
  }

  private void set(Instant time) {
    millis.set(time.toEpochMilli());
  }

  private void open(int maxOutcomes) {
    store.open("scriptorium.store.write.max-outcomes = " + maxOutcomes).ready();
    store.schema("create table word(id int generated always as identity, text varchar)");
  }

  private WriteReply<Integer> insert() {
    return store.write("insert into word(text) values('x')");
  }

  private static WriteRequest<Integer> madeAt(Instant time) {
    return StoreFixture.request("insert into word(text) values('x')").withTxId(TxId.next(time));
  }

  private void assertRows(int count) {
    assertEquals(List.of("" + count), store.rows("select count(*) from word"));
  }

  private void assertTimesNeverGoBack() {
    store.end();
    Instant last = Instant.EPOCH;
    for (JournalEvent event : JournalReading.of(folder)) {
      assertFalse(event.time().isBefore(last), event + " after " + last);
      last = event.time();
    }
    assertEquals(NOON.plus(HOUR), last);
  }

  @Test
  void goesOnWhenTheClockIsSetBack() {
    set(NOON.plus(HOUR));
    open(100);
    insert().orThrow();
    WriteRequest<Integer> before = madeAt(now());
    store.write(before).orThrow();

    set(NOON);

    insert().orThrow();
    store.write(madeAt(NOON)).orThrow();
    assertTrue(store.write(before).orThrow().repeated());
    store.crash();
    insert().orThrow();
    assertTrue(store.write(before).orThrow().repeated());
    assertRows(5);
    assertTimesNeverGoBack();
  }

  @Test
  void goesOnWhenTheClockLeapsAhead() {
    open(100);
    WriteRequest<Integer> early = madeAt(NOON);
    WriteRequest<Integer> lateToArrive = madeAt(NOON);
    SequenceNumber number = store.write(early).orThrow().sequenceNumber();

    set(NOON.plus(HOUR));

    insert().orThrow();
    store.write(lateToArrive).orThrow(); // age alone makes nothing too old
    assertTrue(store.write(early).orThrow().repeated());
    assertEquals(
        new Outcome.Committed(number), StoreFixture.get(store.store().outcome(early.txId())));
    assertRows(3);
    assertTimesNeverGoBack();
  }

  @Test
  void takesNewWritesWhenIdsOfALeapAreForgotten() {
    set(NOON.plus(HOUR));
    open(2);
    for (int i = 0; i < 4; i++) {
      insert().orThrow(); // two of them are forgotten: the horizon lies an hour ahead
    }

    set(NOON);

    insert().orThrow();
    assertInstanceOf(WriteReply.TooOld.class, store.write(madeAt(NOON)));
    store.crash();
    insert().orThrow();
    assertRows(6);
  }

  @Test
  void drawsTheHorizonAtTheIdForgottenLast() {
    open(2);
    Instant first = NOON.minusSeconds(60);
    store.write(madeAt(first)).orThrow();
    store.write(madeAt(NOON)).orThrow();
    store.write(madeAt(NOON)).orThrow();

    WriteReply<Integer> atIt = store.write(madeAt(first));
    WriteReply<Integer> behindIt = store.write(madeAt(first.plusMillis(1)));

    WriteReply.TooOld<?> tooOld = assertInstanceOf(WriteReply.TooOld.class, atIt);
    assertEquals(new WriteReply.TooOld<>(first, first), tooOld);
    behindIt.orThrow();
    UUID forgotten = TxId.next(first);
    assertEquals(new Outcome.Forgotten(), StoreFixture.get(store.store().outcome(forgotten)));
    assertRows(4);
  }

  @Test
  void takesIdsOfAClockThatIsAheadByTheSkewAtMost() {
    open(100);

    WriteReply<Integer> atIt = store.write(madeAt(NOON.plus(SKEW)));
    WriteRequest<Integer> beyond = madeAt(NOON.plus(SKEW).plusMillis(1));
    WriteReply<Integer> beyondIt = store.write(beyond);

    atIt.orThrow();
    Instant made = NOON.plus(SKEW).plusMillis(1);
    assertEquals(new WriteReply.TooOld<>(made, NOON.plus(SKEW)), beyondIt);
    set(NOON.plusMillis(1));
    store.write(beyond).orThrow();
    assertRows(2);
  }

  /** Its tombstone, forgotten, would put the horizon a century ahead and every write behind it. */
  @Test
  void makesNothingFinalForAnIdOfTheFuture() {
    open(1);
    WriteRequest<Integer> future = madeAt(NOON.plus(Duration.ofDays(36_500)));

    Outcome outcome = StoreFixture.get(store.store().outcome(future.txId()));

    assertTrue(
        assertInstanceOf(Outcome.NotNow.class, outcome).detail().contains("ahead"),
        outcome.toString());
    insert().orThrow();
    insert().orThrow();
    insert().orThrow();
    assertInstanceOf(WriteReply.TooOld.class, store.write(future));
    set(NOON.plus(Duration.ofDays(36_500)));
    assertNotEquals(0, store.write(future).orThrow().sequenceNumber().value());
  }
}
