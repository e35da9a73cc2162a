package scriptorium.actors;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import akka.actor.typed.javadsl.Adapter;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What becomes of a write that its caller does not want any more, wherever it is. */
@Timeout(60)
final class CancelTest {

  private static final String PATIENT =
      FaultyJournal.SETTINGS + "scriptorium.store.write.journal-timeout = 30s\n";

  @TempDir Path folder;
  private StoreFixture store;
  private final AtomicInteger runs = new AtomicInteger();
  private final AtomicBoolean spins = new AtomicBoolean(true);

  @BeforeEach
  void prepare() {
    store = StoreFixture.closed(folder);
  }

  private void open(String overrides) {
    store.open(overrides).ready();
    store.schema("create table word(id int primary key, text varchar)");
  }

  @AfterEach
  void close() {
    spins.set(false);
    store.close();
  }

  private WriteRequest<Integer> insert(int id) {
    return WriteRequest.of(
        "insert",
        connection -> {
          runs.incrementAndGet();
          return StoreFixture.update(connection, "insert into word(id) values(?)", id);
        },
        Instant.now());
  }

  /** Inserts a row, then is held until the latch falls or it is interrupted. */
  private WriteRequest<Integer> held(int id, CountDownLatch started, CountDownLatch until) {
    return WriteRequest.of(
        "held",
        connection -> {
          StoreFixture.update(connection, "insert into word(id) values(?)", id);
          started.countDown();
          until.await();
          return id;
        },
        Instant.now());
  }

  private CompletableFuture<WriteReply<Integer>> send(WriteRequest<Integer> request) {
    return store.store().write(request).toCompletableFuture();
  }

  private CancelReply cancel(WriteRequest<Integer> request) {
    return StoreFixture.get(store.store().cancel(request.txId()));
  }

  private static WriteReply.Cancelled<?> cancelled(CompletableFuture<WriteReply<Integer>> reply) {
    WriteReply.Cancelled<?> cancelled =
        assertInstanceOf(WriteReply.Cancelled.class, StoreFixture.get(reply));
    assertTrue(cancelled.byCaller(), cancelled.toString());
    return cancelled;
  }

  private void assertRows(String... ids) {
    assertEquals(List.of(ids), store.rows("select id from word order by id"));
    store.crash();
    assertEquals(List.of(ids), store.rows("select id from word order by id"));
  }

  @Test
  void takesAWriteThatWaitsOutOfTheQueue() {
    open("");
    CountDownLatch until = new CountDownLatch(1);
    var holding = store.holdWriter(until);
    WriteRequest<Integer> request = insert(1);
    CompletableFuture<WriteReply<Integer>> reply = send(request);

    CancelReply answer = cancel(request);

    assertEquals(new CancelReply.Stopped(false), answer);
    assertEquals(Duration.ZERO, cancelled(reply).ran()); // while the writer is still held
    until.countDown();
    StoreFixture.get(holding).orThrow();
    store.write(insert(2)).orThrow();
    assertEquals(1, runs.get());
    assertRows("2");
  }

  @Test
  void runsACancelledWriteWhenItIsSentAgain() {
    open("");
    CountDownLatch until = new CountDownLatch(1);
    var unused = store.holdWriter(until);
    WriteRequest<Integer> request = insert(1);
    CompletableFuture<WriteReply<Integer>> first = send(request);
    cancel(request);
    cancelled(first);
    until.countDown();

    assertFalse(store.write(request).orThrow().repeated());

    assertRows("1");
  }

  @Test
  void takesOutAWriteThatItsBatchHasNotComeTo() {
    open("");
    CountDownLatch until = new CountDownLatch(1);
    CountDownLatch started = new CountDownLatch(1);
    CountDownLatch untilSecond = new CountDownLatch(1);
    var unused = store.holdWriter(until);
    var first = send(held(1, started, untilSecond));
    WriteRequest<Integer> request = insert(2);
    CompletableFuture<WriteReply<Integer>> reply = send(request);
    until.countDown();
    StoreFixture.await(started); // both are taken, the second is not begun

    CancelReply answer = cancel(request);

    assertEquals(new CancelReply.Stopped(false), answer);
    untilSecond.countDown();
    StoreFixture.get(first).orThrow();
    cancelled(reply);
    assertEquals(0, runs.get());
    assertRows("1");
  }

