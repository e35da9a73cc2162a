package scriptorium.persistence.segment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static scriptorium.persistence.segment.LogFixture.group;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Large events, and many stores in one folder: files, threads and heap are bounded. */
class ManyStoresTest {
  private static final int STORES = 2_000;
  private static final int LARGE = 16 << 20;

  @TempDir Path dir;

  @Test
  void theLastEventIsConfirmedToReadersOnceThereIsRoomAgain() throws Exception {
    FaultyFiles files = new FaultyFiles();
    LogFixture fixture = new LogFixture(dir.resolve("full"));
    fixture.files = files;
    StoreLog store =
        new StoreLog(
            fixture.folder,
            Duration.ofMillis(1),
            Duration.ofMillis(1),
            own -> fixture.request().after(own),
            null,
            LogMetrics.timeless());
    AtomicInteger refused = new AtomicInteger();
    store
        .ask(
            log -> {
              LogFixture.append(log, "x".repeat(3_692)); // to the segment's very end
              files.beforeForce =
                  file -> {
                    if (refused.incrementAndGet() <= 6) { // two sizes of the next one, three times
                      throw new IOException("No space left on device");
                    }
                  };
              return log;
            })
        .join();

    long deadline = System.nanoTime() + Duration.ofSeconds(20).toNanos();
    while (!(Files.exists(fixture.file(1, 1)) && fixture.frameStarts(1, 1).size() == 1)
        && System.nanoTime() < deadline) {
      Thread.onSpinWait();
    }

    assertEquals(1, fixture.frameStarts(1, 1).size());
    assertTrue(refused.get() > 6, "refused=" + refused);
    store.close().join();
  }

  @Test
  void eachOfManyStoresKeepsTwoFilesOpenAndNoThreadWhileItIsSilent() throws Exception {
    Path descriptors = Path.of("/proc/self/fd");
    Assumptions.assumeTrue(Files.isDirectory(descriptors), "skipped: needs /proc/self/fd");
    long filesBefore = count(descriptors);
    List<StoreLog> stores = new ArrayList<>();
    List<CompletableFuture<?>> written = new ArrayList<>();
    for (int i = 0; i < STORES; i++) {
      LogFixture fixture = new LogFixture(dir.resolve("store-" + i));
      fixture.files = FaultyFiles.withoutForces();
      StoreLog store =
          new StoreLog(
              fixture.folder,
              Duration.ofMillis(1),
              Duration.ofMillis(1),
              own -> fixture.request().after(own),
              null,
              LogMetrics.timeless());
      stores.add(store);
      written.add(store.ask(log -> write(log)));
      if (i % 50 == 49) {
        CompletableFuture.allOf(written.toArray(CompletableFuture<?>[]::new)).join();
      }
    }
    CompletableFuture.allOf(written.toArray(CompletableFuture<?>[]::new)).join();
    long deadline = System.nanoTime() + Duration.ofSeconds(20).toNanos();
    while (threads() > 0 && System.nanoTime() < deadline) {
      Thread.onSpinWait();
    }
    assertEquals(0, threads());
    long files = count(descriptors) - filesBefore;
    assertTrue(files <= 2 * STORES + 20, "files=" + files);

    for (StoreLog store : stores) {
      assertEquals(2, store.ask(log -> write(log)).join());
    }
    closeAll(stores);
    assertTrue(count(descriptors) - filesBefore <= 20);
  }

  private static long write(SegmentLog log) {
    log.append(group("event"), log.highestSequenceNumber() + 1);
    return log.highestSequenceNumber();
  }

  private static void closeAll(List<StoreLog> stores) {
    List<CompletableFuture<Void>> closing = stores.stream().map(StoreLog::close).toList();
    CompletableFuture.allOf(closing.toArray(CompletableFuture<?>[]::new)).join();
  }

  private static long threads() {
    Thread[] all = new Thread[Thread.activeCount() + 100];
    Thread.enumerate(all);
    return Arrays.stream(all)
        .filter(thread -> thread != null && thread.getName().contains("journal-store-"))
        .count();
  }

  private static long count(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.count();
    }
  }

  @Test
  void eventsOf16MiBComeBackAndGiveTheirSpaceBack() throws IOException {
    LogFixture store = new LogFixture(dir.resolve("large"));
    store.files = FaultyFiles.withoutForces();
    SegmentLog log = store.open();
    byte[] event = new byte[LARGE];
    for (int i = 0; i < 4; i++) {
      event[i * 1_000] = (byte) i;
      EventGroup group = new EventGroup();
      group.begin();
      group.beginEvent();
      group.putBytes(event);
      group.endEvent();
      log.append(group, i + 1);
    }
    log.release();

    SegmentLog again = store.open();
    List<Integer> lengths = new ArrayList<>();
    again.replay(
        1,
        4,
        4,
        (number, bytes, offset, length) -> {
          assertEquals(number - 1, bytes[offset + (int) (number - 1) * 1_000]);
          lengths.add(length);
        });

    assertEquals(List.of(LARGE, LARGE, LARGE, LARGE), lengths);
    again.deleteTo(4);
    long left = 0;
    for (String name : store.segmentFiles()) {
      left += Files.size(store.folder.resolve(name));
    }
    assertTrue(left < 2L * LARGE, "left=" + left);
    again.release();
  }
}
