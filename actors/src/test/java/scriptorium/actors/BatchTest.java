package scriptorium.actors;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Writes that meet each other. */
final class BatchTest {

  @TempDir Path folder;
  private StoreFixture store;

  @BeforeEach
  void open() {
    store = StoreFixture.in(folder).ready();
    store.schema("create table word(id int primary key, text varchar, at int default 0)");
  }

  @AfterEach
  void close() {
    store.close();
  }

  @Test
  void leavesTheNeighboursOfARefusedWriteAsTheyAre() {
    List<WriteReply<Integer>> replies =
        Batches.oneBatch(
            store, 30, i -> "insert into word(id, text) values(" + (i - i % 3) + ", 'w" + i + "')");

    for (int i = 0; i < 30; i++) {
      Class<?> expected = i % 3 == 0 ? WriteReply.Committed.class : WriteReply.Refused.class;
      assertInstanceOf(expected, replies.get(i));
    }
    assertEquals(List.of("10"), store.rows("select count(*) from word"));
    store.crash();
    assertEquals(
        List.of("10,TRUE"), store.rows("select count(*), every(text = 'w' || id) from word"));
  }

  /** The second waits for the first one's answer: in one batch with it, it would wait in vain. */
  @ParameterizedTest
  @ValueSource(strings = {"batch-mutations = 1", "batch-bytes = 1024", "batch-time = 1ms"})
  void endsABatchAtEachOfItsBounds(String bound) {
    store.end();
    store.open("scriptorium.store.write." + bound).ready();
    CountDownLatch until = new CountDownLatch(1);
    var unused = store.holdWriter(until);
    CompletableFuture<WriteReply<Integer>> first =
        store
            .store()
            .<Integer>write(
                "first",
                connection -> {
                  long end = System.nanoTime() + 2_000_000;
                  while (System.nanoTime() < end) {
                    Thread.onSpinWait(); // longer than a batch of 1 ms
                  }
                  return StoreFixture.update(
                      connection, "insert into word(id, text) values(1, ?)", "x".repeat(2000));
                })
            .toCompletableFuture();
    CompletableFuture<WriteReply<Integer>> second =
        store
            .store()
            .<Integer>write(
                "second",
                connection -> {
                  StoreFixture.get(first).orThrow();
                  return 1;
                })
            .toCompletableFuture();

    until.countDown();

    assertEquals(1, StoreFixture.get(second).orThrow().value());
  }

  @Test
  void numbersABatchWithoutAGap() {
    List<WriteReply<Integer>> replies =
        Batches.oneBatch(store, 50, i -> "insert into word(id) values(" + i + ")");

    long first = replies.get(0).orThrow().sequenceNumber().value();
    for (int i = 0; i < 50; i++) {
      assertEquals(first + i, replies.get(i).orThrow().sequenceNumber().value());
    }
  }

  @Test
  void seesTheChangesOfEarlierNeighbours() {
    store.execute("insert into word(id) values(1)");

    Batches.oneBatch(store, 100, i -> "update word set at = at + 1 where at = " + i);

    assertEquals(List.of("100"), store.rows("select at from word"));
    store.crash();
    assertEquals(List.of("100"), store.rows("select at from word"));
  }

  @Test
  void journalsAWriteThatChangesNothing() {
    SequenceNumber first = store.execute("update word set at = 1 where id = 7");
    SequenceNumber second = store.execute("update word set at = 1 where id = 7");

    assertEquals(first.value() + 1, second.value());
    store.crash();
    assertTrue(store.store().status().sequenceNumber().value() > second.value());
  }

  @Test
  void runsTwoWritesWithOneTxIdAtOnceOnce() {
    WriteRequest<Integer> request =
        StoreFixture.request("insert into word(id) select coalesce(max(id), 0) + 1 from word");
    CountDownLatch until = new CountDownLatch(1);
    var unused = store.holdWriter(until);
    List<CompletableFuture<WriteReply<Integer>>> later = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      later.add(store.store().write(request).toCompletableFuture());
    }

    until.countDown();

