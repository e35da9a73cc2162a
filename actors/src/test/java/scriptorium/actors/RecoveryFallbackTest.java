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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Which way to a proven state is taken when snapshots or the journal's ends are bad. */
final class RecoveryFallbackTest {

  private static final String WORD =
      "create table word(id int generated always as identity primary key, text varchar)";
  private static final String KEEP_3 = "scriptorium.store.snapshot.keep = 3";

  /** Three snapshots are kept, and the events behind the first of them go. */
  private static final String DELETES =
      "scriptorium { store.snapshot.keep = 3, journal.first-segment-bytes = 4096 }";

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

  /** What can be wrong with a snapshot; each is found out and tells its kind. */
  enum Damage {
    FLIPPED_CHUNK("sha256"),
    MISSING_CHUNK("missing"),
    EMPTY_CHUNK("CorruptSnapshotFileException"),
    EMPTY_MANIFEST(""),
    FLIPPED_MANIFEST(""),
    NEWER_FILE_FORMAT("version"),
    ANOTHER_STORES("");

    final String told;

    Damage(String told) {
      this.told = told;
    }

    void to(StoreFiles files, SequenceNumber snapshot) throws IOException {
      Path chunk = files.chunks(snapshot).get(0);
      Path manifest = manifest(files, snapshot);
      switch (this) {
        case FLIPPED_CHUNK -> StoreFiles.flip(chunk);
        case MISSING_CHUNK -> Files.delete(chunk);
        case EMPTY_CHUNK -> Files.write(chunk, new byte[0]);
        case EMPTY_MANIFEST -> Files.write(manifest, new byte[0]);
        case FLIPPED_MANIFEST -> StoreFiles.flip(manifest);
        case NEWER_FILE_FORMAT -> StoreFiles.flipBack(chunk, 8);
        case ANOTHER_STORES -> copyFromAnother(files, manifest, chunk);
      }
    }

    /** The files of a store of another name, under the names of this one's. */
    private static void copyFromAnother(StoreFiles files, Path manifest, Path chunk)
        throws IOException {
      StoreFiles others = new StoreFiles(files.folder().resolveSibling("other"));
      Files.write(manifest, Files.readAllBytes(others.manifests().get(0)));
      Files.write(chunk, Files.readAllBytes(others.all("%7C").get(0)));
    }
  }

  private static Path manifest(StoreFiles files, SequenceNumber snapshot) throws IOException {
    String number = String.format("@%019d@", snapshot.value());
    return files.manifests().stream()
        .filter(file -> file.getFileName().toString().contains(number))
        .findFirst()
        .orElseThrow();
  }

  @ParameterizedTest
  @EnumSource
  void goesBackToAnOlderSnapshotWhateverIsWrongWithTheNewest(Damage damage) throws IOException {
    makeAnotherStore();
    open(KEEP_3);
    List<SequenceNumber> snapshots = snapshots(3);
    store.end();
    damage.to(files, snapshots.get(2));

    store.open(KEEP_3).ready();

    assertRecoveredFrom(snapshots.get(1), 30);
  }

  @Test
  void goesBackTwoSnapshots() throws IOException {
    open(KEEP_3);
    List<SequenceNumber> snapshots = snapshots(3);
    store.end();
    Damage.FLIPPED_CHUNK.to(files, snapshots.get(2));
    Damage.MISSING_CHUNK.to(files, snapshots.get(1));

    store.open(KEEP_3).ready();

    assertRecoveredFrom(snapshots.get(0), 30);
  }

  @Test
  void goesBackToTheJournalsStartWhereNoSnapshotIsGoodAndTheJournalIsWhole() throws IOException {
    open("scriptorium.store.snapshot.keep = 4");
    List<SequenceNumber> snapshots = snapshots(3);
    store.end();
    Damage.FLIPPED_CHUNK.to(files, snapshots.get(2));
    Damage.MISSING_CHUNK.to(files, snapshots.get(1));
    Damage.EMPTY_CHUNK.to(files, snapshots.get(0));

    store.open(KEEP_3).ready();

    assertRecoveredFrom(SequenceNumber.NONE, 30);
  }

