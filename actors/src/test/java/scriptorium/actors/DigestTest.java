package scriptorium.actors;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import scriptorium.actors.internal.JournalFollower;
import scriptorium.database.change.RowChanges;
import scriptorium.persistence.ChangeSet;
import scriptorium.persistence.DigestDue;
import scriptorium.persistence.Digests;
import scriptorium.persistence.JournalEvent;

/** Digests of the writer's tables, and copies that are, or are not, the same. */
final class DigestTest {

  private static final String SCHEMA =
      """
      create table word(id int generated always as identity primary key, text varchar);
      create table quiet(id int primary key)""";
  private static final String OFTEN = "scriptorium.store.digest { every-events = 10, share = 1 }";

  @TempDir Path folder;
  private StoreFixture store;

  @BeforeEach
  void prepare() {
    store = StoreFixture.closed(folder.resolve("good"));
  }

  @AfterEach
  void close() {
    store.close();
  }

  @Test
  void aFollowerThatPassesThemComparesAndAgrees() {
    open(OFTEN);

    try (JournalFollower follower = follower()) {
      insertUntil(() -> compared(follower) >= 2);

      assertTrue(digests().size() >= 2);
    }
  }

  @Test
  void aFollowerWithARowChangedBehindItsBackStopsAndNamesTheTable() throws Exception {
    open("scriptorium.store.digest.every-events = 0");
    insert(3);
    try (JournalFollower follower = follower()) {
      awaitNumber(follower);
      follower.tamper("update word set text = 'tampered' where id = 2");
      store.end().open(OFTEN).ready();

      RuntimeException failure =
          assertThrows(RuntimeException.class, () -> insertUntil(() -> compared(follower) > 0));

      String message = String.valueOf(failure.getMessage());
      assertTrue(message.contains("WORD"), message);
      assertTrue(message.contains("expected=") && message.contains("found="), message);
      assertTrue(message.contains("sequenceNumber="), message);
    }
  }

  @Test
  void theScheduleByTimeLeavesAnIdleStoreAlone() {
    open("scriptorium.store.digest { every-events = 0, every = 10ms, share = 1 }");
    insert(1);
    try (JournalFollower follower = follower()) {
      await(() -> compared(follower) > 0);
    }
    SequenceNumber idle = store.store().status().sequenceNumber();

    LockSupport.parkNanos(300_000_000); // many times the schedule: nothing may come

    assertEquals(idle, store.store().status().sequenceNumber());
  }

  @Test
  void aSchemaChangeGivesThePinUpAndNobodyComparesAcrossIt() {
    open("scriptorium.store.digest { every-events = 20, share = 0.001 }");
    store.execute("insert into word(text) select x from system_range(1, 20000)");
    insert(20);
    await(() -> store.store().openViews().stream().anyMatch(DigestTest::isPin));

    store.schema("alter table word add column more int default 7");

    long changed = store.store().status().sequenceNumber().value();
    insert(20);
    await(() -> store.store().openViews().stream().anyMatch(view -> isPinAfter(changed, view)));
    store.crash();
    assertEquals(List.of("20040"), store.rows("select count(*) from word where more = 7"));
    assertEquals(List.of(), digests());
  }

  /** The next digests, which begin only when the ones before have ended. */
  private static boolean isPinAfter(long number, OpenView view) {
    return isPin(view) && view.sequenceNumber().value() > number;
  }

  private static boolean isPin(OpenView view) {
    return view.use() == OpenView.Use.SNAPSHOT;
  }

  @Test
  void aRecoveryOfAnAlteredJournalStopsAndNamesTheTable() {
    List<JournalEvent> events = historyWithDigests();
    StoreFixture altered = alteredStore(withoutOneChange(events));

    try (altered) {
      altered.open("");

      String failure = altered.failure();
      assertTrue(failure.contains("WORD"), failure);
      assertTrue(failure.contains("differs from the writer's"), failure);
      assertEquals(StorePhase.POISONED, altered.store().status().phase());
    }
  }

