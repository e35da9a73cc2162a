package scriptorium.snapshots;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.lang.management.ManagementFactory;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import scriptorium.database.ReadView;

class ScriptDumpTest {
  private static final DumpSettings SMALL_CHUNKS = DumpSettings.DEFAULT.withChunkBytes(200);

  @Test
  void endsWithTheSinksFailureAtAnyChunkAndReleasesEverything() throws Exception {
    try (Library library = Library.rich()) {
      MemoryChunks whole = new MemoryChunks();
      library.dump(whole, SMALL_CHUNKS);
      for (int at = 0; at < whole.chunks.size(); at++) {
        expectFailureAt(library, at);
      }

      MemoryChunks again = new MemoryChunks();
      SnapshotManifest manifest = library.dump(again, SMALL_CHUNKS);
      Library.restore(manifest, again).close();
    }
  }

  private static void expectFailureAt(Library library, int at) {
    IOException full = new IOException("No space left on device");
    AtomicInteger calls = new AtomicInteger();

    IOException failure =
        assertThrows(
            IOException.class,
            () ->
                library.dump(
                    (index, bytes) -> {
                      calls.incrementAndGet();
                      if (index == at) {
                        throw full;
                      }
                    },
                    SMALL_CHUNKS));

    assertSame(full, failure);
    assertEquals(at + 1, calls.get(), "nothing reaches the sink after its failure");
    assertEquals(0, ScriptFilePath.offered());
  }

  @Test
  void endsWithTheSinksOwnException() throws Exception {
    try (Library library = Library.rich()) {
      IllegalStateException fenced = new IllegalStateException("epoch=3 newest=4");

      IllegalStateException failure =
          assertThrows(
              IllegalStateException.class,
              () ->
                  library.dump(
                      (index, bytes) -> {
                        throw fenced;
                      },
                      SMALL_CHUNKS));

      assertSame(fenced, failure);
    }
  }

  @Test
  void keepsTheInterruptOfABlockedSink() throws Exception {
    try (Library library = Library.rich()) {
      assertThrows(
          InterruptedIOException.class,
          () ->
              library.dump(
                  (index, bytes) -> {
                    throw new InterruptedException();
                  },
                  SMALL_CHUNKS));

      assertTrue(Thread.interrupted());
    }
  }

  @Test
  void stopsSoonAfterItIsCancelled() throws Exception {
    try (Library library = Library.rich();
        ReadView view = library.database.pin()) {
      AtomicInteger calls = new AtomicInteger();
      ScriptDump dump = new ScriptDump(library.database, view, SMALL_CHUNKS, System::nanoTime);

      assertThrows(
          CancellationException.class,
          () ->
              dump.run(
                  library.stamp(),
                  Map.of(),
                  (index, bytes) -> {
                    calls.incrementAndGet();
                    dump.cancel();
                  }));

      // What one write of H2's compresses to may still be handed over.
      assertTrue(calls.get() < 40, "calls=" + calls);
      assertEquals(0, ScriptFilePath.offered());
    }
  }

  @Test
  void holdsNoMoreThanAFewChunksOfAScriptTenTimesAsLarge() throws Exception {
    int chunkBytes = 512 << 10;
    try (Library library = Library.empty()) {
      library.schema("CREATE TABLE noise(id BIGINT PRIMARY KEY, text VARCHAR)");
      library.write(
          "INSERT INTO noise SELECT x, RAWTOHEX(SECURE_RAND(500)) FROM SYSTEM_RANGE(1, 12000)");
      library.dump((index, bytes) -> {}, DumpSettings.DEFAULT);
      long before = usedHeap();
      AtomicLong highest = new AtomicLong();
      AtomicInteger calls = new AtomicInteger();

      SnapshotManifest manifest =
          library.dump(
              (index, bytes) -> {
                calls.incrementAndGet();
                if (index % 6 == 5) {
                  highest.accumulateAndGet(usedHeap(), Math::max);
                }
              },
              DumpSettings.DEFAULT.withChunkBytes(chunkBytes));

      assertTrue(calls.get() >= 10, "chunks=" + calls);
      assertTrue(manifest.scriptBytes() > 20L * chunkBytes, "script=" + manifest.scriptBytes());
      long held = highest.get() - before;
      assertTrue(held < 6L * chunkBytes, "bytes held beside the database=" + held);
    }
  }

  private static long usedHeap() {
    System.gc();
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }

  @Test
  void restsInProportionToItsWork() {
    AtomicLong clock = new AtomicLong();
    Throttle quarter = new Throttle(0.25, clock::get, clock::addAndGet, () -> false);

    for (int i = 0; i < 101; i++) {
      clock.addAndGet(100_000);
      quarter.pace();
    }

    // 100 pieces of work made complete slices, each followed by three times as much rest.
    assertEquals((101 + 100 * 3) * 100_000L, clock.get());
  }

  @Test
  void doesNotCountTimeInTheSinkAsWork() {
    AtomicLong clock = new AtomicLong();
    Throttle half = new Throttle(0.5, clock::get, clock::addAndGet, () -> false);

    for (int i = 0; i < 100; i++) {
      half.pause();
      clock.addAndGet(1_000_000_000);
      half.resume();
      half.pace();
    }

    assertEquals(100_000_000_000L, clock.get(), "it never rested");
  }

  @Test
  void restsWithinASectionThatIsWrittenAtOnce() throws Exception {
    AtomicLong clock = new AtomicLong();
    AtomicInteger rests = new AtomicInteger();
    Throttle half =
        new Throttle(
            0.5, () -> clock.addAndGet(200_000), nanos -> rests.incrementAndGet(), () -> false);

    writeNoise(1 << 20, DumpSettings.DEFAULT, half);

    assertTrue(rests.get() >= 64, "rests=" + rests);
  }

  @Test
  void compressesInBlocksThatAreShorterThanZstdsOwn() throws Exception {
    Throttle whole = new Throttle(1, () -> 0, () -> false);

    int chunks = writeNoise(16 << 10, DumpSettings.DEFAULT.withChunkBytes(1 << 10), whole);

    assertTrue(chunks >= 15, "chunks handed over before the section's end=" + chunks);
  }

  /** Writes one section; what was handed over before its end. */
  private static int writeNoise(int length, DumpSettings settings, Throttle throttle)
      throws Exception {
    byte[] noise = new byte[length];
    new Random(1).nextBytes(noise);
    AtomicInteger handedOver = new AtomicInteger();
    try (Library library = Library.empty()) {
      ChunkedOutput chunks =
          new ChunkedOutput(
              settings, library.stamp(), (index, bytes) -> handedOver.incrementAndGet(), throttle);
      try (SectionOutput out =
          new SectionOutput("noise", chunks, settings, throttle, () -> false)) {
        out.write(noise);
        return handedOver.get();
      }
    }
  }
}
