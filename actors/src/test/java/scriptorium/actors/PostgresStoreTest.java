package scriptorium.actors;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What a store does on its own journal, done on PostgreSQL. */
@Timeout(60)
final class PostgresStoreTest {

  private static final String WORD =
      "create table word(id int generated always as identity primary key, text varchar)";
  private static final String COUNT = "select count(*) from word";

  @TempDir Path folder;
  private StoreFixture store;
  private TestPostgres postgres;

  @BeforeEach
  void prepare() throws SQLException {
    postgres = TestPostgres.create();
    store = StoreFixture.closed(folder);
  }

  @AfterEach
  void close() {
    store.close();
  }

  private void open(String overrides) {
    store.open(postgres.settings(overrides)).ready();
    store.schema(WORD);
  }

  private static String many(int from, int to) {
    return "insert into word(text) select 'word ' || x from system_range(" + from + "," + to + ")";
  }

  @Test
  void keepsWhatItAcknowledged() throws SQLException {
    open("");
    store.execute("insert into word(text) values('first')");
    SequenceNumber second = store.execute("insert into word(text) values('second')");
    store.execute("update word set text = 'third' where id = 1");

    store.crash();

    assertEquals(List.of("1,third", "2,second"), store.rows("select * from word order by id"));
    assertTrue(store.execute("insert into word(text) values('x')").value() > second.value() + 1);
    assertEquals(List.of("1,3"), store.rows("select min(id), max(id) from word"));
    assertEquals(
        postgres.column("select max(sequence_number) from event_journal"),
        postgres.column("select count(*) from event_journal"));
  }

  @Test
  void recoversFromSnapshotsInManyChunks() throws SQLException {
    open("scriptorium.store.snapshot { chunk-bytes = 4096, keep = 1 }");
    store.write(many(1, 3000)).orThrow();
    SnapshotReply.Saved first = saved();
    store.execute("insert into word(text) values('behind the first')");
    SnapshotReply.Saved second = saved();
    store.execute("insert into word(text) values('behind the second')");
    StoreFixture.await(
        "events behind the snapshot are still there",
        () -> {
          try {
            return postgres
                .column("select count(*) from event_journal where not deleted")
                .equals(List.of("1"));
          } catch (SQLException e) {
            throw new IllegalStateException(e);
          }
        });

    store.crash();

    RecoveryReport report = store.store().status().recovery().orElseThrow();
    assertEquals(second.sequenceNumber(), report.snapshotNumber());
    assertEquals(1, report.replayedEvents());
    assertEquals(List.of("3002"), store.rows(COUNT));
    assertTrue(second.sequenceNumber().value() > first.sequenceNumber().value());
    assertEquals(
        List.of("1"),
        postgres.column("select count(*) from snapshot where persistence_id = 'main'"));
    assertTrue(
        Integer.parseInt(postgres.column("select count(*) from snapshot").get(0)) > 5,
        "several chunks");
  }

  private SnapshotReply.Saved saved() {
    return assertInstanceOf(SnapshotReply.Saved.class, StoreFixture.get(store.store().snapshot()));
  }

  @Test
  void takesALargeChangeSetWholeOrNotAtAll() {
    open("scriptorium.store.write.part-bytes = 1024");
    WriteRequest<Integer> request = StoreFixture.request(many(1, 2000));
    long before = store.store().status().sequenceNumber().value();

    long number = store.write(request).orThrow().sequenceNumber().value();
    store.crash();

    assertTrue(number > before + 10, "in parts: before=" + before + " number=" + number);
    assertEquals(List.of("2000"), store.rows(COUNT));
    Outcome.Committed outcome =
        assertInstanceOf(
            Outcome.Committed.class, StoreFixture.get(store.store().outcome(request.txId())));
    assertEquals(number, outcome.sequenceNumber().value());
    assertTrue(store.write(request).orThrow().repeated());
  }

  @Test
  void replaysSchemaChangesInTheirPlace() {
    open("");
    store.execute("insert into word(text) values('old')");
    store.schema("alter table word add column length int default 7");
    store.execute("insert into word(text, length) values('new', 3)");

    store.crash();

    assertEquals(List.of("1,old,7", "2,new,3"), store.rows("select * from word order by id"));
  }

  @Test
  void showsPastStates() {
    open("scriptorium.store.snapshot.keep = 3");
    SequenceNumber first = store.execute("insert into word(text) values('a')");
    saved();
    SequenceNumber second = store.execute("insert into word(text) values('b')");
    store.execute("insert into word(text) values('c')");

    assertEquals(List.of("1"), countAt(first));
    assertEquals(List.of("2"), countAt(second));
  }

  private List<String> countAt(SequenceNumber number) {
    AsOfReply reply = StoreFixture.get(store.store().asOf(number));
    try (AsOf then = assertInstanceOf(AsOfReply.Opened.class, reply, reply.toString()).state()) {
      return StoreFixture.get(then.read(c -> StoreFixture.rows(c, COUNT))).orThrow().value();
    }
  }

  @Test
  void tellsThatAnOutcomeIsNever() {
    open("");
    WriteRequest<Integer> request = StoreFixture.request("insert into word(text) values('x')");

    Outcome outcome = StoreFixture.get(store.store().outcome(request.txId()));
    store.crash();

    assertInstanceOf(Outcome.Never.class, outcome);
    assertInstanceOf(WriteReply.Refused.class, store.write(request));
  }

  @Test
  void readsLinearizably() {
    open("");
    store.execute("insert into word(text) values('x')");

    ReadReply<List<String>> reply =
        StoreFixture.get(
            store.store().read(ReadLevel.linearizable(), c -> StoreFixture.rows(c, COUNT)));

    assertEquals(List.of("1"), reply.orThrow().value());
  }

  @Test
  void keepsStoresOfOneDatabaseApart() {
    open("");
    store.execute("insert into word(text) values('main')");
    StoreFixture other = StoreFixture.closed(folder.resolve("other"));
    try {
      other.open(postgres.settings("scriptorium.store.name = other")).ready();
      other.schema(WORD);
      other.execute("insert into word(text) values('other')");
      saved();
      other.crash();
      store.crash();

      assertEquals(List.of("other"), other.rows("select text from word"));
      assertEquals(List.of("main"), store.rows("select text from word"));
    } finally {
      other.close();
    }
  }
}
