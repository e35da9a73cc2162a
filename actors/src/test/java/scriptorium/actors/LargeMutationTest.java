package scriptorium.actors;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Mutations whose change sets are journaled in parts. */
final class LargeMutationTest {

  private static final String PARTS = "scriptorium.store.write.part-bytes = 1024\n";

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
    store.open(PARTS + overrides).ready();
    store.schema("create table item(id int primary key, text varchar)");
  }

  private static String many(int from, int to) {
    return "insert into item select x, 'item ' || x from system_range(" + from + ", " + to + ")";
  }

  @Test
  void isCommittedUnderTheNumberOfItsLastPart() {
    open("");
    long before = store.execute("insert into item values(0, 'zero')").value();
    WriteRequest<Integer> request = StoreFixture.request(many(1, 1000));

    long number = store.write(request).orThrow().sequenceNumber().value();
    long next = store.execute("insert into item values(-1, 'next')").value();

    assertTrue(number > before + 10, "before=" + before + " number=" + number);
    assertEquals(number + 1, next);
    expectOutcome(request, number);
    store.crash();
    expectOutcome(request, number);
    assertEquals(number, store.write(request).orThrow().sequenceNumber().value());
    assertEquals(List.of("1002"), store.rows("select count(*) from item"));
  }

  private void expectOutcome(WriteRequest<?> request, long number) {
    Outcome.Committed outcome =
        assertInstanceOf(
            Outcome.Committed.class, StoreFixture.get(store.store().outcome(request.txId())));
    assertEquals(number, outcome.sequenceNumber().value());
  }

  @Test
  void isReplayedWholeBehindASnapshotAndBetweenOthers() {
    open("");
    store.write(many(1, 500)).orThrow();
    StoreFixture.get(store.store().snapshot());
    store.write(many(501, 1000)).orThrow();
    store.execute("update item set text = text || '!' where mod(id, 2) = 0");
    store.execute("delete from item where mod(id, 3) = 0");
    List<String> rows = store.rows("select * from item order by id");

    store.crash();

    assertEquals(rows, store.rows("select * from item order by id"));
    store.execute("delete from item");
    store.restart();
    assertEquals(List.of("0"), store.rows("select count(*) from item"));
  }

  @Test
  void sharesItsBatchWithNeighbours() {
    open("");

    List<WriteReply<Integer>> replies =
        Batches.oneBatch(
            store,
            3,
            i -> i == 1 ? many(1, 500) : "insert into item values(" + -i + ", 'neighbour')");

    long first = replies.get(0).orThrow().sequenceNumber().value();
    long large = replies.get(1).orThrow().sequenceNumber().value();
    long last = replies.get(2).orThrow().sequenceNumber().value();
    assertTrue(large > first + 5, "first=" + first + " large=" + large);
    assertEquals(large + 1, last);
    store.crash();
    assertEquals(List.of("502"), store.rows("select count(*) from item"));
  }

  @Test
  void isSeenByReadersUnderTheNumberOfItsLastPart() {
    open("");

    long number = store.write(many(1, 1000)).orThrow().sequenceNumber().value();

    ReadReply.Answered<List<String>> read =
        StoreFixture.get(
                store
                    .store()
                    .read(connection -> StoreFixture.rows(connection, "select count(*) from item")))
            .orThrow();
    assertEquals(List.of("1000"), read.value());
    assertEquals(number, read.sequenceNumber().value());
  }

  @Test
  void aboveTheLimitIsRefusedWithItsTrueSizeBeforeAnythingIsJournaled() {
    open("scriptorium.store.write.max-change-set-bytes = 16 KiB");
    long before = store.execute("insert into item values(0, 'zero')").value();

    WriteReply.TooLarge<?> refused =
        assertInstanceOf(WriteReply.TooLarge.class, store.write(many(1, 10_000)));

    assertEquals(16 << 10, refused.limitBytes());
    assertTrue(refused.bytes() > 150_000 && refused.bytes() < 300_000, refused.toString());
    assertEquals(before + 1, store.execute("insert into item values(1, 'one')").value());
    store.crash();
    assertEquals(List.of("2"), store.rows("select count(*) from item"));
  }

  @Test
  void thatGrowsAFullDatabaseIsRefusedWithBothNumbersAndDeletesGoOn() {
    open("scriptorium.store.max-database-bytes = 4 MiB");
    store.write(many(1, 5000)).orThrow();

    WriteReply.Full<?> full =
        assertInstanceOf(WriteReply.Full.class, store.write(many(5001, 20_000)));

    assertEquals(4 << 20, full.limitBytes());
    assertTrue(full.databaseBytes() > 300_000 && full.databaseBytes() <= 4 << 20, full.toString());
    store.execute("delete from item where id > 10");
    store.write(many(11, 5000)).orThrow();
    store.crash();
    assertEquals(List.of("5000"), store.rows("select count(*) from item"));
  }

  @Test
  void withBeforeImagesIsReplayedLikeAnyOther() {
    open("scriptorium.store.write.before-images = on");
    store.write(many(1, 1000)).orThrow();
    store.execute("update item set text = text || '!'");
    store.execute("delete from item where id > 500");
    List<String> rows = store.rows("select * from item order by id");

    store.crash();

    assertEquals(rows, store.rows("select * from item order by id"));
    assertEquals(500, rows.size());
  }

  @Test
  void findsRowsOfATableWithoutAKeyBehindASnapshot() {
    open("");
    store.schema("create table bare(v int, w varchar)");
    store.execute("insert into bare select mod(x, 7), 'same' from system_range(1, 1000)");
    store.execute("delete from bare where mod(_rowid_, 3) = 0");
    StoreFixture.get(store.store().snapshot());
    store.crash();
    store.execute("delete from bare where mod(_rowid_, 5) = 0");
    store.execute("update bare set w = 'other' where mod(_rowid_, 2) = 0");
    store.execute("insert into bare select 1, 'same' from system_range(1, 100)");
    List<String> rows = store.rows("select _rowid_, v, w from bare order by _rowid_");

    store.crash();

    assertEquals(rows, store.rows("select _rowid_, v, w from bare order by _rowid_"));
  }
}
