package scriptorium.persistence.segment;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static scriptorium.persistence.segment.LogFixture.append;
import static scriptorium.persistence.segment.LogFixture.appendNumbered;
import static scriptorium.persistence.segment.LogFixture.events;
import static scriptorium.persistence.segment.LogFixture.numbered;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * No nonce is used twice with a key: of everything that was ever handed to a file, failed writes
 * included, each pair of salt and frame counter stands before one sequence of bytes alone.
 */
class SealNonceTest {
  @TempDir Path dir;
  private final FaultyFiles faults = FaultyFiles.withoutForces();
  private final NonceWatch watch = new NonceWatch(faults);
  private LogFixture store;

  @BeforeEach
  void setUp() {
    store = fixture("store");
  }

  private LogFixture fixture(String name) {
    LogFixture fixture = new LogFixture(dir.resolve(name));
    fixture.files = watch;
    fixture.settings = LogFixture.SMALL.protectedBy(SealKeyRing.of("a", 1).encrypting("a"));
    return fixture;
  }

  @Test
  void writesAFrameAgainInANewSegmentAfterTheDiskWasFull() {
    SegmentLog log = store.open();
    appendNumbered(log, 2);
    faults.room = 100;
    assertThrows(JournalFullException.class, () -> append(log, "never acknowledged"));
    faults.room = Long.MAX_VALUE;
    SegmentName before = new SegmentName(log.end().epoch(), log.end().segment());

    appendNumbered(log, 1);

    assertEquals(before.next(), new SegmentName(log.end().epoch(), log.end().segment()));
    assertEquals(numbered(1, 3), events(log));
    log.release();
    assertEquals(numbered(1, 3), store.recover());
    watch.expectEachNonceOnce();
    assertTrue(watch.saw(2, 3), "the failed write was seen too");
  }

  @Test
  void usesNoNonceTwiceWhereverTheDiskIsFull() {
    for (int room = 0; room < 6_000; room += 97) {
      LogFixture full = fixture("room-" + room);
      SegmentLog log = full.open();
      appendNumbered(log, 3);

      faults.room = room;
      assertThrows(
          JournalFullException.class,
          () -> {
            while (true) {
              appendNumbered(log, 1);
            }
          });
      assertThrows(JournalFullException.class, () -> append(log, "another"));
      faults.room = Long.MAX_VALUE;

      appendNumbered(log, 5);
      int last = (int) log.highestSequenceNumber();
      log.release();
      assertEquals(numbered(1, last), full.recover(), "room " + room);
    }
    watch.expectEachNonceOnce();
  }

  @Test
  void usesNoNonceTwiceAfterAFailedForceOrWriteAndReopening() {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    for (int round = 0; round < 30; round++) {
      SegmentLog log = store.open();
      int calls = random.nextInt(20);
      int[] left = {calls};
      FaultyFiles.Gate failing =
          file -> {
            if (left[0]-- == 0) {
              throw new IOException("Input/output error");
            }
          };
      faults.beforeForce = failing;
      for (int i = 0; i < 25 && log.isOpen(); i++) {
        try {
          append(log, "event " + round + " " + random.nextLong());
        } catch (FailedLogException e) {
          assertThrows(FailedLogException.class, () -> append(log, "other"));
        }
      }
      faults.beforeForce = file -> {};
      log.release();
    }
    watch.expectEachNonceOnce();
    assertTrue(watch.frames() > 200, "seed=" + seed + " frames=" + watch.frames());
  }

  @Test
  void wouldSeeANonceUsedTwice() {
    SegmentName name = new SegmentName(1, 0);
    SegmentKeys keys = new SegmentKeys(SealKeyRing.of("a", 1).encrypting("a"));
    FrameSeal seal = keys.forNew(name);
    FrameHead head = new FrameHead(FrameKind.EVENTS, 1, 1, 5, ChainEnd.NOTHING);
    byte[] first = bytes(seal.seal(LogFixture.group("one"), head, 128));

    IllegalStateException refused =
        assertThrows(
            IllegalStateException.class, () -> seal.seal(LogFixture.group("two"), head, 128));

    LogFixture.expectMessage(refused, "frameCounter=5");
    byte[] again = bytes(keys.forNew(name).seal(LogFixture.group("one"), head, 128));
    assertNotEquals(0, java.util.Arrays.compare(first, again), "another salt, another key");
    FrameSeal sameSalt = new SegmentKeys(SealKeyRing.of("a", 1).encrypting("a")).forNew(name);
    assertArrayEquals(first, bytes(sameSalt.seal(LogFixture.group("one"), head, 128)));
  }

  private static byte[] bytes(EventGroup group) {
    return java.util.Arrays.copyOfRange(group.array(), 96, 96 + group.payloadBytes());
  }
}
