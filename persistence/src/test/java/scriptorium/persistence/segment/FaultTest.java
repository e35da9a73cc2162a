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
import java.util.BitSet;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import scriptorium.persistence.disk.DiskCall;
import scriptorium.persistence.disk.SimulatedDisk;
import scriptorium.persistence.disk.SimulatedProcess;

/** Disks that are full, and disks that fail. */
class FaultTest {
  private final SimulatedDisk disk = new SimulatedDisk();
  private final LogFixture store = new LogFixture(Path.of("store"));
  private SimulatedProcess process = processOn(disk);

  /** Whoever opens the store from now on is a process on that disk. */
  private SimulatedProcess processOn(SimulatedDisk other) {
    process = new SimulatedProcess(other, 1);
    store.files = new SimulatedLogFiles(process);
    return process;
  }

  @Test
  void goesOnOnceThereIsRoomAgainWhereverItRanOut() {
    for (int room = 0; room < 9_000; room += 512) {
      SimulatedDisk full = new SimulatedDisk();
      processOn(full);
      SegmentLog log = store.open();
      appendNumbered(log, 3);

      full.setCapacity(full.usedBytes() + room);
      JournalFullException refused =
          assertThrows(JournalFullException.class, () -> fill(log), "room " + room);
      expectMessage(refused, "no room on the disk: file=" + store.folder, "neededBytes=4096");
      assertTrue(log.isOpen());
      int before = (int) log.highestSequenceNumber();
      assertEquals(numbered(1, before), events(log), "reads go on");
      assertThrows(JournalFullException.class, () -> appendNumbered(log, 1));
      full.setCapacity(Long.MAX_VALUE);

      appendNumbered(log, 60);
      assertEquals(numbered(1, before + 60), events(log));
      log.release();
      processOn(full.afterPowerLoss(new BitSet()));
      assertEquals(numbered(1, before + 60), store.recover(), "room " + room);
    }
  }

  private static void fill(SegmentLog log) {
    while (true) {
      appendNumbered(log, 1);
    }
  }

  @Test
  void saysHowMuchRoomALargeGroupNeeds() {
    SegmentLog log = store.open();
    disk.setCapacity(disk.usedBytes() + 5_000);

    JournalFullException refused =
        assertThrows(JournalFullException.class, () -> append(log, "z".repeat(20_000)));

    expectMessage(refused, store.file(1, 1), "neededBytes=20240", "lastSequenceNumber=0");
    disk.setCapacity(disk.usedBytes() + 20_480);
    append(log, "z".repeat(20_000));
  }

  @Test
  void rollsIntoASmallerSegmentWhenThereIsNoRoomForALargerOne() {
    SegmentLog log = store.open();
    disk.setCapacity(disk.usedBytes() + 4_096);

    assertThrows(JournalFullException.class, () -> fill(log));

    assertEquals(1, log.end().segment(), "the second segment would have had 8 KiB");
    log.release();
  }

  @Test
  void deletionGivesRoomOnAFullDisk() {
    SegmentLog log = store.open();
    disk.setCapacity(40_000);
    assertThrows(JournalFullException.class, () -> fill(log));
    int full = (int) log.highestSequenceNumber();

    disk.setCapacity(disk.usedBytes() + 4_096);
    log.deleteTo(full - 5);
    appendNumbered(log, 30);

    assertEquals(numbered(full - 4, full + 30), events(log));
  }

  @Test
  void leavesNoTraceOfALongGroupThatFoundNoRoom() {
    store.settings = new SegmentLogSettings(8_192, 8_192, LockMode.SHARED);
    SegmentLog log = store.open();
    process.fail(DiskCall.WRITE, 1, "No space left on device");
    assertThrows(JournalFullException.class, () -> append(log, "z".repeat(1_500)));

    appendNumbered(log, 1);
    log.release();

    processOn(disk.afterPowerLoss(new BitSet()));
    assertEquals(numbered(1, 1), store.recover());
  }

