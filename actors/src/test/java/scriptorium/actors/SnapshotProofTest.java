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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import scriptorium.actors.FaultySnapshots.Fault;
import scriptorium.actors.FaultySnapshots.Faults;

/** What was saved is read back and proved before anything is deleted. */
final class SnapshotProofTest {

  private static final String SCHEMA =
      "create table word(id int generated always as identity primary key, text varchar)";
  private static final int MANIFEST = 9;

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

  private Faults open(String overrides) {
    store.open(FaultySnapshots.EMBEDDED + overrides).ready();
    store.schema(SCHEMA);
    insert();
    return Faults.of(store);
  }

  @ParameterizedTest
  @ValueSource(strings = {"digest", "restore"})
  void deletesNothingForASnapshotThatIsWrong(String verify) throws IOException {
    Faults faults = open("scriptorium.store.snapshot { keep = 1, verify = " + verify + " }");
    SequenceNumber good = saved().sequenceNumber();
    insert();
    List<Path> before = files.manifests();
    List<Path> segments = files.segments();
    faults.after(3, Fault.DAMAGE); // the script's chunk

    SnapshotReply reply = StoreFixture.get(store.store().snapshot());

    String reason = assertInstanceOf(SnapshotReply.Failed.class, reply).reason();
    assertTrue(reason.contains("snapshot cannot be used"), reason);
    assertTrue(reason.contains("section=script"), reason);
    assertEquals(before, files.manifests());
    assertEquals(segments, files.segments());
    assertTrue(files.hasWholeSnapshotsOnly());
    store.crash();
    assertEquals(good, store.store().status().recovery().orElseThrow().snapshotNumber());
    assertEquals(List.of("2"), store.rows("select count(*) from word"));
    assertEquals(List.of(good), saved().deletedSnapshots());
  }

  @Test
  void keepsTheOlderManifestWhenTheNewOneIsNotWhatWasSaved() throws IOException {
    Faults faults = open("scriptorium.store.snapshot.keep = 1");
    saved();
    insert();
    List<Path> before = files.manifests();
    faults.after(MANIFEST - 1, Fault.DAMAGE);

    SnapshotReply reply = StoreFixture.get(store.store().snapshot());

    String reason = assertInstanceOf(SnapshotReply.Failed.class, reply).reason();
    assertTrue(reason.contains("the manifest was saved and is not what was saved"), reason);
    assertEquals(before, files.manifests());
  }

  @Test
  void tellsHowItWasProved() {
    open("scriptorium.store.snapshot.verify = restore");

    assertEquals(SnapshotProof.RESTORE, saved().proof());
  }

  @Test
  void provesAgainAndDeletesOneThatWasDamagedSince() throws IOException {
    open("");
    SequenceNumber older = saved().sequenceNumber();
    insert();
    SequenceNumber newest = saved().sequenceNumber();
    StoreFiles.flip(files.chunks(newest).get(0));

    SnapshotReply reply = StoreFixture.get(store.store().snapshot());

    assertInstanceOf(SnapshotReply.Failed.class, reply);
    assertEquals(1, files.manifests().size());
    assertEquals(newest, saved().sequenceNumber());
    store.crash();
    assertEquals(newest, store.store().status().recovery().orElseThrow().snapshotNumber());
    assertTrue(older.compareTo(newest) < 0);
  }

  private void insert() {
    store.execute("insert into word(text) values('a word')");
  }

  private SnapshotReply.Saved saved() {
    return assertInstanceOf(SnapshotReply.Saved.class, StoreFixture.get(store.store().snapshot()));
  }
}
