package scriptorium.actors;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import scriptorium.actors.FaultySnapshots.Fault;
import scriptorium.actors.FaultySnapshots.Faults;

/** Snapshots and schema changes take turns. */
final class SnapshotSchemaTest {

  private static final SchemaScript WORD =
      SchemaScript.adHoc("word", "create table word(id int primary key, text varchar)");
  private static final SchemaScript LINE =
      SchemaScript.adHoc("line", "create table line(id int primary key)");

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

  private CompletableFuture<SnapshotReply> snapshotThatHangs(String overrides) {
    store.open(FaultySnapshots.EMBEDDED + overrides).ready();
    StoreFixture.get(store.store().migrate(List.of(WORD))).orThrow();
    store.execute("insert into word values(1, 'a word')");
    CountDownLatch hangs = Faults.of(store).after(1, Fault.HANG);
    CompletableFuture<SnapshotReply> snapshot = store.store().snapshot().toCompletableFuture();
    StoreFixture.await(hangs);
    return snapshot;
  }

  @Test
  void aSchemaChangeWaitsUntilTheScriptHasEndedWritesDoNot() {
    CompletableFuture<SnapshotReply> snapshot = snapshotThatHangs("");
    CompletableFuture<MigrationReply> change =
        store.store().migrate(List.of(LINE)).toCompletableFuture();

    store.execute("insert into word values(2, 'a word')");
    SnapshotReply next = StoreFixture.get(store.store().snapshot());

    assertFalse(change.isDone());
    assertEquals(
        "a schema change is under way",
        assertInstanceOf(SnapshotReply.NotNow.class, next).detail());
    Faults.of(store).goOn();
    assertInstanceOf(SnapshotReply.Saved.class, StoreFixture.get(snapshot));
    assertInstanceOf(MigrationReply.Migrated.class, StoreFixture.get(change));
    assertInstanceOf(SnapshotReply.Saved.class, StoreFixture.get(store.store().snapshot()));
    store.crash();
    assertEquals(
        List.of("2,0"), store.rows("select (select count(*) from word), count(*) from line"));
  }

  @Test
  void aSnapshotIsGivenUpWhenASchemaChangeWaitsTooLong() {
    CompletableFuture<SnapshotReply> snapshot =
        snapshotThatHangs(
            "scriptorium.store.snapshot { schema-wait = 200ms, store-timeout = 500ms }");

    MigrationReply change = StoreFixture.get(store.store().migrate(List.of(LINE)));

    assertInstanceOf(MigrationReply.Migrated.class, change);
    String reason =
        assertInstanceOf(SnapshotReply.Failed.class, StoreFixture.get(snapshot)).reason();
    assertTrue(reason.contains("scriptorium.store.snapshot.schema-wait"), reason);
    assertEquals(List.of("0"), store.rows("select count(*) from line"));
  }
}