  @Test
  void aSnapshotThatIsSoundInItselfButWrongIsFoundOutAndPassedOver() throws IOException {
    List<JournalEvent> events = historyWithDigests();
    int due = indexOf(events, DigestDue.class);
    StoreFixture altered = alteredStore(withoutOneChange(events.subList(0, due - 3)));
    altered.open("").ready();
    assertInstanceOf(SnapshotReply.Saved.class, StoreFixture.get(altered.store().snapshot()));
    altered.close();
    Path wrong = folder.resolve("altered/main/snapshots");
    Path target = Files.createDirectories(folder.resolve("good/main/snapshots"));
    try (Stream<Path> files = Files.list(wrong)) {
      for (Path file : files.toList()) {
        Files.copy(file, target.resolve(file.getFileName()));
      }
    }

    // It stands in front of the place where the writer pinned.
    store.open(OFTEN).ready();

    assertEquals(
        SequenceNumber.NONE, store.store().status().recovery().orElseThrow().snapshotNumber());
    assertTrue(store.rows("select count(*) from word").get(0).compareTo("20") >= 0);
  }

  @Test
  void aSchemaChangeThatComesOutDifferentlyStopsTheRecovery() {
    open("");
    insert(1);
    store.schema("alter table word add column more int default 7");
    store.end();
    StoreFixture altered =
        alteredStore(withoutOneChange(JournalReading.of(folder.resolve("good"))));

    try (altered) {
      altered.open("");

      String failure = altered.failure();
      assertTrue(failure.contains("came out differently"), failure);
      assertTrue(failure.contains("WORD"), failure);
    }
  }

  /** A store's events, digests among them; the store is closed. */
  private List<JournalEvent> historyWithDigests() {
    open(OFTEN);
    try (JournalFollower follower = follower()) {
      insertUntil(() -> compared(follower) > 0 && follower.catchUp() > 25);
    }
    store.end();
    return JournalReading.of(folder.resolve("good"));
  }

  private StoreFixture alteredStore(List<JournalEvent> events) {
    JournalWriting.of(folder.resolve("altered"), events);
    return StoreFixture.closed(folder.resolve("altered"));
  }

  /** The first insert has no row any more; its event is there. */
  private static List<JournalEvent> withoutOneChange(List<JournalEvent> events) {
    List<JournalEvent> altered = new ArrayList<>(events);
    int first = indexOf(events, ChangeSet.class);
    ChangeSet whole = (ChangeSet) events.get(first);
    altered.set(
        first,
        new ChangeSet(whole.time(), whole.txId(), whole.label(), whole.value(), RowChanges.NONE));
    return altered;
  }

  private static int indexOf(List<JournalEvent> events, Class<?> kind) {
    for (int i = 0; i < events.size(); i++) {
      if (kind.isInstance(events.get(i))) {
        return i;
      }
    }
    throw new IllegalStateException("no event of this kind: " + kind);
  }

  private void open(String overrides) {
    store.open(overrides).ready();
    store.schema(SCHEMA);
  }

  private JournalFollower follower() {
    return new JournalFollower(folder.resolve("good/main"));
  }

  private List<JournalEvent> digests() {
    store.end();
    return JournalReading.of(folder.resolve("good")).stream()
        .filter(Digests.class::isInstance)
        .toList();
  }

  private void insert(int rows) {
    for (int i = 0; i < rows; i++) {
      store.execute("insert into word(text) values('a word')");
    }
  }

  private void insertUntil(BooleanSupplier done) {
    await(
        () -> {
          insert(1);
          return done.getAsBoolean();
        });
  }

  private static long compared(JournalFollower follower) {
    follower.catchUp();
    return follower.comparedDigests();
  }

  private void awaitNumber(JournalFollower follower) {
    await(() -> follower.catchUp() >= store.store().status().sequenceNumber().value());
  }

  private static void await(BooleanSupplier done) {
    long end = System.nanoTime() + 30_000_000_000L;
    while (!done.getAsBoolean()) {
      if (System.nanoTime() - end > 0) {
        throw new IllegalStateException("did not happen in time");
      }
      LockSupport.parkNanos(2_000_000);
    }
  }
}
