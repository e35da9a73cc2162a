package scriptorium.actors;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import scriptorium.actors.CuttingProxy.Cut;

/** A PostgreSQL server, or the way to it, that fails: nothing is lost, nothing is doubled. */
@Timeout(60)
final class PostgresFaultTest {

  private static final String WORD = "create table word(text varchar primary key)";
  private static final String WORDS = "select text from word order by text";
  private static final String INSERT = "insert into word values('%s')";

  @TempDir Path folder;
  private TestPostgres postgres;
  private CuttingProxy proxy;
  private StoreFixture store;

  @BeforeEach
  void prepare() throws SQLException, IOException {
    postgres = TestPostgres.create();
    proxy = new CuttingProxy(TestPostgres.server().port());
    store = StoreFixture.closed(folder);
  }

  @AfterEach
  void close() throws IOException {
    proxy.close(); // first: what hangs in it would hold up the store's end
    store.close();
  }

  private void open(String overrides) {
    store.open(postgres.settings(proxy.port(), CuttingProxy.SETTINGS + overrides)).ready();
    store.schema(WORD);
    store.execute(INSERT.formatted("before"));
  }

  private static WriteRequest<Integer> insert(String word) {
    return StoreFixture.request(INSERT.formatted(word));
  }

  private Outcome outcome(WriteRequest<?> request) {
    return StoreFixture.get(store.store().outcome(request.txId()));
  }

  /** The same rows now and after a recovery from the journal alone, whose numbers have no gap. */
  private void expectWords(String... words) throws SQLException {
    assertEquals(List.of(words), store.rows(WORDS));
    store.crash();
    assertEquals(List.of(words), store.rows(WORDS));
    assertEquals(
        postgres.column("select max(sequence_number) from event_journal"),
        postgres.column("select count(*) from event_journal"));
  }

  @Test
  void aCommitThatDidNotReachTheServerNeverHappened() throws SQLException {
    open("");
    WriteRequest<Integer> request = insert("lost");
    proxy.next(Cut.BEFORE_COMMIT);

    assertInstanceOf(WriteReply.Unknown.class, store.write(request));
    store.execute(INSERT.formatted("after")); // waits for the new incarnation

    assertInstanceOf(Outcome.Never.class, outcome(request));
    expectWords("after", "before");
  }

  @Test
  void aCommitWhoseAnswerWasLostHappenedOnce() throws SQLException {
    open("");
    WriteRequest<Integer> request = insert("there");
    proxy.next(Cut.BEFORE_ANSWER);

    assertInstanceOf(WriteReply.Unknown.class, store.write(request));
    store.execute(INSERT.formatted("after"));

    assertInstanceOf(Outcome.Committed.class, outcome(request));
    assertTrue(store.write(request).orThrow().repeated());
    expectWords("after", "before", "there");
  }

  @Test
  void aCommitAfterItsConnectionWasLostIsAdoptedBehindTheBarrier() throws SQLException {
    open("scriptorium.postgres.session.idle-in-transaction = 4s\n");
    WriteRequest<Integer> request = insert("late");
    CountDownLatch held = proxy.next(Cut.COMMIT_HELD);

    WriteReply<Integer> first = store.write(request);
    StoreFixture.await(held);
    CompletableFuture<WriteReply<Integer>> after =
        store.writeLater(INSERT.formatted("after")); // behind the new incarnation's barrier
    StoreFixture.await("the next claim does not wait", postgres::hasWaiting);
    proxy.letGo();

    assertInstanceOf(WriteReply.Unknown.class, first);
    StoreFixture.get(after).orThrow();
    assertInstanceOf(Outcome.Committed.class, outcome(request));
    assertTrue(store.write(request).orThrow().repeated());
    expectWords("after", "before", "late");
  }

  @Test
  void aServerThatCrashesIsWaitedFor() throws Exception {
    store.open(postgres.settings("")).ready(); // not by the proxy: the whole server goes
    store.schema(WORD);
    store.execute(INSERT.formatted("before"));
    TestPostgres.server().end();

    WriteRequest<Integer> request = insert("unknown");
    CompletableFuture<WriteReply<Integer>> during =
        store.store().write(request).toCompletableFuture();
    StoreFixture.await(
        "no back-off", () -> store.store().status().phase() == StorePhase.BACKING_OFF);
    TestPostgres.server().startAgain();
    WriteReply<Integer> first = StoreFixture.get(during);
    store.execute(INSERT.formatted("after"));

    assertInstanceOf(WriteReply.Unknown.class, first);
    assertInstanceOf(Outcome.Never.class, outcome(request));
    expectWords("after", "before");
  }

