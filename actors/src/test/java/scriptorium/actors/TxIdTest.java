package scriptorium.actors;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Instant;
import java.util.HashSet;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What a new txId is. */
class TxIdTest {

  private static final Instant NOW = Instant.parse("2026-11-30T12:00:00.123Z");

  @Test
  void isAUuidOfVersion7AndKeepsItsMillisecond() {
    UUID id = TxId.next(NOW);

    assertEquals(7, id.version());
    assertEquals(2, id.variant());
    assertEquals(NOW, TxId.timeOf(id));
    assertEquals(Instant.EPOCH, TxId.timeOf(TxId.next(Instant.EPOCH)));
  }

  @Test
  void risesWithinAMillisecond() {
    Instant later = NOW.plusMillis(1);
    UUID before = TxId.next(later);
    for (int i = 0; i < 2_000; i++) {
      UUID next = TxId.next(later);
      assertTrue(before.compareTo(next) < 0, before + " " + next);
      before = next;
    }
  }

  @Test
  void staysUniqueBeyondTheCounter() {
    Set<UUID> ids = new HashSet<>();
    for (int i = 0; i < 20_000; i++) {
      assertTrue(ids.add(TxId.next(NOW)));
    }
  }

  @Test
  void isUniqueAcrossThreads() throws InterruptedException {
    Set<UUID> ids = ConcurrentHashMap.newKeySet();
    ExecutorService threads = Executors.newFixedThreadPool(8);
    for (int i = 0; i < 8; i++) {
      threads.execute(() -> Stream.generate(() -> TxId.next(NOW)).limit(5_000).forEach(ids::add));
    }
    threads.shutdown();

    assertTrue(threads.awaitTermination(30, TimeUnit.SECONDS));
    assertEquals(40_000, ids.size());
  }

  @Test
  void refusesOtherVersions() {
    assertThrows(IllegalArgumentException.class, () -> TxId.timeOf(new UUID(0, 0)));
  }
}
