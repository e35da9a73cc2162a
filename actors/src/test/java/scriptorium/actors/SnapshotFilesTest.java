package scriptorium.actors;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A snapshot folder in which somebody, or a disk, has been at work. */
final class SnapshotFilesTest {

  private static final String KEEP = "scriptorium.store.snapshot.keep = 2";

  @TempDir Path folder;
  private StoreFixture store;
  private StoreFiles files;

  /** What becomes of a file. */
  private enum Damage {
    EMPTY,
    TRUNCATED,
    CUT_TO_ITS_HEAD,
    A_FOLDER,
    GONE
  }

  @BeforeEach
  void prepare() {
    store = StoreFixture.closed(folder);
    files = new StoreFiles(folder.resolve("main"));
  }

  @AfterEach
  void close() {
    store.close();
  }

  /** Two snapshots, the older good; the newest's file is damaged. */
  private SequenceNumber open() {
    store.open(KEEP).ready();
    store.schema(
        "create table word(id int generated always as identity primary key, text varchar)");
    insert();
    SequenceNumber older = saved().sequenceNumber();
    insert();
    saved();
    insert();
    return older;
  }

  @ParameterizedTest
  @EnumSource(Damage.class)
  void ofAChunkCostsNothing(Damage damage) throws IOException {
    SequenceNumber older = open();
    SequenceNumber newest = store.store().status().snapshot().orElseThrow().sequenceNumber();
    store.end();
    apply(damage, files.chunks(newest).get(0));

    store.open(KEEP).ready();

    assertRecoveredFrom(older);
  }

  @ParameterizedTest
  @EnumSource(Damage.class)
  void ofAManifestCostsNothing(Damage damage) throws IOException {
    SequenceNumber older = open();
    store.end();
    apply(damage, files.manifests().get(1));

    store.open(KEEP).ready();

    assertRecoveredFrom(older);
  }

  private static void apply(Damage damage, Path file) throws IOException {
    byte[] content = Files.readAllBytes(file);
    Files.delete(file);
    switch (damage) {
      case EMPTY -> Files.createFile(file);
      case TRUNCATED -> Files.write(file, java.util.Arrays.copyOf(content, content.length - 1));
      case CUT_TO_ITS_HEAD -> Files.write(file, java.util.Arrays.copyOf(content, 10));
      case A_FOLDER -> Files.createDirectories(file.resolve("in it"));
      case GONE -> {}
    }
  }

  private void assertRecoveredFrom(SequenceNumber older) {
    assertEquals(older, store.store().status().recovery().orElseThrow().snapshotNumber());
    assertEquals(List.of("3"), store.rows("select count(*) from word"));
    insert();
    SequenceNumber third = saved().sequenceNumber();
    insert();
    SequenceNumber fourth = saved().sequenceNumber();
    store.crash();
    assertEquals(fourth, store.store().status().recovery().orElseThrow().snapshotNumber());
    assertEquals(List.of("5"), store.rows("select count(*) from word"));
    assertTrue(third.compareTo(fourth) < 0);
  }

  @Test
  void withFilesOfOthersLeavesThemAlone() throws IOException {
    open();
    Path snapshots = folder.resolve("main").resolve("snapshots");
    Files.writeString(snapshots.resolve("README"), "do not touch");
    Files.writeString(snapshots.resolve("other@1@1.snapshot"), "of another store");
    Files.writeString(snapshots.resolve("main%7Cnotes@1@1.snapshot"), "of no snapshot");
    Files.createDirectories(snapshots.resolve("saving-1.tmp").resolve("in it"));

    store.crash();

    insert();
    saved();
    insert();
    saved();
    assertEquals("do not touch", Files.readString(snapshots.resolve("README")));
    assertTrue(Files.exists(snapshots.resolve("other@1@1.snapshot")));
    assertTrue(Files.exists(snapshots.resolve("main%7Cnotes@1@1.snapshot")));
  }

  @Test
  void thatIsAFileIsNamedAndTheStoreGoesOn() throws IOException {
    store.open(KEEP).ready();
    store.schema(
        "create table word(id int generated always as identity primary key, text varchar)");
    insert();
    Path snapshots = folder.resolve("main").resolve("snapshots");
    Files.writeString(
        snapshots, "a file where the folder should be", StandardOpenOption.CREATE_NEW);

    SnapshotReply reply = StoreFixture.get(store.store().snapshot());

    String reason = assertInstanceOf(SnapshotReply.Failed.class, reply).reason();
    assertTrue(reason.contains(snapshots.toString()), reason);
    insert();
    Files.delete(snapshots);
    saved();
  }

  @Test
  void withoutRoomCostsTheSnapshotAtWhateverStepItIsFull()
      throws IOException, InterruptedException {
    Path disk = Files.createDirectory(folder.resolve("disk"));

    String said =
        run(
            "mount -t tmpfs -o size=4m none " + disk + " && exec \"$@\"",
            "disk",
            disk.toString(),
            disk.resolve("ballast").toString());

    int failed =
        Integer.parseInt(
            said.lines()
                .filter(line -> line.startsWith("failed="))
                .findFirst()
                .orElseThrow()
                .substring("failed=".length()));
    System.out.println("SnapshotFilesTest: the disk was full at " + failed + " places");
    assertTrue(failed >= 6, said);
  }

  @Test
  void thatMayOnlyBeReadIsNamedAndTheStoreGoesOn() throws IOException, InterruptedException {
    Path data = Files.createDirectories(folder.resolve("data"));
    Path snapshots = Files.createDirectories(data.resolve("main").resolve("snapshots"));

    String said =
        run(
            "mount -t tmpfs -o ro none " + snapshots + " && exec \"$@\"",
            "readonly",
            data.toString());

    assertTrue(said.contains("went on"), said);
  }

  /** Runs {@link SnapshotProgram} in a mount namespace of its own. */
  private static String run(String shell, String... words)
      throws IOException, InterruptedException {
    assumeTrue(
        new ProcessBuilder("unshare", "-m", "true").start().waitFor() == 0,
        "skipped: a mount namespace of its own needs root (unshare -m)");
    List<String> call = new ArrayList<>(List.of("unshare", "-m", "sh", "-c", shell, "sh"));
    call.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    call.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx256m"));
    call.addAll(List.of("-cp", System.getProperty("java.class.path")));
    call.add(SnapshotProgram.class.getName());
    call.addAll(List.of(words));
    Process process = new ProcessBuilder(call).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertTrue(process.waitFor(60, TimeUnit.SECONDS), said);
    assertEquals(0, process.exitValue(), said);
    return said;
  }

  private void insert() {
    store.execute("insert into word(text) values('a word')");
  }

  private SnapshotReply.Saved saved() {
    return assertInstanceOf(SnapshotReply.Saved.class, StoreFixture.get(store.store().snapshot()));
  }
}
