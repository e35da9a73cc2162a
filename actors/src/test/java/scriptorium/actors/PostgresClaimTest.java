package scriptorium.actors;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Two writers of one store on PostgreSQL: exactly one goes on, nothing acknowledged is lost. */
@Timeout(60)
final class PostgresClaimTest {

  private static final String WORD = "create table word(text varchar primary key)";
  private static final String WORDS = "select text from word order by text";
  private static final String INSERT = "insert into word values('%s')";

  @TempDir Path folder;
  private TestPostgres postgres;
  private StoreFixture old;
  private StoreFixture successor;

  @BeforeEach
  void prepare() throws SQLException {
    postgres = TestPostgres.create();
    old = StoreFixture.in(folder.resolve("old"), postgres.settings("")).ready();
    old.schema(WORD);
    old.execute(INSERT.formatted("first"));
    successor = StoreFixture.closed(folder.resolve("successor"));
  }

  @AfterEach
  void close() {
    old.close();
    successor.close();
  }

  private StorePhase phase(StoreFixture store) {
    return store.store().status().phase();
  }

  @Test
  void theOlderOneStopsForGoodAtItsNextWrite() {
    successor.open(postgres.settings("")).ready();
    WriteRequest<Integer> late = StoreFixture.request(INSERT.formatted("late"));

    WriteReply<Integer> reply = old.write(late);
    StoreFixture.await("not fenced", () -> phase(old) == StorePhase.FENCED);

    assertInstanceOf(WriteReply.Unknown.class, reply);
    assertInstanceOf(WriteReply.NotTheWriter.class, old.write(INSERT.formatted("later")));
    assertInstanceOf(Outcome.Never.class, StoreFixture.get(successor.store().outcome(late.txId())));
    successor.execute(INSERT.formatted("second"));
    assertEquals(List.of("first", "second"), successor.rows(WORDS));
  }

  @Test
  void theOlderOneStopsForGoodThoughSnapshotsHideTheClaim() {
    successor.open(postgres.settings("scriptorium.store.snapshot.keep = 1")).ready();
    successor.execute(INSERT.formatted("second"));
    assertInstanceOf(SnapshotReply.Saved.class, StoreFixture.get(successor.store().snapshot()));
    StoreFixture.await(
        "events are still there",
        () -> {
          try {
            return postgres
                .column("select count(*) from event_journal where not deleted")
                .equals(List.of("0"));
          } catch (SQLException e) {
            throw new IllegalStateException(e);
          }
        });
    successor.execute(INSERT.formatted("third"));

    old.write(INSERT.formatted("late"));

    StoreFixture.await("not fenced", () -> phase(old) == StorePhase.FENCED);
    assertEquals(List.of("first", "second", "third"), successor.rows(WORDS));
  }

  @Test
  void theOlderOneRefusesALinearizableRead() {
    successor.open(postgres.settings("")).ready();
    successor.execute(INSERT.formatted("second"));

    ReadReply<List<String>> reply =
        StoreFixture.get(
            old.store().read(ReadLevel.linearizable(), c -> StoreFixture.rows(c, WORDS)));

    assertInstanceOf(ReadReply.NotTheWriter.class, reply);
  }

  @Test
  void aClaimComesThroughWhileTheOlderOneWritesWithoutARest() throws Exception {
    AtomicBoolean stop = new AtomicBoolean();
    List<String> acknowledged = new ArrayList<>();
    CompletableFuture<Void> writing =
        CompletableFuture.runAsync(
            () -> {
              for (int i = 0; !stop.get(); i++) {
                String word = "old " + i;
                if (!(old.write(INSERT.formatted(word)) instanceof WriteReply.Committed)) {
                  return;
                }
                acknowledged.add(word);
              }
            });
    try {
      StoreFixture.await("nothing is written", () -> old.rows(WORDS).size() > 50);
      successor.open(postgres.settings("")).ready();
      StoreFixture.get(writing);
    } finally {
      stop.set(true);
    }

    List<String> words = successor.rows(WORDS);
    assertTrue(words.containsAll(acknowledged));
    assertTrue(words.size() <= acknowledged.size() + 1, "of the words only \"first\" is no other");
    StoreFixture.await("not fenced", () -> phase(old) == StorePhase.FENCED);
    successor.execute(INSERT.formatted("second"));
  }

  @Test
  void aRefusalWithoutAnotherWriterIsRecoveredFrom() throws SQLException {
    old.end().open(postgres.settings("scriptorium.store.recovery.min-backoff = 1s")).ready();
    long next = old.store().status().sequenceNumber().value() + 1;
    // A row of nobody's, as a neighbour's failure would have it: refused, then gone.
    postgres.execute(
        """
        insert into event_journal (persistence_id, sequence_number, writer, event_ser_id,
          event_ser_manifest, event_payload) values ('main', %d, '', 0, '', '')
        """
            .formatted(next));
    WriteRequest<Integer> request = StoreFixture.request(INSERT.formatted("second"));

    WriteReply<Integer> reply = old.write(request);
    postgres.execute("delete from event_journal where event_ser_id = 0");
    old.execute(INSERT.formatted("third"));

    assertInstanceOf(WriteReply.Unknown.class, reply);
    assertEquals(List.of("first", "third"), old.rows(WORDS));
    assertInstanceOf(Outcome.Never.class, StoreFixture.get(old.store().outcome(request.txId())));
  }

  @Test
  void aNeighbourThatIsFencedDisturbsNobody() throws Exception {
    StoreSettings neighbour =
        StoreSettings.load(old.system().settings().config()).withName("neighbour");
    Store quiet = Store.start(old.system(), neighbour);
    StoreFixture.get(quiet.ready());
    StoreFixture.get(quiet.migrate(List.of(SchemaScript.adHoc("test", WORD)))).orThrow();
    successor.open(postgres.settings("")).ready();

    List<CompletableFuture<WriteReply<Integer>>> replies = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      String sql = INSERT.formatted("neighbour " + i);
      replies.add(quiet.write("test", c -> StoreFixture.update(c, sql)).toCompletableFuture());
      if (i == 100) {
        var unused = old.writeLater(INSERT.formatted("late"));
      }
    }

    for (CompletableFuture<WriteReply<Integer>> reply : replies) {
      assertInstanceOf(WriteReply.Committed.class, StoreFixture.get(reply));
    }
    StoreFixture.await("not fenced", () -> phase(old) == StorePhase.FENCED);
    assertEquals(StorePhase.READY, quiet.status().phase());
  }
}