  @Test
  void claimsNothingWhenThereIsNoRoomToOpen() {
    store.open().close();

    disk.setCapacity(disk.usedBytes() + 100);
    JournalFullException refused = assertThrows(JournalFullException.class, store::open);
    disk.setCapacity(Long.MAX_VALUE);

    expectMessage(refused, "no room to open the log: folder=" + store.folder, "neededBytes=4096");
    assertEquals(2, store.open().epoch());
  }

  @Test
  void comesBackByItselfWhenTheDiskWasFullAfterItsOwnClaim() {
    SegmentLog log = store.open();
    append(log, "event-1");
    process.fail(DiskCall.FORCE, 1, "Input/output error");
    assertThrows(FailedLogException.class, () -> append(log, "y".repeat(1_000)));
    log.release();
    long[] own = {log.epoch()};
    OpenRequest request = store.request().tellingClaims(epoch -> own[0] = epoch);

    process.fail(DiskCall.LINK, 2, "No space left on device");
    assertThrows(
        JournalFullException.class, () -> SegmentLog.open(store.folder, request.after(own[0])));
    SegmentLog again = SegmentLog.open(store.folder, request.after(own[0]));

    assertEquals(3, again.epoch());
    assertTrue(events(again).contains("1=event-1"));
  }

  @Test
  void givesUpForGoodWhenAForceFails() {
    SegmentLog log = store.open();
    appendNumbered(log, 2);
    process.fail(DiskCall.FORCE, 1, "Input/output error");

    FailedLogException failed =
        assertThrows(FailedLogException.class, () -> append(log, "event-3"));
    FailedLogException later = assertThrows(FailedLogException.class, () -> append(log, "x"));

    expectMessage(failed, "force failed", "lastSequenceNumber=2", "unknown");
    expectMessage(later, "reopen");
    assertFalse(log.isOpen());
    assertEquals(numbered(1, 2), events(log), "reads go on");
    log.close();
  }

  @Test
  void keepsAGroupThatAFailedForceLeftInMemoryOnceItIsFound() {
    for (long seed = 0; seed < 20; seed++) {
      SimulatedDisk failing = new SimulatedDisk();
      process = new SimulatedProcess(failing, seed);
      store.files = new SimulatedLogFiles(process);
      SegmentLog log = store.open();
      appendNumbered(log, 2);
      process.fail(DiskCall.FORCE, 1, "Input/output error");
      assertThrows(FailedLogException.class, () -> append(log, "event-3"));
      log.release();
      SegmentLog again = store.open();
      assertEquals(numbered(1, 3), events(again), "found in memory");
      again.release();

      processOn(failing.afterPowerLoss(new BitSet()));

      assertEquals(numbered(1, 3), store.recover(), "seed " + seed);
    }
  }

  @Test
  void namesAFolderItMayNotUse() {
    process.watch(
        new SimulatedProcess.Watcher() {
          @Override
          public void before(DiskCall call, String name) throws IOException {
            if (call == DiskCall.LINK) {
              throw new AccessDeniedException(name);
            }
          }
        });

    UnusableFolderException refused = assertThrows(UnusableFolderException.class, store::open);

    expectMessage(refused, "no permission to use folder=" + store.folder);
    assertEquals(List.of(), disk.names());
  }

  @Test
  void takesAnExclusiveFolderOnceInOneProcess(@TempDir Path dir) {
    LogFixture real = new LogFixture(dir.resolve("store"));
    real.settings = new SegmentLogSettings(4_096, 8_192, LockMode.EXCLUSIVE);
    SegmentLog log = real.open();

    UnusableFolderException refused = assertThrows(UnusableFolderException.class, real::open);

    expectMessage(refused, "folder=" + real.folder, "pid=" + ProcessHandle.current().pid());
    log.close();
    real.open().close();
  }
}
