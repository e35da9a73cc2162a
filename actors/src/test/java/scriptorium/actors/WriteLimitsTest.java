package scriptorium.actors;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class WriteLimitsTest {

  private static final String WORD = "create table word(id int primary key, text varchar)";

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
    store.schema(WORD);
  }

  @Test
  void answersTooLargeForAChangeSetAboveItsLimit() {
    open("scriptorium.store.write.max-change-set-bytes = 2000");
    store.execute("insert into word values(1, repeat('x', 1500))");

    WriteReply<Integer> reply = store.write("insert into word values(2, repeat('x', 2000))");

    WriteReply.TooLarge<?> tooLarge = assertInstanceOf(WriteReply.TooLarge.class, reply);
    assertEquals(2000, tooLarge.limitBytes());
    assertTrue(tooLarge.bytes() > 2000, tooLarge.toString());
    assertEquals(List.of("1"), store.rows("select id from word"));
    store.execute("insert into word values(2, 'two')");
  }

  @Test
  void answersFullAndLetsDeletesGoOn() {
    open("scriptorium.store.max-database-bytes = 65536");
    int rows = 0;
    WriteReply<Integer> reply;
    do {
      reply = store.write("insert into word values(?, repeat('x', 1000))", rows++);
    } while (reply instanceof WriteReply.Committed && rows < 1000);

    WriteReply.Full<?> full = assertInstanceOf(WriteReply.Full.class, reply);
    assertEquals(65536, full.limitBytes());
    assertTrue(full.databaseBytes() > 60000 && full.databaseBytes() <= 65536, full.toString());
    store.execute("update word set text = 'short' where id = 1");
    store.execute("delete from word where id < 10");
    store.execute("insert into word values(1, repeat('x', 1000))");
  }

  @Test
  void countsWhatABatchAddsBeforeItIsCommitted() {
    open("scriptorium.store.max-database-bytes = 65536");
    store.execute("insert into word values(0, 'zero')");

    List<WriteReply<Integer>> replies =
        Batches.oneBatch(
            store, 200, i -> "insert into word values(" + (i + 1) + ", repeat('x', 1000))");

    assertTrue(replies.get(0) instanceof WriteReply.Committed);
    assertInstanceOf(WriteReply.Full.class, replies.get(199));
    assertTrue(store.rows("select * from word").size() < 80);
  }

  @Test
  void answersTooOldWhenTheOutcomeMayBeForgotten() {
    open("scriptorium.store.write.max-outcomes = 2");
    WriteRequest<Integer> first =
        WriteRequest.of(
            "first",
            connection -> StoreFixture.update(connection, "insert into word values(1, 'x')"),
            Instant.now().minusSeconds(60));
    store.write(first).orThrow();
    assertTrue(store.write(first).orThrow().repeated());
    for (int id = 2; id <= 4; id++) {
      store.execute("insert into word values(?, 'x')", id);
    }

    WriteReply.TooOld<?> tooOld = assertInstanceOf(WriteReply.TooOld.class, store.write(first));
    store.crash();
    WriteReply.TooOld<?> afterCrash = assertInstanceOf(WriteReply.TooOld.class, store.write(first));

    assertEquals(TxId.timeOf(first.txId()), tooOld.txIdTime());
    assertTrue(!tooOld.horizon().isBefore(tooOld.txIdTime()), tooOld.toString());
    assertEquals(tooOld.txIdTime(), afterCrash.txIdTime());
    assertInstanceOf(
        Outcome.Forgotten.class, StoreFixture.get(store.store().outcome(first.txId())));
    assertEquals(List.of("4"), store.rows("select count(*) from word"));
  }

  @Test
  void refusesATxIdFromTheFutureButNotOneWithinTheSkew() {
    open("scriptorium.store.write.max-clock-skew = 1h");
    WriteRequest<Integer> request = StoreFixture.request("insert into word values(1, 'x')");
    Instant now = Instant.now();

    WriteReply<Integer> near =
        store.write(request.withTxId(TxId.next(now.plus(Duration.ofMinutes(50)))));
    WriteReply<Integer> far =
        store.write(request.withTxId(TxId.next(now.plus(Duration.ofMinutes(70)))));

    near.orThrow();
    WriteReply.TooOld<?> refused = assertInstanceOf(WriteReply.TooOld.class, far);
    assertTrue(refused.horizon().isBefore(refused.txIdTime()), refused.toString());
  }

  @Test
  void givesLargeValuesToTheFirstCallerAlone() {
    open("scriptorium.store.write.max-value-bytes = 10");
    WriteRequest<String> request =
        WriteRequest.of("long", connection -> "more than ten bytes", Instant.now());

    WriteReply.Committed<String> first = store.write(request).orThrow();
    WriteReply.Committed<String> second = store.write(request).orThrow();

    assertEquals("more than ten bytes", first.value());
    assertEquals(first.sequenceNumber(), second.sequenceNumber());
    assertEquals(null, second.value());
    assertEquals(Optional.empty(), first.withheld());
    assertTrue(second.withheld().orElseThrow().contains("max-value-bytes"), second.toString());
  }
}