  @Test
  void refusesWhereNothingIsGoodAndTellsAllThatWasTriedAndWhatThereIs() throws IOException {
    open(DELETES);
    insert(100);
    int segments = files.segments().size();
    List<SequenceNumber> snapshots = snapshots(3);
    files.awaitFewerSegments(segments);
    SequenceNumber last = store.store().status().sequenceNumber();
    store.end();
    for (SequenceNumber snapshot : snapshots) {
      Damage.FLIPPED_CHUNK.to(files, snapshot);
    }
    List<String> before = files.listing();

    store.open(DELETES);

    String failure = store.failure();
    for (SequenceNumber snapshot : snapshots) {
      assertTrue(failure.contains("sequenceNumber=" + snapshot + ": "), failure);
    }
    assertTrue(failure.contains("sha256"), failure);
    assertTrue(failure.contains("the journal has events from "), failure);
    assertTrue(failure.contains(" to " + last), failure);
    assertTrue(failure.contains("Restore"), failure);
    assertEquals(StorePhase.POISONED, store.store().status().phase());
    assertTrue(files.listing().containsAll(before), "something was deleted or changed");
  }

  @Test
  void usesTheOneGoodSnapshotBehindADeletedPrefix() throws IOException {
    open(DELETES);
    insert(100);
    int segments = files.segments().size();
    List<SequenceNumber> snapshots = snapshots(3);
    files.awaitFewerSegments(segments);
    store.end();
    Damage.FLIPPED_CHUNK.to(files, snapshots.get(2));
    Damage.FLIPPED_CHUNK.to(files, snapshots.get(1));

    store.open(DELETES).ready();

    assertRecoveredFrom(snapshots.get(0), 130);
  }

  @Test
  void refusesASnapshotThatIsAheadOfTheJournal() throws IOException {
    open(KEEP_3);
    insert(10);
    store.end();
    Path saved = folder.resolve("saved");
    copy(folder.resolve("main"), saved);
    store.open(KEEP_3).ready();
    List<SequenceNumber> snapshots = snapshots(1);
    store.end();
    copyJournal(saved, folder.resolve("main"));

    store.open(KEEP_3);

    String failure = store.failure();
    assertTrue(failure.contains("ahead of the journal"), failure);
    assertTrue(failure.contains("sequenceNumber=" + snapshots.get(0)), failure);
    assertEquals(StorePhase.POISONED, store.store().status().phase());
  }

  @Test
  void startsFromASnapshotThatEndsWhereTheJournalDoes() throws IOException {
    open(KEEP_3);
    insert(10);
    SequenceNumber snapshot = snapshot();
    store.end();

    store.open(KEEP_3).ready();

    assertRecoveredFrom(snapshot, 10);
  }

  /** A backup of the journal is put back; markers of epochs and snapshots stay as they are. */
  private static void copyJournal(Path from, Path to) throws IOException {
    try (Stream<Path> now = Files.list(to)) {
      for (Path file : now.filter(Files::isRegularFile).toList()) {
        Files.delete(file);
      }
    }
    copy(from, to);
  }

  private static void copy(Path from, Path to) throws IOException {
    Files.createDirectories(to);
    try (Stream<Path> now = Files.list(from)) {
      for (Path file : now.filter(Files::isRegularFile).toList()) {
        Files.copy(file, to.resolve(file.getFileName()));
      }
    }
  }

  private void makeAnotherStore() {
    store.open("", settings -> settings.withName("other")).ready();
    store.schema(WORD);
    insert(1);
    snapshot();
    store.end();
  }

  private void open(String overrides) {
    store.open(overrides).ready();
    store.schema(WORD);
  }

  /** Ten rows and a snapshot, so many times. */
  private List<SequenceNumber> snapshots(int count) {
    return Stream.generate(
            () -> {
              insert(10);
              return snapshot();
            })
        .limit(count)
        .toList();
  }

  private void insert(int rows) {
    for (int i = 0; i < rows; i++) {
      store.execute("insert into word(text) values('a word that stands in the journal')");
    }
  }

  private SequenceNumber snapshot() {
    return assertInstanceOf(SnapshotReply.Saved.class, StoreFixture.get(store.store().snapshot()))
        .sequenceNumber();
  }

  private void assertRecoveredFrom(SequenceNumber snapshot, int rows) {
    assertEquals(snapshot, store.store().status().recovery().orElseThrow().snapshotNumber());
    assertEquals(List.of(rows + "," + rows), store.rows("select count(*), max(id) from word"));
  }
}
