package scriptorium.actors;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import scriptorium.actors.FaultySnapshots.Faults;

/** Snapshots in snapshot stores that are not ours. */
final class SnapshotStoresTest {

  private static final String SCHEMA =
      "create table word(id int generated always as identity primary key, text varchar)";

  @TempDir Path folder;
  private StoreFixture store;

  @BeforeEach
  void prepare() {
    store = StoreFixture.closed(folder.resolve("data"));
  }

  @AfterEach
  void close() {
    store.close();
  }

  @Test
  void areKeptInAkkasLocalStore() throws IOException {
    Path local = folder.resolve("local");
    store
        .open(
            """
            scriptorium.store.snapshot-plugin = "akka.persistence.snapshot-store.local"
            akka.persistence.snapshot-store.local.dir = "%s"
            """
                .formatted(local))
        .ready();
    store.schema(SCHEMA);
    for (int i = 0; i < 4; i++) {
      insert();
      saved();
    }

    store.crash();

    assertEquals(saved().sequenceNumber().value() - 1, recoveredFrom().value());
    assertEquals(List.of("4"), store.rows("select count(*) from word"));
    try (Stream<Path> kept = Files.list(local)) {
      List<String> names = kept.map(file -> file.getFileName().toString()).sorted().toList();
      assertEquals(2, names.stream().filter(name -> name.startsWith("snapshot-main-")).count());
      assertEquals(1, names.stream().filter(name -> name.contains("ledger")).count());
      assertEquals(8, names.stream().filter(name -> name.matches(".*%7C\\d+-\\d+%7C.*")).count());
    }
  }

  @Test
  void areKeptOneAtATimeWhereAnIdHasOneEntry() throws IOException {
    StoreFiles files = new StoreFiles(folder.resolve("data").resolve("main"));
    store.open(FaultySnapshots.FOREIGN + "scriptorium.store.snapshot.keep = 1").ready();
    Faults.of(store).keepOneEntryAnId();
    store.schema(SCHEMA);
    for (int i = 0; i < 3; i++) {
      SequenceNumber number = insert();
      assertEquals(number, saved().eventsDeletedTo());
    }

    store.crash();

    assertEquals(List.of("3"), store.rows("select count(*) from word"));
    assertTrue(recoveredFrom().value() > 0);
    assertEquals(1, files.manifests().size());
    assertTrue(files.hasWholeSnapshotsOnly());
  }

  @Test
  void areKeptWithAllEventsWhereMoreAreWantedThanAnIdHasEntries() throws IOException {
    StoreFiles files = new StoreFiles(folder.resolve("data").resolve("main"));
    store.open(FaultySnapshots.FOREIGN + "scriptorium.store.snapshot.keep = 2").ready();
    Faults.of(store).keepOneEntryAnId();
    store.schema(SCHEMA);
    insert();
    saved();
    insert();

    assertEquals(SequenceNumber.NONE, saved().eventsDeletedTo());

    assertTrue(files.hasWholeSnapshotsOnly());
    store.end();
    StoreFiles.flip(files.manifests().get(0));
    store.open(FaultySnapshots.FOREIGN).ready();
    assertEquals(SequenceNumber.NONE, recoveredFrom());
    assertEquals(List.of("2"), store.rows("select count(*) from word"));
  }

  @Test
  void needChunksBelowTheStoresLimit() {
    store.open(FaultySnapshots.FOREIGN).ready();
    Faults.of(store).refuseAbove(20_000);
    store.schema(SCHEMA);
    store.execute(
        "insert into word(text) select rand() || rand() || rand() from system_range(1, 2000)");

    SnapshotReply refused = StoreFixture.get(store.store().snapshot());

    String reason = assertInstanceOf(SnapshotReply.Failed.class, refused).reason();
    assertTrue(reason.contains("scriptorium.store.snapshot.chunk-bytes"), reason);
    store.end();
    store.open(FaultySnapshots.FOREIGN + "scriptorium.store.snapshot.chunk-bytes = 16 KiB").ready();
    Faults.of(store).refuseAbove(20_000);
    assertTrue(saved().snapshotBytes() > 3 * 16_384);
    store.crash();
    assertEquals(List.of("2000"), store.rows("select count(*) from word"));
  }

  private SequenceNumber insert() {
    return store.execute("insert into word(text) values('a word')");
  }

  private SequenceNumber recoveredFrom() {
    return store.store().status().recovery().orElseThrow().snapshotNumber();
  }

  private SnapshotReply.Saved saved() {
    return assertInstanceOf(SnapshotReply.Saved.class, StoreFixture.get(store.store().snapshot()));
  }
}
