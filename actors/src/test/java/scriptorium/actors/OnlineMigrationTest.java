package scriptorium.actors;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import scriptorium.actors.GateTrigger.Gate;
import scriptorium.actors.internal.JournalFollower;

/** A schema change of a store that is written and read meanwhile. */
final class OnlineMigrationTest {

  private static final String SCRIPT =
      """
      alter table word add column more int default 7;
      update word set text = 'changed' where id = 0;
      create index by_more on word(more);
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
    store.open("scriptorium.journal.idle-mark = 5ms\n" + settings).ready();
    store.schema(
        "create table word(id int primary key, text varchar); create sequence numbers;"
            + GateTrigger.on("word")
            + "insert into word values(0, 'zero')");
  }

  private CompletableFuture<MigrationReply> migrate(String... scripts) {
    List<SchemaScript> all =
        List.of(scripts).stream().map(sql -> SchemaScript.adHoc("script.sql", sql)).toList();
    return store.store().migrate(all).toCompletableFuture();
  }

  private void insert(int id) {
    store.execute("insert into word(id, text) values(?, 'word')", id);
  }

  private static MigrationReply.Refused refused(CompletableFuture<MigrationReply> reply) {
    return assertInstanceOf(MigrationReply.Refused.class, StoreFixture.get(reply));
  }

  @Test
  void letsWritesAndReadsGoOnWhileTheScriptIsTried() {
    open("");
    CompletableFuture<MigrationReply> reply;
    try (Gate gate = GateTrigger.at(GateTrigger.TRIAL)) {
      reply = migrate(SCRIPT);
      gate.await();

      insert(1);
      store.execute("insert into word values(next value for numbers + 1, 'numbered')");
      store.execute("delete from word where id = 1");

      assertEquals(List.of("0,zero", "2,numbered"), store.rows("select * from word order by id"));
    }
    MigrationReply.Migrated migrated = StoreFixture.get(reply).orThrow();
    assertTrue(migrated.predictedPause().compareTo(Duration.ZERO) > 0, migrated.toString());
    assertTrue(migrated.pause().compareTo(Duration.ZERO) > 0, migrated.toString());
    expectChanged("0,changed,7", "2,numbered,7");
    assertEquals(List.of("2"), store.rows("select base_value from information_schema.sequences"));
  }

  private void expectChanged(String... rows) {
    assertEquals(List.of(rows), store.rows("select * from word order by id"));
    store.crash();
    assertEquals(List.of(rows), store.rows("select * from word order by id"));
  }

  @Test
  void holdsWritesBackAndReadsNotWhileTheScriptRuns() {
    open("");
    CompletableFuture<WriteReply<Integer>> write;
    CompletableFuture<Outcome> outcome;
    CompletableFuture<MigrationReply> reply;
    try (Gate trial = GateTrigger.at(GateTrigger.TRIAL);
        Gate pause = GateTrigger.at(GateTrigger.PAUSE)) {
      reply = migrate(SCRIPT);
      trial.await();
      insert(1);
      trial.open();
      pause.await();

      write = store.writeLater("insert into word(id, text) values(2, 'waits')");
      outcome =
          store.store().outcome(StoreFixture.request("select 1").txId()).toCompletableFuture();

      assertEquals(List.of("0,zero", "1,word"), store.rows("select * from word order by id"));
      assertFalse(write.isDone());
      assertFalse(outcome.isDone());
    }
    SequenceNumber changed = StoreFixture.get(reply).orThrow().sequenceNumber();
    assertEquals(
        1, StoreFixture.get(write).orThrow().sequenceNumber().compareTo(changed), "write after");
    assertInstanceOf(Outcome.Never.class, StoreFixture.get(outcome));
    expectChanged("0,changed,7", "1,word,7", "2,waits,7");
  }

  @Test
  void swapsInWhatWasTriedWhereNothingWasWrittenMeanwhile() {
    open("");

    MigrationReply.Migrated migrated = StoreFixture.get(migrate(SCRIPT)).orThrow();

    assertEquals(Duration.ZERO, migrated.predictedPause());
    expectChanged("0,changed,7");
  }

  @Test
  void refusesWhatWouldLetWritesWaitTooLong() {
    open("scriptorium.store.schema.max-write-pause = 1ms");
    CompletableFuture<MigrationReply> reply;
    try (Gate gate = GateTrigger.at(GateTrigger.TRIAL)) {
      reply = migrate(SCRIPT);
      gate.await();
      insert(1);
    }

    String message = refused(reply).message();

    assertTrue(message.contains("writes would wait too long: predicted="), message);
    assertTrue(message.contains("limit=1 ms"), message);
    insert(2);
    expectChanged("0,zero", "1,word", "2,word");
  }

  @Test
  void givesUpWhatLetsWritesWaitLongerThanPredicted() {
    open("scriptorium.store.schema.max-write-pause = 2s");
    CompletableFuture<MigrationReply> reply;
    try (Gate trial = GateTrigger.at(GateTrigger.TRIAL);
        Gate pause = GateTrigger.at(GateTrigger.PAUSE)) {
      reply = migrate(SCRIPT);
      trial.await();
      insert(1);
      trial.open();
      pause.await();

      insert(2); // it waits, and goes on at the limit, while the script still stands at its gate

      MigrationReply.Refused refused = refused(reply);
      assertEquals("57014", refused.sqlState());
      assertTrue(refused.message().contains("writes have waited for 2000 ms"), refused.message());
    }
    StoreFixture.get(migrate(SCRIPT)).orThrow();
    expectChanged("0,changed,7", "1,word,7", "2,word,7");
  }

  @Test
  void refusesWhenMoreIsWrittenThanTheCopyCanFollow() {
    open("scriptorium.store.schema.max-tail-bytes = 1 KiB");
    String text = "x".repeat(2000);
    CompletableFuture<MigrationReply> reply;
    try (Gate gate = GateTrigger.at(GateTrigger.TRIAL)) {
      reply = migrate(SCRIPT);
      gate.await();
      insert(1);
    }
    for (int id = 2; !reply.isDone(); id++) {
      store.execute("insert into word(id, text) values(?, ?)", id, text);
    }

    String message = refused(reply).message();

    assertTrue(message.contains("more is written than the copy can follow"), message);
    assertTrue(message.contains("limit=1024"), message);
  }

  @Test
  void runsScriptsThatOnlyAddBeforeTheCopyHasCaughtUp() {
    open("scriptorium.store.schema.max-write-pause = 500ms");
    String additive =
        """
        create table kind(id int generated by default as identity primary key, name varchar);
        insert into kind(name) values('a'), ('b');
        create index by_text on word(text);
        create sequence others;
        create view named as select * from word where text is not null;
        """;
    CompletableFuture<MigrationReply> reply;
    try (Storm storm = new Storm(store)) {
      storm.awaitWrites(10);
      reply = migrate(additive);
      StoreFixture.get(reply).orThrow();
      storm.awaitWrites(10);
    }
    store.execute("insert into kind(name) values('c')");

    assertEquals(List.of("1,a", "2,b", "3,c"), store.rows("select * from kind order by id"));
    List<String> before = store.rows("select * from named order by id");
    store.crash();
    assertEquals(before, store.rows("select * from named order by id"));
    assertEquals(List.of("1,a", "2,b", "3,c"), store.rows("select * from kind order by id"));
  }

  @Test
  void keepsUpWithAStormOfWrites() throws Exception {
    open("");
    try (Storm storm = new Storm(store);
        JournalFollower follower = new JournalFollower(folder.resolve("main"))) {
      storm.awaitWrites(50);

      MigrationReply.Migrated migrated = StoreFixture.get(migrate(SCRIPT)).orThrow();
      storm.awaitWrites(50);
      long written = storm.end();

      assertEquals(List.of("script.sql"), migrated.applied());
      assertEquals(
          List.of((written + 1) + "," + 7 * (written + 1)),
          store.rows("select count(*), sum(more) from word"));
      List<String> expected =
          StoreFixture.get(store.store().read(PlainSqlChecker::linesOf)).orThrow().value();
      insert(-1); // so that the follower takes the frame before for confirmed
      store.execute("delete from word where id = -1");
      insert(-2);
      follower.catchUp();
      assertEquals(
          List.of((written + 1) + "," + 7 * (written + 1)),
          follower.read(
              c -> StoreFixture.rows(c, "select count(*), sum(more) from word where id >= 0")));
      store.execute("delete from word where id = -2");
      store.crash();
      assertEquals(
          expected,
          StoreFixture.get(store.store().read(PlainSqlChecker::linesOf)).orThrow().value());
    }
  }

  @Test
  void appliesEachScriptOfOneCallAsAnEventOfItsOwn() {
    open("");
    SequenceNumber before = store.store().status().sequenceNumber();

    MigrationReply.Migrated migrated =
        StoreFixture.get(migrate("create table a(id int)", "create table b(id int)")).orThrow();

    assertEquals(before.value() + 2, migrated.sequenceNumber().value());
    assertEquals(2, migrated.applied().size());
  }

  @Test
  void letsASecondCallWaitForTheFirst() {
    open("");
    CompletableFuture<MigrationReply> first;
    CompletableFuture<MigrationReply> second;
    try (Gate gate = GateTrigger.at(GateTrigger.TRIAL)) {
      first = migrate(SCRIPT);
      gate.await();

      second = migrate("alter table word drop column more");

      insert(1);
      assertFalse(second.isDone());
    }
    SequenceNumber one = StoreFixture.get(first).orThrow().sequenceNumber();
    assertEquals(1, StoreFixture.get(second).orThrow().sequenceNumber().compareTo(one));
    expectChanged("0,changed", "1,word");
  }

  @Test
  void takesNoSnapshotWhileASchemaChangeIsUnderWay() {
    open("");
    CompletableFuture<MigrationReply> reply;
    try (Gate gate = GateTrigger.at(GateTrigger.TRIAL)) {
      reply = migrate(SCRIPT);
      gate.await();

      SnapshotReply notNow = StoreFixture.get(store.store().snapshot());

      assertTrue(notNow.toString().contains("a schema change is under way"), notNow.toString());
    }
    StoreFixture.get(reply).orThrow();
    assertInstanceOf(SnapshotReply.Saved.class, StoreFixture.get(store.store().snapshot()));
    expectChanged("0,changed,7");
  }

  @Test
  void waitsUntilASnapshotHasReadTheDatabase() {
    open("scriptorium.store.snapshot.share = 0.05");
    store.write("insert into word select x, 'word ' || x from system_range(1, 20000)").orThrow();
    CompletableFuture<SnapshotReply> snapshot = store.store().snapshot().toCompletableFuture();

    MigrationReply.Migrated migrated =
        StoreFixture.get(migrate("create table other(id int)")).orThrow();

    SnapshotReply.Saved saved =
        assertInstanceOf(SnapshotReply.Saved.class, StoreFixture.get(snapshot));
    assertTrue(saved.sequenceNumber().value() < migrated.sequenceNumber().value(), saved::toString);
  }
}
