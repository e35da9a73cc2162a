package scriptorium.persistence.segment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static scriptorium.persistence.segment.LogFixture.append;
import static scriptorium.persistence.segment.LogFixture.appendNumbered;
import static scriptorium.persistence.segment.LogFixture.events;
import static scriptorium.persistence.segment.LogFixture.expectMessage;
import static scriptorium.persistence.segment.LogFixture.numbered;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Disks that are full, and disks that fail. */
class FaultTest {
  @TempDir Path dir;
  private LogFixture store;
  private final FaultyFiles files = FaultyFiles.withoutForces();

  @BeforeEach
  void setUp() {
    store = new LogFixture(dir.resolve("store"));
    store.files = files;
  }

  @Test
  void goesOnOnceThereIsRoomAgainWhereverItRanOut() {
    for (int room = 0; room < 5_000; room += 311) {
      LogFixture full = new LogFixture(dir.resolve("room-" + room));
      full.files = files;
      SegmentLog log = full.open();
      appendNumbered(log, 3);

      files.room = room;
      JournalFullException refused =
          assertThrows(JournalFullException.class, () -> fill(log), "room " + room);
      expectMessage(refused, "no room on the disk", full.folder);
      assertTrue(log.isOpen());
      assertEquals(numbered(1, (int) log.highestSequenceNumber()), events(log));
      files.room = Long.MAX_VALUE;

      appendNumbered(log, 60);
      int last = (int) log.highestSequenceNumber();
      assertEquals(numbered(1, last), events(log));
      log.release();
      assertEquals(numbered(1, last), full.recover(), "room " + room);
    }
  }

  private static void fill(SegmentLog log) {
    while (true) {
      appendNumbered(log, 1);
    }
  }

  @Test
  void leavesNoTraceOfALongGroupThatFoundNoRoom() {
    SegmentLog log = store.open();
    files.room = 700;
    assertThrows(JournalFullException.class, () -> append(log, "z".repeat(1_500)));
    files.room = Long.MAX_VALUE;

    appendNumbered(log, 1);
    log.release();

    assertEquals(numbered(1, 1), store.recover());
  }

  @Test
  void claimsNothingWhenThereIsNoRoomToOpen() {
    store.open().close();
    var before = store.contents();

    files.room = 100;
    assertThrows(JournalFullException.class, store::open);
    files.room = Long.MAX_VALUE;

    assertEquals(before, store.contents());
    assertEquals(2, store.open().epoch());
  }

  @Test
  void givesUpForGoodWhenAForceFails() {
    SegmentLog log = store.open();
    appendNumbered(log, 2);
    files.beforeForce =
        file -> {
          throw new IOException("Input/output error");
        };

    FailedLogException failed =
        assertThrows(FailedLogException.class, () -> append(log, "event-3"));
    files.beforeForce = file -> {};
    FailedLogException later = assertThrows(FailedLogException.class, () -> append(log, "x"));

    expectMessage(failed, "force failed", "lastSequenceNumber=2", "unknown");
    expectMessage(later, "reopen");
    assertFalse(log.isOpen());
    log.close();
    store.ownEpoch = 1;
    SegmentLog again = store.open();
    assertEquals(numbered(1, 3), events(again), "the unknown group turned out written");
    again.close();
  }

  @Test
  void namesAFolderItMayNotUse() {
    files.beforeLink =
        file -> {
          throw new AccessDeniedException(file.toString());
        };

    UnusableFolderException refused = assertThrows(UnusableFolderException.class, store::open);

    expectMessage(refused, "no permission to use folder=" + store.folder);
    files.beforeLink = file -> {};
    store.open().close();
  }

  @Test
  void takesAnExclusiveFolderOnceInOneProcess() {
    store.settings = new SegmentLogSettings(4_096, 8_192, LockMode.EXCLUSIVE);
    SegmentLog log = store.open();

    UnusableFolderException refused = assertThrows(UnusableFolderException.class, store::open);

    expectMessage(refused, "folder=" + store.folder, "pid=" + ProcessHandle.current().pid());
    log.close();
    store.open().close();
  }
}