  @Test
  void stopsAWriteThatRunsAndRollsItAloneBack() {
    open("");
    CountDownLatch until = new CountDownLatch(1);
    CountDownLatch started = new CountDownLatch(1);
    var unused = store.holdWriter(until);
    CompletableFuture<WriteReply<Integer>> before = send(insert(1));
    WriteRequest<Integer> request = held(2, started, new CountDownLatch(1));
    CompletableFuture<WriteReply<Integer>> reply = send(request);
    CompletableFuture<WriteReply<Integer>> after = send(insert(3));
    until.countDown();
    StoreFixture.await(started);

    CancelReply answer = cancel(request);

    assertEquals(new CancelReply.Stopped(true), answer);
    assertTrue(cancelled(reply).ran().compareTo(Duration.ZERO) > 0);
    StoreFixture.get(before).orThrow();
    StoreFixture.get(after).orThrow();
    assertRows("1", "3");
  }

  @Test
  void stopsAStatementThatRuns() {
    open("scriptorium.store.write.run-timeout = 1h");
    CountDownLatch started = new CountDownLatch(1);
    WriteRequest<Integer> request =
        WriteRequest.of(
            "long",
            connection -> {
              started.countDown();
              return StoreFixture.rows(
                      connection,
                      "select sum(a.x * b.x) from system_range(1, 1000000) a,"
                          + " system_range(1, 1000000) b")
                  .size();
            },
            Instant.now());
    CompletableFuture<WriteReply<Integer>> reply = send(request);
    StoreFixture.await(started);

    assertEquals(new CancelReply.Stopped(true), cancel(request));

    cancelled(reply);
    store.write(insert(1)).orThrow();
    assertRows("1");
  }

  @Test
  void givesUpTheThreadOfAWriteThatDoesNotHeedIt() {
    open("scriptorium.store.write { run-timeout = 1h, cancel-grace = 50ms }");
    CountDownLatch started = new CountDownLatch(1);
    WriteRequest<Integer> request =
        WriteRequest.of(
            "spin",
            connection -> {
              StoreFixture.update(connection, "insert into word(id) values(1)");
              started.countDown();
              while (spins.get()) {
                Thread.onSpinWait();
              }
              return 0;
            },
            Instant.now());
    CompletableFuture<WriteReply<Integer>> reply = send(request);
    StoreFixture.await(started);

    assertEquals(new CancelReply.Stopped(true), cancel(request));

    cancelled(reply);
    store.write(insert(2)).orThrow();
    assertRows("2");
  }

  @Test
  void rollsBackAWriteThatCameBackBeforeItCouldBeStopped() {
    open("");
    CountDownLatch started = new CountDownLatch(1);
    CountDownLatch until = new CountDownLatch(1);
    WriteRequest<Integer> request =
        WriteRequest.of(
            "deaf",
            connection -> {
              StoreFixture.update(connection, "insert into word(id) values(1)");
              started.countDown();
              try {
                until.await();
              } catch (InterruptedException e) {
                return 1; // as if nothing had happened
              }
              return 0;
            },
            Instant.now());
    CompletableFuture<WriteReply<Integer>> reply = send(request);
    StoreFixture.await(started);

    assertEquals(new CancelReply.Stopped(true), cancel(request));

    cancelled(reply);
    assertRows();
  }

