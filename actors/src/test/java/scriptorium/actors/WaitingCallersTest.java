package scriptorium.actors;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import akka.actor.typed.javadsl.Adapter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import scriptorium.actors.FaultyJournal.Mishap;

/** Whatever the journal does, nobody waits in vain, and the store serves again. */
@Timeout(120)
final class WaitingCallersTest {

  @TempDir Path folder;
  private StoreFixture store;
  private FaultyJournal.Faults faults;

  @BeforeEach
  void open() {
    store = StoreFixture.in(folder, FaultyJournal.SETTINGS).ready();
    faults = FaultyJournal.Faults.of(Adapter.toClassic(store.system()));
    store.schema("create table word(id int primary key)");
  }

  @AfterEach
  void close() {
    store.close();
  }

  private static WriteRequest<Integer> insert(int id) {
    return StoreFixture.request("insert into word values(" + id + ")");
  }

  private CompletableFuture<Outcome> outcome(WriteRequest<?> request) {
    return store.store().outcome(request.txId()).toCompletableFuture();
  }

  private CompletableFuture<MigrationReply> migrate() {
    return store
        .store()
        .migrate(List.of(SchemaScript.adHoc("more", "create table if not exists more(id int)")))
        .toCompletableFuture();
  }

  private void assertServes(String... ids) {
    store.execute("insert into word values(100)");
    store.execute("delete from word where id = 100");
    assertEquals(List.of(ids), store.rows("select id from word order by id"));
    store.crash();
    assertEquals(List.of(ids), store.rows("select id from word order by id"));
  }

  /** A write in the journal, one in the queue, a question and a schema change behind them. */
  @ParameterizedTest
  @EnumSource
  void answersEverybodyBehindAWriteThat(Mishap mishap) {
    CountDownLatch until = new CountDownLatch(1);
    CountDownLatch started = new CountDownLatch(1);
    WriteRequest<Integer> first =
        WriteRequest.of(
            "first",
            connection -> {
              started.countDown();
              until.await();
              return StoreFixture.update(connection, "insert into word values(1)");
            },
            java.time.Instant.now());
    CompletableFuture<WriteReply<Integer>> journaled =
        store.store().write(first).toCompletableFuture();
    StoreFixture.await(started);
    CompletableFuture<WriteReply<Integer>> queued =
        store.store().write(insert(2)).toCompletableFuture();
    CompletableFuture<Outcome> asked = outcome(first);
    CompletableFuture<MigrationReply> migrated = migrate();
    StoreFixture.get(store.store().cancel(insert(9).txId())); // all of them have been heard
    CountDownLatch met = faults.next(mishap);

    until.countDown();

    StoreFixture.await(met);
    WriteReply<Integer> reply = StoreFixture.get(journaled);
    Class<?> expected =
        mishap == Mishap.IS_REJECTED ? WriteReply.Refused.class : WriteReply.Unknown.class;
    assertInstanceOf(expected, reply);
    assertInstanceOf(Outcome.NotNow.class, StoreFixture.get(asked));
    assertInstanceOf(MigrationReply.Unknown.class, StoreFixture.get(migrated));
    faults.end(mishap);
    StoreFixture.get(queued).orThrow();
    assertServes(mishap.isDurable() ? new String[] {"1", "2"} : new String[] {"2"});
    assertEquals(mishap.isDurable(), store.write(first).orThrow().repeated());
  }

  @ParameterizedTest
  @EnumSource
  void answersWhoeverAsksForAnOutcomeWhoseTombstone(Mishap mishap) {
    WriteRequest<Integer> request = insert(1);
    CountDownLatch met = faults.next(mishap);

    CompletableFuture<Outcome> first = outcome(request);
    StoreFixture.await(met);
    CompletableFuture<WriteReply<Integer>> queued =
        store.store().write(insert(2)).toCompletableFuture();

    assertInstanceOf(Outcome.NotNow.class, StoreFixture.get(first));
    faults.end(mishap);
    StoreFixture.get(queued).orThrow();
    assertEquals(new Outcome.Never(), StoreFixture.get(outcome(request)));
    assertInstanceOf(WriteReply.Refused.class, store.write(request));
    assertServes("2");
    assertEquals(new Outcome.Never(), StoreFixture.get(outcome(request)));
  }

  @ParameterizedTest
  @EnumSource
  void answersWhoeverMigratesWithAScriptThat(Mishap mishap) {
    CountDownLatch met = faults.next(mishap);

    CompletableFuture<MigrationReply> first = migrate();
    StoreFixture.await(met);
    CompletableFuture<WriteReply<Integer>> queued =
        store.store().write(insert(2)).toCompletableFuture();

    Class<?> expected =
        mishap == Mishap.IS_REJECTED ? MigrationReply.Refused.class : MigrationReply.Unknown.class;
    assertInstanceOf(expected, StoreFixture.get(first));
    faults.end(mishap);
    StoreFixture.get(queued).orThrow();
    StoreFixture.get(migrate()).orThrow();
    assertEquals(List.of("0"), store.rows("select count(*) from more"));
    assertServes("2");
  }

  /** Nothing is decided for a caller who has been told that nothing could be told. */
  @ParameterizedTest
  @EnumSource(names = "HANGS")
  void forgetsAQuestionWhoseCallerHasGone(Mishap mishap) {
    CountDownLatch met = faults.next(mishap);
    CompletableFuture<WriteReply<Integer>> journaled =
        store.store().write(insert(1)).toCompletableFuture();
    StoreFixture.await(met);
    WriteRequest<Integer> later = insert(2);
    assertInstanceOf(Outcome.NotNow.class, StoreFixture.get(outcome(later)));
    assertInstanceOf(WriteReply.Unknown.class, StoreFixture.get(journaled));

    faults.end(mishap);

    assertFalse(store.write(later).orThrow().repeated());
    assertServes("1", "2");
  }

  @ParameterizedTest
  @EnumSource(names = {"HANGS", "HANGS_AND_TIMES_OUT"})
  void letsAWriteBehindAJournalThatHangsExpire(Mishap mishap) {
    CountDownLatch met = faults.next(mishap);
    CompletableFuture<WriteReply<Integer>> journaled =
        store.store().write(insert(1)).toCompletableFuture();
    StoreFixture.await(met);

    WriteReply<Integer> queued =
        store.write(insert(2).withQueueTimeout(java.time.Duration.ofMillis(100)));

    assertInstanceOf(WriteReply.Expired.class, queued);
    assertInstanceOf(WriteReply.Unknown.class, StoreFixture.get(journaled));
    faults.end(mishap);
    assertServes("1");
  }

  @ParameterizedTest
  @EnumSource
  void keepsItsDatabaseThrough(Mishap mishap) {
    CountDownLatch met = faults.next(mishap);
    CompletableFuture<WriteReply<Integer>> journaled =
        store.store().write(insert(1)).toCompletableFuture();
    StoreFixture.await(met);
    StoreFixture.get(journaled);
    faults.end(mishap);

    store.execute("insert into word values(2)");

    RecoveryReport report = store.store().status().recovery().orElseThrow();
    boolean restarted = mishap != Mishap.HANGS;
    assertEquals(restarted && mishap.isDurable() ? 1 : 0, report.replayedEvents());
    assertTrue(report.restoredRows() == 0, report.toString());
  }
}
