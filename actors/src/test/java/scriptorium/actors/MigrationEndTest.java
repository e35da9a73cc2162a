package scriptorium.actors;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import akka.actor.typed.javadsl.Adapter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import scriptorium.actors.FaultyJournal.Faults;
import scriptorium.actors.GateTrigger.Gate;

/**
 * What ends in the middle of a schema change: the change has not happened, and the store goes on.
 */
final class MigrationEndTest {

  private static final String SCRIPT =
      """
      alter table word add column more int default 7;
      update word set text = 'changed' where id = 0;
      """;

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

  private void open(String settings) {
    store.open(settings).ready();
    store.schema(
        "create table word(id int primary key, text varchar);"
            + GateTrigger.on("word")
            + "insert into word values(0, 'zero')");
  }

  private CompletableFuture<MigrationReply> migrate(String sql) {
    return store
        .store()
        .migrate(List.of(SchemaScript.adHoc("script.sql", sql)))
        .toCompletableFuture();
  }

  /** Brings a schema change to one run of its script, with a write before the pause. */
  private CompletableFuture<MigrationReply> migrateTo(int run, Gate trial, Gate pause) {
    CompletableFuture<MigrationReply> reply = migrate(SCRIPT);
    trial.await();
    store.execute("insert into word values(1, 'one')");
    if (run == GateTrigger.PAUSE) {
      trial.open();
      pause.await();
    }
    return reply;
  }

  private void expectUnchanged() {
    assertEquals(List.of("0,zero", "1,one"), store.rows("select * from word order by id"));
  }

  @ParameterizedTest
  @ValueSource(ints = {GateTrigger.TRIAL, GateTrigger.PAUSE})
  void aStopLeavesNothingOfIt(int run) {
    open("");
    CompletableFuture<MigrationReply> reply;
    try (Gate trial = GateTrigger.at(GateTrigger.TRIAL);
        Gate pause = GateTrigger.at(GateTrigger.PAUSE)) {
      reply = migrateTo(run, trial, pause);

      StoreFixture.get(store.store().stop());

      MigrationReply.Refused refused =
          assertInstanceOf(MigrationReply.Refused.class, StoreFixture.get(reply));
      assertTrue(refused.message().contains("the store was stopped"), refused.message());
    }
    store.end().open("").ready();
    expectUnchanged();
  }

  @Test
  void aStopTakesItsLastSnapshotInTheMiddleOfIt() {
    open("scriptorium.store.snapshot.on-stop = on");
    try (Gate trial = GateTrigger.at(GateTrigger.TRIAL);
        Gate pause = GateTrigger.at(GateTrigger.PAUSE)) {
      var unused = migrateTo(GateTrigger.TRIAL, trial, pause);

      StoreFixture.get(store.store().stop());
    }
    store.end().open("").ready();
    assertEquals(0, store.store().status().recovery().orElseThrow().replayedEvents());
    expectUnchanged();
  }

  @Test
  void aScriptThatFailsLaterThanInItsTrialLeavesNothingOfIt() {
    open("");
    String unique =
        "create unique index once on word(text); update word set text = 'x' where id = 0";
    CompletableFuture<MigrationReply> reply;
    try (Gate trial = GateTrigger.at(GateTrigger.TRIAL)) {
      reply = migrate(unique);
      trial.await();
      store.execute("insert into word values(1, 'zero')");
    }

    MigrationReply.Refused refused =
        assertInstanceOf(MigrationReply.Refused.class, StoreFixture.get(reply));

    assertEquals("23505", refused.sqlState());
    store.execute("insert into word values(2, 'zero')");
    assertEquals(List.of("3"), store.rows("select count(*) from word where text = 'zero'"));
  }

  @Test
  void aJournalThatFailsOverAWriteEndsItToo() {
    open(FaultyJournal.SETTINGS);
    Faults faults = Faults.of(Adapter.toClassic(store.system()));
    CompletableFuture<MigrationReply> reply;
    try (Gate trial = GateTrigger.at(GateTrigger.TRIAL);
        Gate pause = GateTrigger.at(GateTrigger.PAUSE)) {
      reply = migrateTo(GateTrigger.TRIAL, trial, pause);
      CountDownLatch met = faults.failBefore();

      store.write("insert into word values(2, 'lost')");

      StoreFixture.await(met);
      assertInstanceOf(MigrationReply.Refused.class, StoreFixture.get(reply));
    }
    expectUnchanged();
    store.execute("delete from word where id = 1"); // waits for the next incarnation
    StoreFixture.get(migrate(SCRIPT)).orThrow();
    assertEquals(List.of("7"), store.rows("select sum(more) from word"));
  }