  @Test
  void letsAWriteStandThatHasRunAndWaitsForItsBatch() {
    open("scriptorium.store.write.batch-time = 1h"); // both in one batch
    CountDownLatch until = new CountDownLatch(1);
    CountDownLatch started = new CountDownLatch(1);
    CountDownLatch untilSecond = new CountDownLatch(1);
    var unused = store.holdWriter(until);
    WriteRequest<Integer> request = insert(1);
    CompletableFuture<WriteReply<Integer>> reply = send(request);
    var second = send(held(2, started, untilSecond));
    until.countDown();
    StoreFixture.await(started); // the first has run

    CompletableFuture<CancelReply> answer =
        store.store().cancel(request.txId()).toCompletableFuture();
    assertEquals(new CancelReply.NotFound(), cancel(insert(3))); // the first wish has been heard
    assertFalse(answer.isDone());
    untilSecond.countDown();

    WriteReply<Integer> committed = StoreFixture.get(reply);
    committed.orThrow();
    assertEquals(new CancelReply.TooLate(committed), StoreFixture.get(answer));
    StoreFixture.get(second).orThrow();
    assertRows("1", "2");
  }

  @Test
  void letsAWriteStandThatIsOnItsWayToTheJournal() {
    open(PATIENT);
    FaultyJournal.Faults faults = FaultyJournal.Faults.of(Adapter.toClassic(store.system()));
    CountDownLatch stalled = faults.stall();
    WriteRequest<Integer> request = insert(1);
    CompletableFuture<WriteReply<Integer>> reply = send(request);
    StoreFixture.await(stalled);

    CompletableFuture<CancelReply> answer =
        store.store().cancel(request.txId()).toCompletableFuture();
    assertEquals(new CancelReply.NotFound(), cancel(insert(3))); // the first wish has been heard
    assertFalse(answer.isDone());
    faults.goOn();

    WriteReply<Integer> committed = StoreFixture.get(reply);
    committed.orThrow();
    assertEquals(new CancelReply.TooLate(committed), StoreFixture.get(answer));
    assertRows("1");
  }

  @Test
  void tellsInTimeThatNobodyKnowsWhenTheJournalHangs() {
    open(FaultyJournal.SETTINGS);
    FaultyJournal.Faults faults = FaultyJournal.Faults.of(Adapter.toClassic(store.system()));
    CountDownLatch stalled = faults.stall();
    WriteRequest<Integer> request = insert(1);
    CompletableFuture<WriteReply<Integer>> reply = send(request);
    StoreFixture.await(stalled);

    CancelReply answer = cancel(request);

    WriteReply<Integer> unknown = StoreFixture.get(reply);
    assertInstanceOf(WriteReply.Unknown.class, unknown);
    assertEquals(new CancelReply.TooLate(unknown), answer);
    faults.goOn();
    assertTrue(store.write(request).orThrow().repeated());
  }

  @Test
  void stopsAllWritesWithOneTxId() {
    open("");
    CountDownLatch until = new CountDownLatch(1);
    var unused = store.holdWriter(until);
    WriteRequest<Integer> request = insert(1);
    CompletableFuture<WriteReply<Integer>> first = send(request);
    CompletableFuture<WriteReply<Integer>> twin = send(request);

    assertEquals(new CancelReply.Stopped(false), cancel(request));

    cancelled(first);
    cancelled(twin);
    until.countDown();
    assertRows();
  }

  @Test
  void findsNoWriteThatNeverCame() {
    open("");

    assertEquals(new CancelReply.NotFound(), cancel(insert(1)));
  }

  @Test
  void answersWhoeverWishesTheSameTwice() {
    open("");
    CountDownLatch started = new CountDownLatch(1);
    WriteRequest<Integer> request = held(1, started, new CountDownLatch(1));
    var unused = send(request);
    StoreFixture.await(started);

    var first = store.store().cancel(request.txId());
    var second = store.store().cancel(request.txId());

    assertEquals(new CancelReply.Stopped(true), StoreFixture.get(first));
    assertEquals(new CancelReply.Stopped(true), StoreFixture.get(second));
  }
}
