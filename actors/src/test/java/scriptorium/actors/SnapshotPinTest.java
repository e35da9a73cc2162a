package scriptorium.actors;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import scriptorium.actors.FaultySnapshots.Fault;
import scriptorium.actors.FaultySnapshots.Faults;

/** Whatever becomes of a snapshot, its pin is released, and the store goes on. */
final class SnapshotPinTest {

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

  private Faults open(String overrides) {
    store.open(FaultySnapshots.FOREIGN + overrides).ready();
    store.schema(
        "create table word(id int generated always as identity primary key, text varchar)");
    insert();
    return Faults.of(store);
  }

  @Test
  void isReleasedWhenTheStoreFails() {
    Faults faults = open("");
    faults.after(2, Fault.FAIL);

    String reason = failure(store.store().snapshot().toCompletableFuture());

    assertTrue(reason.contains("the disk is gone"), reason);
    assertGoesOn();
  }

  @Test
  void isReleasedWhenTheBreakerIsOpen() {
    store
        .open(
            """
            broken-snapshots {
              class = "scriptorium.actors.BrokenSnapshots"
              circuit-breaker { max-failures = 2, call-timeout = 10s, reset-timeout = 1h }
            }
            scriptorium.store.snapshot-plugin = "broken-snapshots"
            """)
        .ready();
    store.schema(
        "create table word(id int generated always as identity primary key, text varchar)");

    String reason = "";
    for (int i = 0; i < 4 && !reason.contains("Circuit Breaker is open"); i++) {
      insert();
      reason = failure(store.store().snapshot().toCompletableFuture());
      assertEquals(0, pins());
    }

    assertTrue(reason.contains("Circuit Breaker is open"), reason);
  }

  @Test
  void isReleasedWhenTheStoreHangsLongerThanASnapshotMayTake() {
    Faults faults = open("scriptorium.store.snapshot { timeout = 300ms, store-timeout = 500ms }");
    CountDownLatch hangs = faults.after(2, Fault.HANG);

    String reason = failure(store.store().snapshot().toCompletableFuture());

    StoreFixture.await(hangs);
    assertTrue(reason.contains("scriptorium.store.snapshot.timeout"), reason);
    faults.none();
    assertGoesOn();
  }

  @Test
  void isReleasedWhenTheStoreDoesNotAnswer() {
    Faults faults = open("scriptorium.store.snapshot.store-timeout = 200ms");
    faults.after(2, Fault.HANG);

    String reason = failure(store.store().snapshot().toCompletableFuture());

    assertTrue(reason.contains("scriptorium.store.snapshot.store-timeout"), reason);
    faults.none();
    assertGoesOn();
  }

  @Test
  void isReleasedWhileTheSnapshotIsProved() {
    Faults faults = open("");
    CompletableFuture<SnapshotReply> snapshot = untilReadBack(faults);

    awaitNoPins();
    insert();

    assertFalse(snapshot.isDone());
  }

  /** Hangs where the first chunk is read back: after the ledger and the chunks were saved. */
  private CompletableFuture<SnapshotReply> untilReadBack(Faults faults) {
    saved(store.store().snapshot().toCompletableFuture()); // the start's sweep is over then
    insert();
    int ledgerRequests = 2;
    int chunks = 4;
    CountDownLatch hangs = faults.after(ledgerRequests + chunks, Fault.HANG);
    CompletableFuture<SnapshotReply> snapshot = store.store().snapshot().toCompletableFuture();
    StoreFixture.await(hangs);
    return snapshot;
  }

  @Test
  void isReleasedAtOnceWhenTheStoreIsStopped() {
    Faults faults = open("");
    StoreFixture.await(hang(faults));
    long start = System.nanoTime();

    StoreFixture.get(store.store().stop());

    assertTrue(System.nanoTime() - start < 10_000_000_000L, "stopping waited for the store");
    awaitNoSnapshotThread();
    store.end();
  }

  private CountDownLatch hang(Faults faults) {
    CountDownLatch hangs = faults.after(3, Fault.HANG);
    var unused = store.store().snapshot();
    return hangs;
  }

  @Test
  void isReleasedWhenTheWriterEndsBeforeItPins() {
    store.open(FaultyJournal.SETTINGS).ready();
    store.schema(
        "create table word(id int generated always as identity primary key, text varchar)");
    CountDownLatch met = FaultyJournal.Faults.of(store.system().classicSystem()).stall();
    var write = store.writeLater("insert into word(text) values('x')");
    StoreFixture.await(met);
    CompletableFuture<SnapshotReply> snapshot = store.store().snapshot().toCompletableFuture();
    // A second one is told that the first has begun.
    assertInstanceOf(SnapshotReply.NotNow.class, StoreFixture.get(store.store().snapshot()));

    FaultyJournal.Faults.of(store.system().classicSystem()).timeOut();

    String reason = failure(snapshot);
    assertTrue(reason.contains("the writer ended"), reason);
    FaultyJournal.Faults.of(store.system().classicSystem()).goOn();
    StoreFixture.get(write);
    awaitReady();
    assertGoesOn();
  }

  @Test
  void waitsForTheWritersPointAfterACommit() {
    store.open("").ready();
    store.schema(
        "create table word(id int generated always as identity primary key, text varchar)");
    CountDownLatch until = new CountDownLatch(1);
    var held = store.holdWriter(until);
    CompletableFuture<SnapshotReply> snapshot = store.store().snapshot().toCompletableFuture();
    var write = store.writeLater("insert into word(text) values('x')");
    assertFalse(snapshot.isDone());

    until.countDown();

    long number = saved(snapshot).sequenceNumber().value();
    long holding = StoreFixture.get(held).orThrow().sequenceNumber().value();
    long writing = StoreFixture.get(write).orThrow().sequenceNumber().value();
    assertTrue(number == holding || number == writing, number + " of " + holding + "," + writing);
  }

  private void insert() {
    store.execute("insert into word(text) values('a word')");
  }

  private void assertGoesOn() {
    awaitNoPins();
    insert();
    saved(store.store().snapshot().toCompletableFuture());
    awaitNoPins();
  }

  private long pins() {
    return store.store().openViews().stream()
        .filter(view -> view.use() == OpenView.Use.SNAPSHOT)
        .count();
  }

  private void awaitNoPins() {
    StoreFixture.await("pins are open", () -> pins() == 0);
  }

  private void awaitReady() {
    StoreFixture.await("not ready", () -> store.store().status().phase() == StorePhase.READY);
  }

  private static void awaitNoSnapshotThread() {
    StoreFixture.await(
        "the snapshots' thread runs",
        () ->
            Thread.getAllStackTraces().keySet().stream()
                .noneMatch(thread -> thread.getName().equals("scriptorium-main-snapshot")));
  }

  private static String failure(CompletableFuture<SnapshotReply> snapshot) {
    return assertInstanceOf(SnapshotReply.Failed.class, StoreFixture.get(snapshot)).reason();
  }

  private static SnapshotReply.Saved saved(CompletableFuture<SnapshotReply> snapshot) {
    return assertInstanceOf(SnapshotReply.Saved.class, StoreFixture.get(snapshot));
  }
}
