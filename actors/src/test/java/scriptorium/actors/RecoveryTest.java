package scriptorium.actors;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import scriptorium.persistence.EpochStarted;
import scriptorium.persistence.JournalEvent;

/** What is on disk, and what a start makes of it. */
final class RecoveryTest {

  private static final String WORD =
      "create table word(id int generated always as identity primary key, text varchar)";

  @TempDir Path folder;
  private StoreFixture store;
  private StoreFiles files;

  @BeforeEach
  void prepare() {
    store = StoreFixture.closed(folder);
    files = new StoreFiles(folder.resolve("main"));
  }

  @AfterEach
  void close() {
    store.close();
  }

  private void open(String overrides) {
    store.open(overrides).ready();
    store.schema(WORD);
  }

  @Test
  void restoresASnapshotAndReplaysWhatCameAfter() {
    open("");
    insert(10);
    SequenceNumber snapshot = snapshot();
    insert(5);

    store.crash();

    RecoveryReport report = store.store().status().recovery().orElseThrow();
    assertEquals(snapshot, report.snapshotNumber());
    assertEquals(5, report.replayedEvents());
    assertEquals(10, report.restoredRows());
    assertRows(15);
  }

  @Test
  void writesNothingButItsEpochEvent() {
    open("");
    insert(3);
    snapshot();
    insert(2);
    store.end();
    int before = JournalReading.of(folder).size();

    store.open("").ready();

    store.end();
    List<JournalEvent> events = JournalReading.of(folder);
    assertEquals(before + 1, events.size());
    assertInstanceOf(EpochStarted.class, events.get(before));
  }

  @Test
  void givesItsUsersTheirRightsOnEverySchemaThatASnapshotHolds() {
    open("");
    store.schema("create schema side; create table side.word(id int primary key)");
    snapshot();
    store.schema("create schema late; create table late.word(id int primary key)");

    store.crash();

    store.execute("insert into side.word values(1)");
    store.execute("insert into late.word values(2)");
    assertEquals(List.of("1,2"), store.rows("select s.id, l.id from side.word s, late.word l"));
  }

  @Test
  void takesSnapshotsByNumberAndDeletesWhatLiesBehind() throws IOException {
    open("scriptorium.store.snapshot { every-events = 20, keep = 2 }");
    try (Events events = Events.of(store)) {
      for (int i = 0; i < 4; i++) {
        insert(25);
        events.await(StoreEvent.SnapshotSaved.class);
      }
    }

    files.awaitManifests(2); // one more snapshot may be under way
    store.crash();
    assertTrue(store.store().status().recovery().orElseThrow().replayedEvents() < 60);
    assertRows(100);
  }

  @Test
  void keepsOutcomesSequencesAndSchemaVersionInTheSnapshot() {
    SchemaScript v1 = SchemaScript.numbered(1, "V1", WORD);
    store.open("", settings -> settings.withSchema(List.of(v1))).ready();
    WriteRequest<Integer> request = StoreFixture.request("insert into word(text) values('x')");
    SequenceNumber number = store.write(request).orThrow().sequenceNumber();
    insert(4);
    store.write(
        connection -> {
          StoreFixture.update(connection, "insert into word(text) values('lost')");
          throw new IllegalStateException("rolled back, but its id is used up");
        });
    snapshot();

    store.crash();

    assertEquals(number, store.write(request).orThrow().sequenceNumber());
    insert(1);
    assertEquals(List.of("6,7"), store.rows("select count(*), max(id) from word"));
  }

  @Test
  void usesAnOlderSnapshotWhenTheNewestIsDamaged() throws IOException {
    open("");
    insert(10);
    SequenceNumber older = snapshot();
    insert(10);
    SequenceNumber newest = snapshot();
    insert(10);
    store.end();
    StoreFiles.flip(files.chunks(newest).get(0));

    store.open("").ready();

    assertEquals(older, store.store().status().recovery().orElseThrow().snapshotNumber());
    assertRows(30);
  }

  @Test
  void countsADamagedSnapshotNotAsOneThatIsKept() throws IOException {
    open("scriptorium.store.snapshot.keep = 2");
    insert(10);
    SequenceNumber older = snapshot();
    insert(10);
    SequenceNumber damaged = snapshot();
    insert(10);
    store.end();
    StoreFiles.flip(files.chunks(damaged).get(0));
    store.open("scriptorium.store.snapshot.keep = 2").ready();
    SequenceNumber newest = snapshot();
    store.end();
    StoreFiles.flip(files.chunks(newest).get(0));

    store.open("").ready();

    assertEquals(older, store.store().status().recovery().orElseThrow().snapshotNumber());
    assertRows(30);
  }

  @Test
  void usesAnOlderSnapshotWhenTheNewestManifestIsDamaged() throws IOException {
    open("");
    insert(10);
    SequenceNumber older = snapshot();
    insert(10);
    snapshot();
    store.end();
    StoreFiles.flip(files.manifests().get(1));

    store.open("").ready();

    assertEquals(older, store.store().status().recovery().orElseThrow().snapshotNumber());
    assertRows(20);
  }

