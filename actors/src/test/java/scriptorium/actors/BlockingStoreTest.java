package scriptorium.actors;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import akka.actor.typed.javadsl.Adapter;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
final class BlockingStoreTest {

  private static final Duration SHORT = Duration.ofMillis(50);

  @TempDir Path folder;
  private StoreFixture store;
  private BlockingStore blocking;

  @BeforeEach
  void open() {
    store = StoreFixture.in(folder, FaultyJournal.SETTINGS);
    blocking = store.store().blocking();
    blocking.ready();
    blocking
        .migrate(List.of(SchemaScript.adHoc("word", "create table word(id int primary key)")))
        .orThrow();
  }

  @AfterEach
  void close() {
    store.close();
  }

  private static WriteRequest<Integer> insert(int id) {
    return StoreFixture.request("insert into word values(" + id + ")");
  }

  @Test
  void answersEachCall() {
    WriteRequest<Integer> request = insert(1);

    WriteReply.Committed<Integer> written = blocking.write(request).orThrow();
    ReadReply.Answered<List<String>> read =
        blocking.read(connection -> StoreFixture.rows(connection, "select * from word")).orThrow();
    SnapshotReply saved = blocking.snapshot();

    assertEquals(2, blocking.write("two", connection -> 2).orThrow().value());
    assertEquals(List.of("1"), read.value());
    assertEquals(new Outcome.Committed(written.sequenceNumber()), blocking.outcome(request.txId()));
    assertEquals(
        written.sequenceNumber(),
        assertInstanceOf(SnapshotReply.Saved.class, saved).sequenceNumber());
    assertEquals(new CancelReply.NotFound(), blocking.cancel(TxId.next(Instant.now())));
    blocking.stop();
    assertInstanceOf(WriteReply.NotReady.class, blocking.write(insert(3)));
  }

  @Test
  void leavesTheTxIdOfAWriteThatTookTooLong() {
    CountDownLatch until = new CountDownLatch(1);
    var unused = store.holdWriter(until);
    WriteRequest<Integer> request = insert(1);

    WriteReply<Integer> reply = store.store().blocking(SHORT).write(request);

    WriteReply.Unknown<?> unknown = assertInstanceOf(WriteReply.Unknown.class, reply);
    assertEquals(request.txId(), unknown.txId());
    assertTrue(unknown.reason().contains("limit=PT0.05S"), unknown.reason());
    until.countDown();
    assertTrue(blocking.write(request).orThrow().repeated()); // it went on
  }

  @Test
  void stopsAWriteThatTookTooLong() {
    CountDownLatch until = new CountDownLatch(1);
    var unused = store.holdWriter(until);
    WriteRequest<Integer> request = insert(1);
    store.store().blocking(SHORT).write(request);

    CancelReply stopped = blocking.cancel(request.txId());

    assertEquals(new CancelReply.Stopped(false), stopped);
    until.countDown();
    assertEquals(new Outcome.Never(), blocking.outcome(request.txId()));
  }

  @Test
  void answersEveryCallInTimeWhenTheStoreDoesNot() {
    BlockingStore hasty = store.store().blocking(SHORT);
    FaultyJournal.Faults.of(Adapter.toClassic(store.system())).stall();
    WriteRequest<Integer> request = insert(1);

    assertInstanceOf(WriteReply.Unknown.class, hasty.write(request));
    assertInstanceOf(Outcome.NotNow.class, hasty.outcome(request.txId()));
    assertInstanceOf(CancelReply.TooLate.class, hasty.cancel(request.txId()));
    assertInstanceOf(MigrationReply.Unknown.class, hasty.migrate(List.of()));
    assertInstanceOf(SnapshotReply.NotNow.class, hasty.snapshot());
    CountDownLatch until = new CountDownLatch(1);
    ReadReply<Integer> read =
        hasty.read(
            connection -> {
              until.await();
              return 1;
            });
    assertEquals(SHORT, assertInstanceOf(ReadReply.TimedOut.class, read).limit());
    assertThrows(IllegalStateException.class, hasty::stop);
    until.countDown();
    FaultyJournal.Faults.of(Adapter.toClassic(store.system())).goOn();
  }

  @Test
  void givesUpWaitingWhenItIsInterrupted() {
    CountDownLatch until = new CountDownLatch(1);
    CountDownLatch started = new CountDownLatch(1);
    Thread waiting = Thread.currentThread();
    WriteRequest<Integer> request =
        WriteRequest.of(
            "held",
            connection -> {
              started.countDown();
              until.await();
              return 0;
            },
            Instant.now());
    CompletableFuture<Void> interruption =
        CompletableFuture.runAsync(
            () -> {
              StoreFixture.await(started);
              waiting.interrupt();
            });

    WriteReply<Integer> reply = blocking.write(request);

    assertTrue(Thread.interrupted(), "the interruption must stay to be seen");
    WriteReply.Unknown<?> unknown = assertInstanceOf(WriteReply.Unknown.class, reply);
    assertTrue(unknown.reason().contains("interrupted"), unknown.reason());
    StoreFixture.get(interruption);
    until.countDown();
    assertTrue(blocking.write(request).orThrow().repeated());
  }

  @Test
  void sendsNothingWhenItIsInterruptedBefore() {
    WriteRequest<Integer> request = insert(1);
    Thread.currentThread().interrupt();

    WriteReply<Integer> reply = blocking.write(request);

    assertTrue(Thread.interrupted());
    assertInstanceOf(WriteReply.Cancelled.class, reply);
    assertEquals(new Outcome.Never(), blocking.outcome(request.txId()));
  }

  @Test
  void refusesToBlockADispatchersThread() {
    CompletableFuture<WriteReply<Integer>> nested =
        store
            .store()
            .write(insert(1))
            .thenApply(committed -> blocking.write(insert(2)))
            .toCompletableFuture();

    IllegalStateException refused =
        assertThrows(IllegalStateException.class, () -> StoreFixture.get(nested));

    assertTrue(String.valueOf(refused.getMessage()).contains("default-dispatcher"));
  }

  @Test
  void refusesToBlockTheStoresOwnThreads() {
    WriteReply<Boolean> inMutation =
        store.write(connection -> blocking.write(insert(1)).orThrow().repeated());
    ReadReply<Boolean> inQuery =
        StoreFixture.get(
            store.store().read(connection -> blocking.write(insert(1)).orThrow().repeated()));

    String refused = assertInstanceOf(WriteReply.Refused.class, inMutation).message();
    assertTrue(refused.contains("thread=scriptorium-main-mutations-0"), refused);
    refused = assertInstanceOf(ReadReply.Refused.class, inQuery).message();
    assertTrue(refused.contains("thread=scriptorium-main-read-"), refused);
    assertEquals(List.of("0"), store.rows("select count(*) from word"));
  }

  @Test
  void refusesALimitThatIsNone() {
    assertThrows(IllegalArgumentException.class, () -> store.store().blocking(Duration.ZERO));
  }
}
