package scriptorium.actors;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import scriptorium.actors.FaultySnapshots.Fault;
import scriptorium.actors.FaultySnapshots.Faults;

/** When a snapshot is taken, and when none is. */
final class SnapshotTriggersTest {

  private static final String SCHEMA =
      "create table word(id int generated always as identity primary key, text varchar)";
  private static final String NEVER_BY_NUMBER = "scriptorium.store.snapshot.every-events = 0\n";

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

  @Test
  void isTakenAfterSoManyBytesOfEvents() {
    open("scriptorium.store.snapshot { every-events = 0, every-bytes = 20000 }");

    try (Events events = Events.of(store)) {
      insert("x".repeat(15_000));
      SequenceNumber second = insert("x".repeat(15_000));
      assertEquals(second, events.await(StoreEvent.SnapshotSaved.class).sequenceNumber());
    }
  }

  @Test
  void countsBytesThatAreReplayed() {
    open(NEVER_BY_NUMBER + "scriptorium.store.snapshot.every-bytes = 100 MiB");
    for (int i = 0; i < 20; i++) {
      insert("x".repeat(10_000));
    }
    store.end();

    open(NEVER_BY_NUMBER + "scriptorium.store.snapshot.every-bytes = 100000");

    try (Events events = Events.of(store)) {
      SequenceNumber first = insert("a short one");
      assertEquals(first, events.await(StoreEvent.SnapshotSaved.class).sequenceNumber());
    }
  }

  @Test
  void isTakenAfterSoMuchTimeIfSomethingHasChanged() {
    open(NEVER_BY_NUMBER + "scriptorium.store.snapshot.every-time = 300ms");

    try (Events events = Events.of(store)) {
      SequenceNumber number = insert("a word");
      StoreEvent.SnapshotSaved saved = events.await(StoreEvent.SnapshotSaved.class);
      while (saved.sequenceNumber().compareTo(number) < 0) {
        saved = events.await(StoreEvent.SnapshotSaved.class);
      }
      events.expectNone(StoreEvent.SnapshotSaved.class, Duration.ofSeconds(1));
      SequenceNumber next = insert("another");
      assertEquals(next, events.await(StoreEvent.SnapshotSaved.class).sequenceNumber());
    }
  }

  @Test
  void isNotTakenByTimeAfterARestartAlone() {
    open(NEVER_BY_NUMBER + "scriptorium.store.snapshot.on-stop = on");
    insert("a word");
    StoreFixture.get(store.store().stop());
    store.end();

    store.open(NEVER_BY_NUMBER + "scriptorium.store.snapshot.every-time = 100ms").ready();

    try (Events events = Events.of(store)) {
      StoreFixture.await("not swept", () -> store.store().status().snapshot().isPresent());
      events.expectNone(StoreEvent.SnapshotSaved.class, Duration.ofMillis(500));
    }
  }

  @Test
  void isTakenOnDemandOneAtATime() {
    open(FaultySnapshots.EMBEDDED);
    insert("a word");
    CountDownLatch hangs = Faults.of(store).after(3, Fault.HANG);
    CompletableFuture<SnapshotReply> first = store.store().snapshot().toCompletableFuture();
    StoreFixture.await(hangs);

    SnapshotReply second = StoreFixture.get(store.store().snapshot());

    String detail = assertInstanceOf(SnapshotReply.NotNow.class, second).detail();
    assertEquals("a snapshot is under way", detail);
    assertTrue(!first.isDone());
  }

  @Test
  void provesTheLastOneAgainWhenNothingHasChanged() {
    open("");
    insert("a word");
    SnapshotReply.Saved first = saved();

    SnapshotReply.Saved second = saved();

    assertEquals(first.sequenceNumber(), second.sequenceNumber());
    assertEquals(first.snapshotBytes(), second.snapshotBytes());
  }

  @Test
  void takesNoLastOneWhenNothingHasChanged() {
    open("scriptorium.store.snapshot.on-stop = on");
    insert("a word");
    SnapshotReply.Saved saved = saved();

    store.restart();
    StoreFixture.get(store.store().stop());
    store.end();
    store.open("").ready();

    assertEquals(
        saved.sequenceNumber(), store.store().status().recovery().orElseThrow().snapshotNumber());
  }

  @Test
  void takesTheLastOneAfterTheOneUnderWayIsEnded() {
    open(FaultySnapshots.EMBEDDED + "scriptorium.store.snapshot.on-stop = on");
    insert("a word");
    Faults faults = Faults.of(store);
    CountDownLatch hangs = faults.after(3, Fault.HANG);
    CompletableFuture<SnapshotReply> running = store.store().snapshot().toCompletableFuture();
    StoreFixture.await(hangs);
    SequenceNumber last = insert("the last word");
    faults.none();

    StoreFixture.get(store.store().stop());

    String reason =
        assertInstanceOf(SnapshotReply.Failed.class, StoreFixture.get(running)).reason();
    assertTrue(reason.contains("takes its last snapshot"), reason);
    store.end();
    store.open(FaultySnapshots.EMBEDDED).ready();
    assertEquals(last, store.store().status().recovery().orElseThrow().snapshotNumber());
  }

  @Test
  void tellsTheNewestInTheStatus() {
    open("scriptorium.store.snapshot.keep = 1");
    SequenceNumber number = insert("a word");
    SnapshotReply.Saved first = saved();
    insert("another");
    SnapshotReply.Saved second = saved();

    SnapshotInfo newest = store.store().status().snapshot().orElseThrow();

    assertEquals(second.sequenceNumber(), newest.sequenceNumber());
    assertEquals(second.snapshotBytes(), newest.snapshotBytes());
    assertEquals(java.util.List.of(first.sequenceNumber()), second.deletedSnapshots());
    assertEquals(second.sequenceNumber(), second.eventsDeletedTo());
    assertEquals(number, first.sequenceNumber());
    store.crash();
    StoreFixture.await("not found", () -> store.store().status().snapshot().isPresent());
    assertEquals(newest, store.store().status().snapshot().orElseThrow());
  }

  private void open(String overrides) {
    store.open(overrides).ready();
    if (store.rows("select 1 from information_schema.tables where table_name = 'WORD'").isEmpty()) {
      store.schema(SCHEMA);
    }
  }

  private SequenceNumber insert(String text) {
    return store.execute("insert into word(text) values(?)", text);
  }

  private SnapshotReply.Saved saved() {
    return assertInstanceOf(SnapshotReply.Saved.class, StoreFixture.get(store.store().snapshot()));
  }
}
