package scriptorium.actors;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import scriptorium.actors.FaultySnapshots.Fault;
import scriptorium.actors.FaultySnapshots.Faults;

/**
 * A snapshot is cut short at each request to the snapshot store in turn: saves, proof, deletions.
 * Wherever it is, nothing is lost, there is a good way to recover, and rubbish goes in the end.
 */
final class SnapshotStepsTest {

  private static final String SCHEMA =
      "create table word(id int generated always as identity primary key, text varchar)";

  /** More than a snapshot needs: the last steps are those of a snapshot that comes off. */
  private static final int MOST_REQUESTS = 60;

  @TempDir Path folder;
  private Path prepared;

  @BeforeEach
  void prepare() {
    prepared = folder.resolve("prepared");
  }

  /** Two snapshots are there, and events behind the older. */
  private void prepare(String plugin) {
    try (StoreFixture store = StoreFixture.in(prepared, plugin).ready()) {
      store.schema(SCHEMA);
      insert(store);
      snapshot(store);
      insert(store);
      snapshot(store);
      insert(store);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {FaultySnapshots.EMBEDDED, FaultySnapshots.FOREIGN})
  void recoversWhereverItCrashes(String plugin) throws IOException {
    prepare(plugin);
    int stride = plugin.equals(FaultySnapshots.EMBEDDED) ? 1 : 3; // each start takes its time
    int step = 0;
    boolean cut = true;
    while (cut) {
      Path data = copyOfPrepared(step);
      cut = crashAt(step, data, plugin);
      recover(data, plugin, "step=" + step);
      step += stride;
    }
    assertTrue(step > 15 && step < MOST_REQUESTS, "steps=" + step);
    System.out.println(
        "SnapshotStepsTest: crashed at one in " + stride + " of " + step + " requests");
  }

  /** Whether it came to so many requests. */
  private static boolean crashAt(int step, Path data, String plugin) {
    try (StoreFixture store = StoreFixture.in(data, plugin).ready()) {
      awaitSwept(store);
      CountDownLatch hangs = Faults.of(store).after(step, Fault.HANG);
      CompletableFuture<SnapshotReply> reply = store.store().snapshot().toCompletableFuture();
      StoreFixture.await("no end", () -> reply.isDone() || hangs.getCount() == 0);
      return hangs.getCount() == 0;
    }
  }

  private static void recover(Path data, String plugin, String step) throws IOException {
    StoreFiles files = new StoreFiles(data.resolve("main"));
    try (StoreFixture store = StoreFixture.in(data, plugin).ready()) {
      assertTrue(
          store.store().status().recovery().orElseThrow().snapshotNumber().value() > 0, step);
      assertEquals(List.of("3"), store.rows("select count(*) from word"), step);
      insert(store);
      assertWholeSnapshots(store, files, step);
      snapshot(store);
      assertEquals(2, files.manifests().size(), step);
      assertWholeSnapshots(store, files, step);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {FaultySnapshots.EMBEDDED, FaultySnapshots.FOREIGN})
  void goesOnWhereverItFails(String plugin) throws IOException {
    prepare(plugin);
    StoreFiles files = new StoreFiles(prepared.resolve("main"));
    int failed = 0;
    try (StoreFixture store = StoreFixture.in(prepared, plugin).ready()) {
      Faults faults = Faults.of(store);
      awaitSwept(store);
      CountDownLatch met = new CountDownLatch(0);
      for (int step = 0; met.getCount() == 0; step++) {
        insert(store);
        List<Path> before = files.manifests();
        met = faults.after(step, step % 2 == 0 ? Fault.FAIL : Fault.FAIL_AFTER);
        if (StoreFixture.get(store.store().snapshot()) instanceof SnapshotReply.Failed) {
          failed++;
          assertTrue(files.manifests().containsAll(before), "step=" + step);
        }
        faults.none();
        insert(store);
        snapshot(store);
        assertEquals(2, files.manifests().size(), "step=" + step);
        assertWholeSnapshots(store, files, "step=" + step);
      }
      store.crash();
      assertEquals(StorePhase.READY, store.store().status().phase());
    }
    assertTrue(failed > 8, "failed=" + failed);
  }

  /** A manifest has all of its chunks, and there are no others. */
  private static void assertWholeSnapshots(StoreFixture store, StoreFiles files, String step) {
    StoreFixture.await("chunks without a manifest, " + step, () -> files.hasWholeSnapshotsOnly());
    assertEquals(StorePhase.READY, store.store().status().phase());
  }

  private static void awaitSwept(StoreFixture store) {
    StoreFixture.await("not swept", () -> store.store().status().snapshot().isPresent());
  }

  private Path copyOfPrepared(int step) throws IOException {
    Path copy = folder.resolve("step-" + step);
    try (Stream<Path> all = Files.walk(prepared)) {
      for (Path path : all.toList()) {
        Files.copy(path, copy.resolve(prepared.relativize(path).toString()));
      }
    }
    return copy;
  }

  private static void insert(StoreFixture store) {
    store.execute("insert into word(text) values('a word')");
  }

  private static void snapshot(StoreFixture store) {
    assertInstanceOf(SnapshotReply.Saved.class, StoreFixture.get(store.store().snapshot()));
  }
}
