package scriptorium.persistence.segment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static scriptorium.persistence.segment.LogFixture.append;
import static scriptorium.persistence.segment.LogFixture.appendNumbered;
import static scriptorium.persistence.segment.LogFixture.events;
import static scriptorium.persistence.segment.LogFixture.expectMessage;
import static scriptorium.persistence.segment.LogFixture.numbered;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import scriptorium.persistence.disk.DiskCall;
import scriptorium.persistence.disk.SimulatedDisk;
import scriptorium.persistence.disk.SimulatedProcess;

/**
 * What killed, frozen and failed writers leave in a folder: the next ones give it back, and it does
 * not grow with each start that fails.
 */
class LeftoversTest {
  private static final String KIB = "x".repeat(900);
  private static final int STARTS = 20;

  @TempDir Path dir;
  private LogFixture store;
  private FaultyFiles files;

  @BeforeEach
  void setUp() {
    store = new LogFixture(dir.resolve("orders"));
    files = new FaultyFiles();
  }

  private List<String> temporary() {
    return names().stream().filter(name -> name.startsWith("tmp-")).toList();
  }

  private Set<String> names() {
    return new TreeSet<>(store.contents().keySet());
  }

  private SegmentLog openOn(LogFiles others) {
    LogFiles before = store.files;
    store.files = others;
    try {
      return store.open();
    } finally {
      store.files = before;
    }
  }

  @Test
  void aSuccessorGivesBackWhatIsOfNoUseToTheFencedOne() {
    SegmentLog old = store.open();
    old.makeSegmentsAhead(Runnable::run);
    append(old, KIB);
    assertEquals(1, temporary().size());

    SegmentLog successor = store.open();

    assertEquals(List.of(), temporary());
    FencedWriterException fenced =
        assertThrows(FencedWriterException.class, () -> append(old, KIB.repeat(4)));
    expectMessage(fenced, "epoch=1", "its write failed");
    append(successor, "b");
    assertEquals(List.of("1=" + KIB, "2=b"), events(successor));
    old.close();
    successor.close();
  }

  @Test
  void aCandidateLeavesTheWritersFilesAloneUntilItHasClaimed() {
    SegmentLog writer = store.open();
    writer.makeSegmentsAhead(Runnable::run);
    append(writer, KIB);
    List<String> ahead = temporary();
    files.room = 0;

    assertThrows(JournalFullException.class, () -> openOn(files));

    assertEquals(ahead, temporary());
    for (int i = 0; i < 8; i++) {
      append(writer, KIB);
    }
    assertEquals(9, events(writer).size());
    writer.close();
  }

  @Test
  void aFrozenCandidateWhoseFilesAreGoneIsFenced() {
    store.open().close();
    files.beforeLink =
        marker -> {
          files.beforeLink = again -> {};
          store.open().release();
          append(store.open(), "a");
          assertEquals(List.of(), temporary());
        };

    FencedWriterException fenced = assertThrows(FencedWriterException.class, () -> openOn(files));

    expectMessage(fenced, "epoch=2 was claimed by another process at the same time");
    assertEquals(List.of("1=a"), store.recover());
  }

  @Test
  void aMarkersFileThatIsGoneWithoutANewerOneIsNotTakenForAFence() {
    store.open().close();
    files.beforeLink =
        marker -> {
          for (String name : temporary()) {
            Files.delete(store.folder.resolve(name));
          }
        };

    assertThrows(UnusableFolderException.class, () -> openOn(files));
  }

  @Test
  void whoHasTheFolderAloneGivesBackEverythingBeforeItNeedsRoom() {
    SimulatedDisk disk = new SimulatedDisk();
    LogFixture alone = simulated(disk, LockMode.EXCLUSIVE);
    SegmentLog log = alone.open();
    log.makeSegmentsAhead(Runnable::run);
    append(log, KIB);
    new SimulatedProcess(disk, 1).letGo(true); // it was killed
    disk.setCapacity(disk.usedBytes());

    SegmentLog next = simulated(disk, LockMode.EXCLUSIVE).open();

    assertEquals(List.of("1=" + KIB), events(next));
    assertTrue(disk.names().stream().noneMatch(name -> name.startsWith("tmp-")));
  }

  private static LogFixture simulated(SimulatedDisk disk, LockMode lock) {
    LogFixture fixture = new LogFixture(Path.of("store"));
    fixture.files = new SimulatedLogFiles(new SimulatedProcess(disk, 1));
    fixture.settings = new SegmentLogSettings(4_096, 16_384, lock);
    return fixture;
  }

  @Test
  void startsThatFindNoRoomForTheCopyOfATornTailLeaveNothing() {
    SimulatedDisk disk = new SimulatedDisk();
    SimulatedProcess process = new SimulatedProcess(disk, 1);
    LogFixture torn = simulated(disk, LockMode.SHARED);
    torn.files = new SimulatedLogFiles(process);
    SegmentLog log = torn.open();
    appendNumbered(log, 3);
    process.fail(DiskCall.WRITE, 1, "Input/output error");
    assertThrows(FailedLogException.class, () -> append(log, "y".repeat(2_800)));
    log.release();
    Set<String> before = new TreeSet<>(disk.names());
    long used = disk.usedBytes();

    for (int i = 0; i < STARTS; i++) {
      disk.setCapacity(used + 4_096 + i * 50L);
      JournalFullException full = assertThrows(JournalFullException.class, torn::open);
      expectMessage(full, "no room to open the log", "neededBytes=");
      assertEquals(before, new TreeSet<>(disk.names()));
    }

    disk.setCapacity(Long.MAX_VALUE);
    SegmentLog open = torn.open();
    assertEquals(2, open.epoch());
    assertEquals(numbered(1, 3), events(open));
    assertEquals(1, disk.names().stream().filter(name -> name.startsWith("torn-")).count());
  }

  @Test
  void startsThatCannotMakeTheEndDurableLeaveNothing() {
    SegmentLog log = store.open();
    appendNumbered(log, 3);
    log.close();
    files.beforeForce =
        file -> {
          if (file.equals(store.file(1, 0))) {
            throw new IOException("Input/output error");
          }
        };
    Set<String> before = names();

    for (int i = 0; i < STARTS; i++) {
      assertThrows(UnusableFolderException.class, () -> openOn(files));
      assertEquals(before, names());
    }
    assertEquals(numbered(1, 3), store.recover());
  }

  @Test
  void startsThatFindNoRoomForTheOpeningFrameLeaveNoSegment() {
    SegmentLog log = store.open();
    appendNumbered(log, 3);
    log.close();
    files.beforeFirstFrame =
        file -> {
          if (file.getFileName().toString().startsWith("tmp-")) {
            throw new IOException("No space left on device");
          }
        };
    List<String> before = store.segmentFiles();

    for (int i = 0; i < STARTS; i++) {
      assertThrows(JournalFullException.class, () -> openOn(files));
      assertEquals(before, store.segmentFiles());
      assertEquals(List.of(), temporary());
    }
    assertEquals(numbered(1, 3), store.recover());
  }

  @Test
  void aSegmentWhoseNameIsNotDurableIsNotLeftByAStart() {
    store.open().close();
    List<String> before = store.segmentFiles();
    files.beforeForceFolder =
        folder -> {
          if (store.segmentFiles().size() > before.size()) {
            throw new IOException("Input/output error");
          }
        };

    assertThrows(UnusableFolderException.class, () -> openOn(files));

    assertEquals(before, store.segmentFiles());
    assertEquals(List.of(), store.recover());
  }
}