  @Test
  void aStatementThatTakesTooLongIsUnknownAndResolved() throws Exception {
    open(
        """
        scriptorium.postgres.session.statement = 500ms
        scriptorium.postgres.session.lock = 400ms
        """);
    WriteRequest<Integer> request = insert("blocked");

    WriteReply<Integer> first;
    try (Connection other = postgres.connect();
        Statement lock = other.createStatement()) {
      other.setAutoCommit(false);
      lock.execute("lock table event_journal in share mode"); // reads go on, inserts wait
      first = store.write(request);
      other.rollback();
    }
    store.execute(INSERT.formatted("after"));

    assertInstanceOf(WriteReply.Unknown.class, first);
    assertInstanceOf(Outcome.Never.class, outcome(request));
    expectWords("after", "before");
  }

  @Test
  void aFullPoolRefusesAndRecovers() throws Exception {
    open(
        """
        scriptorium.postgres.journal-connections = 1
        scriptorium.postgres.pool.connectionTimeout = 1000
        scriptorium.postgres.session { statement = 3s, lock = 2s }
        """);
    WriteRequest<Integer> request = insert("waits");

    WriteReply<Integer> first;
    try (Connection other = postgres.connect();
        Statement lock = other.createStatement()) {
      other.setAutoCommit(false);
      lock.execute("lock table event_journal in exclusive mode");
      CompletableFuture<WriteReply<Integer>> writing =
          store.store().write(request).toCompletableFuture();
      StoreFixture.await("the only connection is not busy", postgres::hasWaiting);
      Store second = Store.start(store.system(), neighbourSettings());
      first = StoreFixture.get(writing);
      other.rollback();
      StoreFixture.get(second.ready());
    }
    store.execute(INSERT.formatted("after"));

    assertInstanceOf(WriteReply.Unknown.class, first);
    assertInstanceOf(Outcome.Never.class, outcome(request));
    assertEquals(List.of("after", "before"), store.rows(WORDS));
  }

  private StoreSettings neighbourSettings() {
    return StoreSettings.load(store.system().settings().config()).withName("neighbour");
  }

  @Test
  void aWriterFrozenInItsTransactionIsSucceededWithinTheIdleTimeOut() throws Exception {
    open("");
    CountDownLatch frozen = proxy.next(Cut.FROZEN);
    var unused = store.writeLater(INSERT.formatted("frozen"));
    StoreFixture.await(frozen);

    long start = System.nanoTime();
    try (StoreFixture successor =
        StoreFixture.in(folder.resolve("successor"), postgres.settings("")).ready()) {
      Duration took = Duration.ofNanos(System.nanoTime() - start);

      assertTrue(took.toMillis() < 5000, "took " + took);
      assertEquals(List.of("before"), successor.rows(WORDS));
      successor.execute(INSERT.formatted("successor"));
    }
  }

  @Test
  void aWriterFrozenInsideItsInsertIsSucceededWithinTheTransactionTimeOut() throws Exception {
    String limits =
        "scriptorium.postgres.session { transaction = 3s, lock = 3500ms, statement = 4s }\n";
    open("scriptorium.store.write.part-bytes = 16384\n" + limits);
    CountDownLatch frozen = proxy.freezeInsideInsert(6 << 20);
    var unused =
        store.writeLater(
            "insert into word select x || repeat('x', 1000) from system_range(1, 9000)");
    StoreFixture.await(frozen);

    long start = System.nanoTime();
    try (StoreFixture successor =
        StoreFixture.in(folder.resolve("successor"), postgres.settings(limits)).ready()) {
      Duration took = Duration.ofNanos(System.nanoTime() - start);

      assertTrue(took.toMillis() < 8000, "took " + took);
      assertEquals(List.of("before"), successor.rows(WORDS));
    }
  }
}
