package scriptorium.persistence.segment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static scriptorium.persistence.segment.LogFixture.append;
import static scriptorium.persistence.segment.LogFixture.appendNumbered;
import static scriptorium.persistence.segment.LogFixture.events;
import static scriptorium.persistence.segment.LogFixture.expectMessage;
import static scriptorium.persistence.segment.LogFixture.group;
import static scriptorium.persistence.segment.LogFixture.numbered;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two writers on one folder: whatever one acknowledged is there, and only one acknowledges. */
class FencingTest {
  @TempDir Path dir;
  private LogFixture old;
  private LogFixture successor;
  private final FaultyFiles oldFiles = FaultyFiles.withoutForces();

  @BeforeEach
  void setUp() {
    old = new LogFixture(dir.resolve("store"));
    old.files = oldFiles;
    successor = new LogFixture(old.folder);
    successor.files = FaultyFiles.withoutForces();
  }

  @Test
  void fencesTheOldWriterAsSoonAsASuccessorClaims() {
    SegmentLog first = old.open();
    appendNumbered(first, 3);

    SegmentLog second = successor.open();
    assertThrows(FencedWriterException.class, first::checkNewest);
    FencedWriterException fenced =
        assertThrows(FencedWriterException.class, () -> append(first, "late"));
    appendNumbered(second, 1);

    expectMessage(fenced, old.folder, "epoch=1", "epoch-0000000002");
    assertEquals(numbered(1, 4), events(second));
    assertFalse(first.isOpen());
    assertThrows(FencedWriterException.class, first::markIdle);
    assertThrows(FencedWriterException.class, () -> first.deleteTo(1));
    first.close();
    second.release();
    assertEquals(numbered(1, 4), successor.recover());
  }

  @Test
  void losesNothingWhenFrozenBetweenForceAndCheckWhileTheSuccessorDeletesAndRolls() {
    SegmentLog first = old.open();
    appendNumbered(first, 100);
    List<SegmentLog> taken = new ArrayList<>();
    oldFiles.beforeCheck =
        file -> {
          if (taken.isEmpty()) {
            SegmentLog second = successor.open();
            taken.add(second);
            appendNumbered(second, 200);
            second.deleteTo(150);
            appendNumbered(second, 10);
          }
        };

    assertThrows(FencedWriterException.class, () -> append(first, "frozen"));
    assertThrows(FencedWriterException.class, () -> append(first, "thawed"));

    SegmentLog second = taken.get(0);
    assertEquals(311, second.highestSequenceNumber());
    List<String> expected = numbered(151, 311);
    assertEquals(expected, events(second));
    second.release();
    assertEquals(expected, successor.recover());
  }

  @Test
  void doesNotCountAFrameWrittenAfterTheSuccessorReadTheEnd() {
    SegmentLog first = old.open();
    appendNumbered(first, 5);
    List<SegmentLog> taken = new ArrayList<>();
    oldFiles.beforeForce =
        file -> {
          if (taken.isEmpty()) {
            taken.add(first);
            SegmentLog second = successor.open();
            taken.set(0, second);
          }
        };

    assertThrows(FencedWriterException.class, () -> append(first, "event-6"));

    SegmentLog second = taken.get(0);
    assertEquals(numbered(1, 6), events(second), "was written before the claim: may count");
    appendNumbered(second, 1);
    second.release();
    assertEquals(numbered(1, 7), successor.recover());
  }

  @Test
  void voidsAnEpochWhoseOpeningCameTooLate() {
    SegmentLog first = old.open();
    appendNumbered(first, 2);
    first.close();
    List<SegmentLog> taken = new ArrayList<>();
    oldFiles.beforeLink =
        file -> {
          if (file.getFileName().toString().startsWith("segment-0000000002")) {
            SegmentLog third = successor.open();
            appendNumbered(third, 1);
            taken.add(third);
          }
        };

    assertThrows(FencedWriterException.class, old::open);

    SegmentLog third = taken.get(0);
    assertEquals(3, third.epoch());
    appendNumbered(third, 1);
    third.release();
    assertEquals(numbered(1, 4), successor.recover());
  }

  @Test
  void countsAnEpochThatOpenedBetweenTheSuccessorsTwoReadings() throws Exception {
    old.open().close();
    CountDownLatch readOnce = new CountDownLatch(1);
    CountDownLatch acknowledged = new CountDownLatch(1);
    FaultyFiles successorFiles = FaultyFiles.withoutForces();
    successor.files = successorFiles;
    successorFiles.beforeLink =
        file -> {
          readOnce.countDown();
          await(acknowledged);
        };
    CompletableFuture<SegmentLog> third = new CompletableFuture<>();
    oldFiles.beforeFirstFrame =
        file -> {
          oldFiles.beforeFirstFrame = again -> {};
          new Thread(() -> third.complete(successor.open())).start();
          await(readOnce);
        };

    SegmentLog second = old.open();
    appendNumbered(second, 2);
    acknowledged.countDown();

    SegmentLog head = third.get(20, TimeUnit.SECONDS);
    assertEquals(3, head.epoch());
    assertEquals(numbered(1, 2), events(head));
    head.close();
    second.close();
  }

  @Test
  void readsPastALivingWriterInsteadOfTakingItsFramesForDamage() {
    SegmentLog first = old.open();
    FaultyFiles successorFiles = FaultyFiles.withoutForces();
    successor.files = successorFiles;
    successorFiles.beforeRead =
        file -> {
          try {
            appendNumbered(first, first.highestSequenceNumber() < 60 && first.isOpen() ? 1 : 0);
          } catch (FencedWriterException e) {
            assertFalse(first.isOpen());
          }
        };

    SegmentLog second = successor.open();

    int last = (int) second.highestSequenceNumber();
    assertTrue(last >= first.highestSequenceNumber());
    assertTrue(last > 3);
    assertEquals(numbered(1, last), events(second));
    second.close();
    first.close();
  }