  @Test
  void usesTheWholeJournalWhenNoSnapshotIsGood() throws IOException {
    open("");
    insert(10);
    snapshot();
    insert(10);
    store.end();
    for (Path manifest : files.manifests()) {
      StoreFiles.flip(manifest);
    }

    store.open("").ready();

    assertEquals(
        SequenceNumber.NONE, store.store().status().recovery().orElseThrow().snapshotNumber());
    assertRows(20);
  }

  @Test
  void usesTheWholeJournalWhenEverySnapshotHasADamagedChunk() throws IOException {
    open("scriptorium.store.snapshot.keep = 3");
    insert(10);
    SequenceNumber first = snapshot();
    insert(10);
    SequenceNumber second = snapshot();
    store.end();
    StoreFiles.flip(files.chunks(first).get(0));
    StoreFiles.flip(files.chunks(second).get(0));

    store.open("").ready();

    assertRows(20);
  }

  @Test
  void refusesToStartWhenNothingGoodCoversTheDeletedEvents() throws IOException {
    open("scriptorium { store.snapshot.keep = 1, journal.first-segment-bytes = 4096 }");
    insert(200);
    int segments = files.segments().size();
    SequenceNumber snapshot = snapshot();
    files.awaitFewerSegments(segments);
    store.end();
    StoreFiles.flip(files.chunks(snapshot).get(0));
    List<String> before = files.listing();

    store.open("");

    String failure = store.failure();
    assertTrue(failure.contains("persistenceId=main expected=1 found="), failure);
    assertTrue(failure.contains("snapshots"), failure);
    assertEquals(StorePhase.POISONED, store.store().status().phase());
    assertInstanceOf(WriteReply.NotReady.class, store.write("delete from word"));
    assertTrue(files.listing().containsAll(before), "something was deleted or changed");
  }

  @Test
  void refusesToStartOnADamagedFrameAndChangesNothing() throws IOException {
    open("");
    insert(50);
    store.end();
    Path segment = files.newestSegment();
    long offset = StoreFiles.flipText(segment, "a word that stands in the journal 30");
    List<String> before = files.listing();

    store.open("");

    String failure = store.failure();
    assertTrue(failure.contains(segment.getFileName().toString()), failure);
    assertTrue(failure.contains("offset="), failure + " near " + offset);
    assertEquals(StorePhase.POISONED, store.store().status().phase());
    store.end();
    assertEquals(before, files.listing());
    StoreFiles.flipBack(segment, offset);
    store.open("").ready();
    assertRows(50);
  }

  @Test
  void startsOnABadLastFrameWithinASnapshotThatItHasProven() throws IOException {
    open("");
    insert(10);
    SequenceNumber snapshot = snapshot();
    store.end();
    StoreFiles.flipLastEndMark(files.newestSegment());

    store.open("").ready();

    assertEquals(snapshot, store.store().status().recovery().orElseThrow().snapshotNumber());
    assertRows(10);
    insert(1);
    store.crash();
    assertRows(11);
  }

  @Test
  void refusesToStartOnABadLastFrameBehindTheSnapshot() throws IOException {
    open("");
    insert(10);
    snapshot();
    insert(1);
    store.end();
    StoreFiles.flipLastEndMark(files.newestSegment());

    store.open("");

    String failure = store.failure();
    assertTrue(failure.contains("it may have been acknowledged"), failure);
  }

  @Test
  void takesALastSnapshotWhenItIsTold() {
    open("scriptorium.store.snapshot.on-stop = on");
    insert(10);

    store.restart();

    RecoveryReport report = store.store().status().recovery().orElseThrow();
    assertEquals(0, report.replayedEvents());
    assertRows(10);
  }

  @Test
  void snapshotsWhileWritesGoOn() {
    open("");
    insert(100);
    var snapshot = store.store().snapshot();
    insert(100);

    assertInstanceOf(SnapshotReply.Saved.class, StoreFixture.get(snapshot));
    store.crash();
    assertRows(200);
  }

  @Test
  void givesUpASnapshotThatTakesTooLong() {
    open("scriptorium.store.snapshot { timeout = 1ms, chunk-bytes = 4096 }");
    insert(100);

    SnapshotReply reply = StoreFixture.get(store.store().snapshot());

    assertInstanceOf(SnapshotReply.Failed.class, reply);
    insert(1);
    store.crash();
    assertRows(101);
  }

  private void insert(int rows) {
    for (int i = 0; i < rows; i++) {
      store.execute(
          "insert into word(text) select 'a word that stands in the journal ' || count(*) from word");
    }
  }

  private SequenceNumber snapshot() {
    SnapshotReply reply = StoreFixture.get(store.store().snapshot());
    return assertInstanceOf(SnapshotReply.Saved.class, reply).sequenceNumber();
  }

  private void assertRows(int count) {
    assertEquals(List.of(count + "," + count), store.rows("select count(*), max(id) from word"));
  }
}
