package scriptorium.actors;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class WriteTimeTest {

  private static final String QUICK =
      "scriptorium.store.write { run-timeout = 200ms, cancel-grace = 100ms,"
          + " max-abandoned-threads = 1 }\n";

  @TempDir Path folder;
  private StoreFixture store;
  private final AtomicBoolean spins = new AtomicBoolean(true);

  @BeforeEach
  void prepare() {
    store = StoreFixture.closed(folder);
  }

  @AfterEach
  void close() {
    spins.set(false);
    store.close();
  }

  private void open(String overrides) {
    store.open(overrides).ready();
    store.schema(
        """
        create table word(id int primary key, text varchar);
        insert into word select x, 'word' from system_range(1, 1000);
        """);
  }

  @Test
  void answersBusyWhenTheQueueIsFull() {
    open("scriptorium.store.write.queue-capacity = 2");
    CountDownLatch until = new CountDownLatch(1);
    var unused = store.holdWriter(until);
    CompletableFuture<WriteReply<Integer>> first = store.writeLater("delete from word where id=1");
    CompletableFuture<WriteReply<Integer>> second = store.writeLater("delete from word where id=2");

    WriteReply<Integer> third = store.write("delete from word where id = 3");

    WriteReply.Busy<?> busy = assertInstanceOf(WriteReply.Busy.class, third);
    assertEquals(2, busy.queued());
    until.countDown();
    StoreFixture.get(first).orThrow();
    StoreFixture.get(second).orThrow();
    assertEquals(List.of("998"), store.rows("select count(*) from word"));
  }

  @Test
  void answersExpiredWhoWasNotStartedInTime() {
    open("");
    CountDownLatch until = new CountDownLatch(1);
    var unused = store.holdWriter(until);

    WriteReply<Integer> reply =
        store.write(
            StoreFixture.request("delete from word").withQueueTimeout(Duration.ofMillis(50)));

    assertInstanceOf(WriteReply.Expired.class, reply);
    until.countDown();
    assertEquals(List.of("1000"), store.rows("select count(*) from word"));
  }

  @Test
  void cancelsAStatementThatRunsTooLong() {
    open(QUICK);

    WriteReply<Integer> reply =
        store.write(
            connection -> {
              StoreFixture.update(connection, "delete from word");
              return StoreFixture.rows(
                      connection,
                      "select sum(a.x * b.x) from system_range(1, 1000000) a,"
                          + " system_range(1, 1000000) b")
                  .size();
            });

    WriteReply.Cancelled<?> cancelled = assertInstanceOf(WriteReply.Cancelled.class, reply);
    assertEquals(Duration.ofMillis(200), cancelled.limit());
    assertServes();
  }

  @Test
  void cancelsAlsoWhenTheWatchdogHasRested() {
    open(QUICK);
    store.execute("update word set text = 'other' where id = 1");
    awaitRest();

    WriteReply<Integer> reply = store.write(this::spin);

    assertInstanceOf(WriteReply.Cancelled.class, reply);
    assertServes();
  }

  /** A watchdog that looks waits for a time, one that rests just waits. */
  private static void awaitRest() {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
    while (System.nanoTime() < end) {
      for (Thread thread : Thread.getAllStackTraces().keySet()) {
        if (thread.getName().endsWith("-watchdog") && thread.getState() == Thread.State.WAITING) {
          return;
        }
      }
    }
    throw new AssertionError("the watchdog does not rest");
  }

  @Test
  void interruptsAMutationThatSleeps() {
    open(QUICK);

    WriteReply<Integer> reply =
        store.write(
            connection -> {
              StoreFixture.update(connection, "delete from word");
              new CountDownLatch(1).await();
              return 0;
            });

    assertInstanceOf(WriteReply.Cancelled.class, reply);
    assertServes();
  }

  @Test
  void refusesTheAnswerOfAMutationThatSwallowedItsInterruption() {
    open(QUICK);

    WriteReply<Integer> reply =
        store.write(
            connection -> {
              StoreFixture.update(connection, "delete from word");
              try {
                new CountDownLatch(1).await();
              } catch (InterruptedException e) {
                return 1;
              }
              return 0;
            });

    assertInstanceOf(WriteReply.Cancelled.class, reply);
    assertServes();
  }

  @Test
  void abandonsTheThreadOfAMutationThatSpins() {
    open(QUICK);

    WriteReply<Integer> reply = store.write(this::spin);

    assertInstanceOf(WriteReply.Cancelled.class, reply);
    assertServes();
  }

  @Test
  void goesOnWithTheNeighboursOfAMutationThatSpins() {
    open(QUICK);
    CountDownLatch until = new CountDownLatch(1);
    var unused = store.holdWriter(until);
    CompletableFuture<WriteReply<Integer>> before = store.writeLater("delete from word where id=1");
    CompletableFuture<WriteReply<Integer>> spinning =
        store.store().write("spin", this::spin).toCompletableFuture();
    CompletableFuture<WriteReply<Integer>> after = store.writeLater("delete from word where id=2");

    until.countDown();

    assertInstanceOf(WriteReply.Cancelled.class, StoreFixture.get(spinning));
    StoreFixture.get(before).orThrow();
    StoreFixture.get(after).orThrow();
    assertEquals(List.of("998"), store.rows("select count(*) from word"));
  }

  /** Whoever ran before it is answered before the next slow one begins. */
  @Test
  void delaysItsNeighboursByNoMoreThanItsOwnLimit() {
    open("scriptorium.store.write { run-timeout = 200ms, batch-time = 20ms }");
    CountDownLatch until = new CountDownLatch(1);
    var unused = store.holdWriter(until);
    CompletableFuture<WriteReply<Integer>> before = store.writeLater("delete from word where id=1");
    CompletableFuture<WriteReply<Integer>> slow = writeSlowly();
    CompletableFuture<WriteReply<Integer>> after =
        store
            .store()
            .<Integer>write(
                "second",
                connection -> {
                  StoreFixture.get(before).orThrow(); // else this would wait until its own limit
                  return StoreFixture.update(connection, "delete from word where id = 2");
                })
            .toCompletableFuture();

    until.countDown();

    assertInstanceOf(WriteReply.Cancelled.class, StoreFixture.get(slow));
    StoreFixture.get(after).orThrow();
    assertEquals(List.of("998"), store.rows("select count(*) from word"));
  }

  private CompletableFuture<WriteReply<Integer>> writeSlowly() {
    return store
        .store()
        .<Integer>write(
            "slow",
            connection -> {
              new CountDownLatch(1).await();
              return 0;
            })
        .toCompletableFuture();
  }

  @Test
  void takesTheRunLimitOfTheCallBeforeItsOwn() {
    open("scriptorium.store.write.run-timeout = 1h");

    WriteReply<Integer> reply =
        store.write(
            WriteRequest.<Integer>of(
                    "slow",
                    connection -> {
                      new CountDownLatch(1).await();
                      return 0;
                    },
                    Instant.now())
                .withRunTimeout(Duration.ofMillis(100)));

    WriteReply.Cancelled<?> cancelled = assertInstanceOf(WriteReply.Cancelled.class, reply);
    assertEquals(Duration.ofMillis(100), cancelled.limit());
    assertFalse(cancelled.byCaller());
  }

  @Test
  void letsAWriteExpireByItsOwnLimitOfWaiting() {
    open("scriptorium.store.write.queue-timeout = 50ms");
    CountDownLatch until = new CountDownLatch(1);
    var unused = store.holdWriter(until);
    CompletableFuture<WriteReply<Integer>> patient =
        store
            .store()
            .write(
                StoreFixture.request("delete from word where id = 1")
                    .withQueueTimeout(Duration.ofHours(1)))
            .toCompletableFuture();

    WriteReply<Integer> reply = store.write("delete from word where id = 2");

    assertInstanceOf(WriteReply.Expired.class, reply);
    until.countDown();
    StoreFixture.get(patient).orThrow();
  }

  @Test
  void refusesEverythingElseTooOncePoisoned() {
    open(QUICK);
    store.write(this::spin);
    store.write(this::spin);
    store.write("delete from word"); // meets the end, or comes after it

    Outcome outcome = StoreFixture.get(store.store().outcome(TxId.next(Instant.now())));
    MigrationReply migration = StoreFixture.get(store.store().migrate(List.of()));
    SnapshotReply snapshot = StoreFixture.get(store.store().snapshot());
    ReadReply<Integer> read = StoreFixture.get(store.store().read(connection -> 1));

    String cause = "abandonedThreads=2";
    assertTrue(assertInstanceOf(Outcome.NotNow.class, outcome).detail().contains(cause));
    assertTrue(assertInstanceOf(MigrationReply.NotReady.class, migration).detail().contains(cause));
    assertTrue(assertInstanceOf(SnapshotReply.NotNow.class, snapshot).detail().contains(cause));
    assertTrue(assertInstanceOf(ReadReply.NotReady.class, read).detail().contains(cause));
  }

  @Test
  void answersAfterTheActorSystemHasEnded() {
    open("");
    store.end();

    assertInstanceOf(WriteReply.NotReady.class, store.write("delete from word"));
    assertInstanceOf(
        Outcome.NotNow.class, StoreFixture.get(store.store().outcome(TxId.next(Instant.now()))));
    assertInstanceOf(
        MigrationReply.NotReady.class, StoreFixture.get(store.store().migrate(List.of())));
    assertInstanceOf(SnapshotReply.NotNow.class, StoreFixture.get(store.store().snapshot()));
    assertEquals(
        new CancelReply.NotFound(),
        StoreFixture.get(store.store().cancel(TxId.next(Instant.now()))));
  }

  @Test
  void refusesEverythingWhenTooManyThreadsAreLost() {
    open(QUICK);
    store.write(this::spin);

    store.write(this::spin);

    WriteReply<Integer> reply = store.write("delete from word");
    WriteReply.NotReady<?> refused = assertInstanceOf(WriteReply.NotReady.class, reply);
    assertEquals(StorePhase.POISONED, refused.phase());
    assertTrue(refused.detail().contains("abandonedThreads=2 limit=1"), refused.detail());
    assertEquals(StorePhase.POISONED, store.store().status().phase());
  }

  @Test
  void recoversWithAnotherDatabaseWhenAStatementDoesNotComeBack() {
    open(QUICK);
    AtomicInteger runs = new AtomicInteger();
    String evil = "select regexp_like('" + "a".repeat(40) + "', '(a+)+b\\1')";

    WriteReply<Integer> reply =
        store.write(
            connection -> {
              runs.incrementAndGet();
              StoreFixture.update(connection, "delete from word");
              return StoreFixture.rows(connection, evil).size();
            });

    assertInstanceOf(WriteReply.Cancelled.class, reply);
    store.execute("delete from word where id = 1");
    assertEquals(List.of("999"), store.rows("select count(*) from word"));
    assertEquals(1, runs.get());
  }

  @Test
  void poisonsTheStoreWhenAMutationRunsOutOfMemory() {
    open("");

    WriteReply<Integer> reply =
        store.write(
            connection -> {
              throw new OutOfMemoryError("simulated: heap full");
            });

    assertInstanceOf(WriteReply.Refused.class, reply);
    WriteReply<Integer> next = store.write("delete from word");
    WriteReply.NotReady<?> refused = assertInstanceOf(WriteReply.NotReady.class, next);
    assertTrue(refused.detail().contains("heap full"), refused.detail());
  }

  @Test
  void answersNotReadyAfterStop() {
    open("");

    StoreFixture.get(store.store().stop());

    WriteReply<Integer> write = store.write("delete from word");
    assertEquals(StorePhase.STOPPED, assertInstanceOf(WriteReply.NotReady.class, write).phase());
    ReadReply<Integer> read = StoreFixture.get(store.store().read(connection -> 1));
    assertEquals(StorePhase.STOPPED, assertInstanceOf(ReadReply.NotReady.class, read).phase());
    assertInstanceOf(
        Outcome.NotNow.class, StoreFixture.get(store.store().outcome(TxId.next(Instant.now()))));
  }

  @Test
  void answersWhoeverWaitsWhenTheActorSystemEnds() {
    open("");
    CountDownLatch until = new CountDownLatch(1);
    CompletableFuture<WriteReply<Integer>> running = store.holdWriter(until);
    CompletableFuture<WriteReply<Integer>> waiting = store.writeLater("delete from word");

    store.close();

    assertInstanceOf(WriteReply.NotReady.class, StoreFixture.get(running));
    assertInstanceOf(WriteReply.NotReady.class, StoreFixture.get(waiting));
    until.countDown();
  }

  @Test
  void stopsWhileItStillRecovers() {
    store.open("");

    StoreFixture.get(store.store().stop());

    assertEquals(StorePhase.STOPPED, store.store().status().phase());
    WriteReply<Integer> write = store.write("delete from word");
    assertEquals(StorePhase.STOPPED, assertInstanceOf(WriteReply.NotReady.class, write).phase());
  }

  private int spin(java.sql.Connection connection) throws java.sql.SQLException {
    StoreFixture.update(connection, "delete from word");
    while (spins.get()) {
      Thread.onSpinWait();
    }
    return 0;
  }

  private void assertServes() {
    assertEquals(List.of("1000"), store.rows("select count(*) from word"));
    store.execute("delete from word where id = 1");
    assertEquals(List.of("999"), store.rows("select count(*) from word"));
  }
}