  private static void await(CountDownLatch latch) {
    try {
      assertTrue(latch.await(20, TimeUnit.SECONDS));
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void letsOneOfTwoCandidatesWin() {
    SegmentLog first = old.open();
    appendNumbered(first, 2);
    first.close();
    List<SegmentLog> taken = new ArrayList<>();
    oldFiles.beforeLink =
        file -> {
          if (taken.isEmpty() && file.endsWith("epoch-0000000002")) {
            taken.add(successor.open());
          }
        };

    FencedWriterException lost = assertThrows(FencedWriterException.class, old::open);

    expectMessage(lost, "epoch=2");
    appendNumbered(taken.get(0), 1);
    taken.get(0).release();
    assertEquals(numbered(1, 3), successor.recover());
  }

  @Test
  void writesAfterASuccessorWasKilledBetweenMarkerAndOpening() throws IOException {
    SegmentLog first = old.open();
    appendNumbered(first, 2);
    Files.createFile(old.folder.resolve("epoch-0000000002"));

    assertThrows(FencedWriterException.class, () -> append(first, "late"));
    SegmentLog third = successor.open();

    assertEquals(3, third.epoch());
    assertEquals(3, third.highestSequenceNumber(), "the unacknowledged frame may count");
    third.close();
    first.close();
  }

  @Test
  void stopsAndSaysSoWhenItCannotTellWhetherAnotherClaimed() {
    SegmentLog first = old.open();
    oldFiles.beforeCheck =
        file -> {
          throw new IOException("Input/output error");
        };

    FencedWriterException stopped =
        assertThrows(FencedWriterException.class, () -> append(first, "a"));

    expectMessage(
        stopped,
        "cannot tell whether another process claimed: folder=" + old.folder,
        "epoch=1 file=epoch-0000000002",
        "Input/output error",
        "start it again");
    oldFiles.beforeCheck = file -> {};
    FencedWriterException again =
        assertThrows(FencedWriterException.class, () -> append(first, "b"));
    assertSame(stopped, again.getCause());
    first.close();
    old.ownEpoch = 1;
    assertEquals(List.of("1=a"), old.recover(), "nobody had claimed");
  }

  @Test
  void overwritesNothingAfterAnErrorOfTheMachine() {
    SegmentLog first = old.open();
    oldFiles.beforeCheck =
        file -> {
          oldFiles.beforeCheck = again -> {};
          throw new OutOfMemoryError("for a test");
        };
    assertThrows(OutOfMemoryError.class, () -> append(first, "a"));
    SegmentLog second = successor.open();
    assertEquals(List.of("1=a"), events(second));

    assertThrows(FailedLogException.class, () -> append(first, "b"));
    first.close();

    append(second, "c");
    second.release();
    assertEquals(List.of("1=a", "2=c"), successor.recover());
  }

  @Test
  void neverTakesTheLogBackOnceAnotherClaimedIt() {
    SegmentLog first = old.open();
    first.release();
    successor.open().close();
    old.ownEpoch = 1;

    expectMessage(assertThrows(FencedWriterException.class, old::open), "epoch=2 was claimed");
    old.ownEpoch = 2;
    SegmentLog own = old.open();
    assertEquals(3, own.epoch());
    own.close();
  }

  @Test
  void tellsThatItIsFencedWhereItsFilesAreGone() {
    SegmentLog first = old.open();
    appendNumbered(first, 1);
    oldFiles.beforeForce =
        file -> {
          oldFiles.beforeForce = again -> {};
          successor.open().release();
          throw new IOException("Input/output error");
        };

    expectMessage(
        assertThrows(FencedWriterException.class, () -> append(first, "late")), "epoch=1", "force");
    assertThrows(FencedWriterException.class, () -> append(first, "later"));
    first.close();
  }

  @Test
  void refusesToShareAFileSystemNotKnownToBeCoherentUnlessToldSo() {
    Path unknown = Path.of("/proc/self");
    OpenRequest shared = old.request();

    UnusableFolderException refused =
        assertThrows(UnusableFolderException.class, () -> SegmentLog.open(unknown, shared));
    expectMessage(refused, "type=proc", "coherent-file-system = on");

    for (SegmentLogSettings accepted :
        List.of(
            new SegmentLogSettings(4_096, 16_384, LockMode.SHARED, true),
            new SegmentLogSettings(4_096, 16_384, LockMode.EXCLUSIVE))) {
      old.settings = accepted;
      OpenRequest request = old.request();
      UnusableFolderException unlocked =
          assertThrows(UnusableFolderException.class, () -> SegmentLog.open(unknown, request));
      expectMessage(unlocked, "cannot use folder");
    }
  }

  @Test
  void ignoresTheVoidFramesOfAnEpochThatTheChainDoesNotName() {
    SegmentLog first = old.open();
    appendNumbered(first, 2);
    SegmentLog second = successor.open();
    assertThrows(FencedWriterException.class, () -> first.append(group("a", "b", "c"), 3));
    assertThrows(FencedWriterException.class, () -> append(first, "d"));
    appendNumbered(second, 2);
    second.release();
    first.close();

    assertEquals(numbered(1, 4), successor.recover());
    assertTrue(old.segmentFiles().contains(new SegmentName(1, 0).fileName()));
  }
}