    Set<SequenceNumber> numbers = new TreeSet<>();
    int repeated = 0;
    for (CompletableFuture<WriteReply<Integer>> reply : later) {
      WriteReply.Committed<Integer> committed = StoreFixture.get(reply).orThrow();
      numbers.add(committed.sequenceNumber());
      repeated += committed.repeated() ? 1 : 0;
      assertEquals(1, committed.value());
    }
    assertEquals(1, numbers.size());
    assertEquals(9, repeated);
    assertEquals(List.of("1"), store.rows("select count(*) from word"));
  }

  /** What was told to be never is never, though the write was waiting when it was told. */
  @Test
  void refusesAWriteThatWaitedWhenItsOutcomeWasAskedFor() {
    WriteRequest<Integer> request = StoreFixture.request("insert into word(id) values(1)");
    CountDownLatch until = new CountDownLatch(1);
    CountDownLatch asked = new CountDownLatch(1);
    CompletableFuture<WriteReply<Integer>> holding = store.holdWriter(until);
    CompletableFuture<WriteReply<Integer>> waiting =
        store.store().write(request).toCompletableFuture();
    CompletableFuture<Outcome> outcome =
        store
            .store()
            .outcome(request.txId())
            .whenComplete((told, failure) -> asked.countDown())
            .toCompletableFuture();
    StoreFixture.get(store.store().cancel(TxId.next(Instant.now()))); // the question is heard

    until.countDown();

    StoreFixture.get(holding).orThrow();
    StoreFixture.await(asked);
    assertEquals(new Outcome.Never(), StoreFixture.get(outcome));
    assertInstanceOf(WriteReply.Refused.class, StoreFixture.get(waiting));
    assertEquals(List.of("0"), store.rows("select count(*) from word"));
  }

  @Test
  void evaluatesARefusedWriteAnew() {
    WriteRequest<Integer> request = StoreFixture.request("insert into word(id) values(1)");
    store.execute("insert into word(id) values(1)");
    assertInstanceOf(WriteReply.Refused.class, store.write(request));
    store.execute("delete from word");

    WriteReply.Committed<Integer> committed = store.write(request).orThrow();

    assertFalse(committed.repeated());
  }

  @Test
  void answersOnAThreadWhoseDelayHoldsNobodyUp() {
    WriteRequest<Integer> request = StoreFixture.request("insert into word(id) values(1)");
    store.write(request).orThrow();
    CountDownLatch held = new CountDownLatch(1);
    var unused = store.holdWriter(held);
    CountDownLatch until = new CountDownLatch(1);
    List<String> threads = new ArrayList<>();
    CompletableFuture<Void> slow =
        store
            .store()
            .write(request) // a repetition: known before anything runs
            .thenAccept(
                repeated -> {
                  threads.add(Thread.currentThread().getName());
                  StoreFixture.await(until);
                })
            .toCompletableFuture();
    held.countDown();

    store.execute("insert into word(id) values(2)");

    until.countDown();
    StoreFixture.get(slow);
    assertFalse(threads.get(0).contains("mutations"), threads.get(0));
    assertFalse(threads.get(0).contains("writer"), threads.get(0));
  }

  @Test
  void servesTwoThousandWritersAtOnce() {
    int writers = 2000;
    List<CompletableFuture<WriteReply<Integer>>> replies = new ArrayList<>();
    for (int i = 0; i < writers; i++) {
      replies.add(store.writeLater("insert into word(id, text) values(?, 'x')", i));
    }

    Set<SequenceNumber> numbers = new TreeSet<>();
    replies.forEach(reply -> numbers.add(StoreFixture.get(reply).orThrow().sequenceNumber()));

    assertEquals(writers, numbers.size());
    store.crash();
    assertEquals(List.of("2000,1999000"), store.rows("select count(*), sum(id) from word"));
  }

  @Test
  void keepsAnswersOfAllKindsOverACrash() {
    List<Object> values =
        List.of(
            true,
            -7,
            1L << 40,
            0.5d,
            "text \u00e9\ud83d\ude00",
            UUID.fromString("0189a1b2-0000-7000-8000-000000000001"),
            new BigDecimal("-12345678901234567890.123"),
            Instant.parse("2024-02-29T12:34:56.123456789Z"));
    List<WriteRequest<Object>> requests = new ArrayList<>();
    for (Object value : values) {
      requests.add(WriteRequest.of("value", connection -> value, Instant.now()));
    }
    WriteRequest<byte[]> bytes =
        WriteRequest.of("bytes", connection -> new byte[] {0, -1, 7}, Instant.now());
    requests.forEach(request -> store.write(request).orThrow());
    store.write(bytes).orThrow();

    store.crash();

    for (int i = 0; i < values.size(); i++) {
      assertEquals(values.get(i), store.write(requests.get(i)).orThrow().value());
    }
    assertArrayEquals(new byte[] {0, -1, 7}, store.write(bytes).orThrow().value());
  }
}