  @Test
  void aJournalThatFailsOverItLeavesNothingOfIt() {
    open(FaultyJournal.SETTINGS);
    Faults faults = Faults.of(Adapter.toClassic(store.system()));
    CompletableFuture<MigrationReply> reply;
    try (Gate trial = GateTrigger.at(GateTrigger.TRIAL);
        Gate pause = GateTrigger.at(GateTrigger.PAUSE)) {
      reply = migrateTo(GateTrigger.PAUSE, trial, pause);
      faults.failBefore();
    }

    assertInstanceOf(MigrationReply.Unknown.class, StoreFixture.get(reply));

    store.execute("insert into word values(2, 'two')");
    assertEquals(List.of("0,zero", "1,one", "2,two"), store.rows("select * from word order by id"));
  }

  @Test
  void aReadGoesOnOverAChangeThatWasDurableAfterAll() {
    open(FaultyJournal.SETTINGS);
    Faults faults = Faults.of(Adapter.toClassic(store.system()));
    CountDownLatch started = new CountDownLatch(1);
    CountDownLatch until = new CountDownLatch(1);
    CompletableFuture<ReadReply<List<String>>> read =
        store
            .store()
            .read(
                connection -> {
                  StoreFixture.rows(connection, "select * from word");
                  started.countDown();
                  until.await();
                  return StoreFixture.rows(connection, "select * from word");
                })
            .toCompletableFuture();
    StoreFixture.await(started);
    faults.failAfter();

    MigrationReply reply = StoreFixture.get(migrate(SCRIPT));
    store.execute("insert into word values(1, 'one', 1)");

    until.countDown();
    assertInstanceOf(MigrationReply.Unknown.class, reply);
    assertEquals(List.of("0,zero"), StoreFixture.get(read).orThrow().value());
    assertEquals(List.of("0,changed,7", "1,one,1"), store.rows("select * from word order by id"));
  }

  @Test
  void aWriterWithASuccessorChangesNothing() {
    open("scriptorium.journal.lock = shared");
    CompletableFuture<MigrationReply> reply;
    try (Gate trial = GateTrigger.at(GateTrigger.TRIAL);
        Gate pause = GateTrigger.at(GateTrigger.PAUSE)) {
      reply = migrateTo(GateTrigger.PAUSE, trial, pause);
      try (StoreFixture successor =
          StoreFixture.in(folder, "scriptorium.journal.lock = shared").ready()) {
        pause.open();

        assertInstanceOf(MigrationReply.Unknown.class, StoreFixture.get(reply));

        successor.execute("insert into word values(2, 'two')");
        assertEquals(
            List.of("0,zero", "1,one", "2,two"), successor.rows("select * from word order by id"));
      }
    }
  }

  @Test
  void aMutationThatNeverComesBackDoesNotHoldItUp() {
    open("scriptorium.store.write { run-timeout = 100ms, cancel-grace = 50ms }");
    CountDownLatch spinUntil = new CountDownLatch(1);
    CompletableFuture<MigrationReply> reply;
    try (Gate trial = GateTrigger.at(GateTrigger.TRIAL);
        Gate pause = GateTrigger.at(GateTrigger.PAUSE)) {
      reply = migrateTo(GateTrigger.TRIAL, trial, pause);
      WriteReply<Integer> spun =
          store.write(
              connection -> {
                while (spinUntil.getCount() > 0) {
                  Thread.onSpinWait();
                }
                return 0;
              });
      assertInstanceOf(WriteReply.Cancelled.class, spun);
    }

    StoreFixture.get(reply).orThrow();

    store.execute("insert into word values(2, 'two', 2)");
    spinUntil.countDown();
    assertEquals(List.of("3,16"), store.rows("select count(*), sum(more) from word"));
  }
}
