package scriptorium.persistence.segment;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static scriptorium.persistence.segment.LogFixture.append;
import static scriptorium.persistence.segment.LogFixture.appendNumbered;
import static scriptorium.persistence.segment.LogFixture.events;
import static scriptorium.persistence.segment.LogFixture.expectMessage;
import static scriptorium.persistence.segment.LogFixture.numbered;
import static scriptorium.persistence.segment.LogFixture.slice;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import scriptorium.keys.Protection;
import scriptorium.persistence.segment.RepairPlan.Need;

/** What a repair keeps, what it says is lost, and that it takes nothing away. */
class RepairTest {
  @TempDir Path dir;
  private LogFixture store;

  @BeforeEach
  void setUp() {
    store = new LogFixture(dir.resolve("store"));
    store.files = FaultyFiles.withoutForces();
  }

  private RepairPlan repair(long snapshotNumber) {
    Map<String, String> before = store.contents();
    RepairPlan planned =
        LogRepair.of(store.folder, "orders", snapshotNumber, Protection.NONE).plan();
    assertEquals(before, store.contents());

    RepairPlan done =
        LogRepair.of(store.folder, "orders", snapshotNumber, Protection.NONE)
            .apply(store.request().claimant());

    assertEquals(planned, done);
    Map<String, String> after = store.contents();
    after.keySet().retainAll(before.keySet());
    assertEquals(before, after, "every file is as it was");
    return done;
  }

  private void expectStartsWith(List<String> events, long snapshotNumber) {
    assertEquals(events, store.recover());
    assertEquals(
        Need.NONE,
        LogRepair.of(store.folder, "orders", snapshotNumber, Protection.NONE).plan().need());
    SegmentReader.of(store.folder).read(FrameVisitor.NONE);
  }

  private SegmentLog written(int events) {
    SegmentLog log = store.open();
    appendNumbered(log, events);
    return log;
  }

  @Test
  void writesTheEndThatItNamesOnceMoreBeforeItNamesIt() {
    written(3).release();
    store.flip(store.file(1, 0), store.frameStarts(1, 0).get(2) + 100);
    FaultyFiles files = FaultyFiles.withoutForces();
    List<String> calls = new ArrayList<>();
    files.beforeFirstFrame = file -> calls.add("write " + file.getFileName());
    files.beforeForce = file -> calls.add("force " + file.getFileName());
    files.beforeLink = name -> calls.add("link " + name.getFileName());

    LogRepair.of(store.folder, "orders", 0, files, Protection.NONE)
        .apply(store.request().claimant());

    String end = store.file(1, 0).getFileName().toString();
    int written = calls.indexOf("write " + end);
    int forced = calls.lastIndexOf("force " + end);
    int named = calls.indexOf("link " + store.file(2, 0).getFileName());
    assertTrue(0 <= written && written < forced && forced < named, calls::toString);
    assertEquals(numbered(1, 1), store.recover());
  }

  @Test
  void leavesAWholeLogAlone() {
    SegmentLog log = written(300);
    log.deleteTo(100);
    log.release();
    Map<String, String> before = store.contents();

    RepairPlan plan = repair(0);

    assertEquals(Need.NONE, plan.need());
    assertEquals(List.of(), plan.damages());
    assertEquals(before, store.contents());
  }

  @Test
  void leavesATornTailToTheNextStart() {
    SegmentLog log = written(3);
    log.release();
    long start = store.frameStarts(1, 0).get(3);
    store.zero(store.file(1, 0), start + 97, 4_096);

    assertEquals(Need.NONE, repair(0).need());
    expectStartsWith(numbered(1, 2), 0);
  }

  @Test
  void givesUpACompleteButBadLastFrameAndCopiesIt() throws IOException {
    SegmentLog log = written(1);
    append(log, "event-2", "event-3");
    log.release();
    long start = store.frameStarts(1, 0).get(2);
    store.flip(store.file(1, 0), start + 100);
    byte[] bad = store.read(store.file(1, 0));

    RepairPlan plan = repair(0);

    assertEquals(Need.REPAIR, plan.need());
    assertEquals(1, plan.keptTo());
    assertEquals(3, plan.lostTo());
    assertTrue(plan.loses());
    assertFalse(plan.mayBeMore());
    assertEquals(start, plan.damages().get(0).offset());
    byte[] copy =
        Files.readAllBytes(
            store.folder.resolve(TornTail.copyName(new SegmentName(1, 0), start, 2)));
    assertArrayEquals(slice(bad, start, start + copy.length), copy);
    expectStartsWith(numbered(1, 1), 0);
    SegmentLog again = store.open();
    append(again, "event-2");
    again.release();
    assertEquals(numbered(1, 2), store.recover());
  }

  @Test
  void losesNothingOfABadLastFrameThatASnapshotHolds() {
    SegmentLog log = written(1);
    append(log, "event-2", "event-3");
    log.release();
    store.flip(store.file(1, 0), store.frameStarts(1, 0).get(2) + 100);

    RepairPlan plan = repair(3);

    assertEquals(3, plan.keptTo());
    assertFalse(plan.loses());
    expectStartsWith(List.of(), 3);
    SegmentLog again = store.open();
    assertEquals(3, again.highestSequenceNumber());
    again.release();
  }

  @Test
  void saysThatMoreMayBeLostWhenNothingTellsWhatAFrameHeld() {
    written(2).release();
    store.flip(store.file(1, 0), store.frameStarts(1, 0).get(2) + 20);

    RepairPlan plan = repair(0);

    assertEquals(1, plan.keptTo());
    assertTrue(plan.mayBeMore());
    assertTrue(plan.loses());
    expectStartsWith(numbered(1, 1), 0);
  }

  @Test
  void cutsTheLogBeforeABadFrameInItsMiddleAndKeepsTheRestAside() {
    written(300).release();
    SegmentLog second = store.open();
    appendNumbered(second, 100);
    second.release();
    long start = store.frameStarts(1, 1).get(5);
    store.flip(store.file(1, 1), start + 100);

    RepairPlan plan = repair(0);

    long kept = plan.keptTo();
    assertEquals(400, plan.lostTo());
    assertTrue(kept > 20 && kept < 100, "kept " + kept);
    assertEquals(store.segmentFiles().size() - 2, plan.parts().size());
    expectStartsWith(numbered(1, (int) kept), 0);
    SegmentLog again = store.open();
    again.deleteTo(kept);
    again.release();
    assertTrue(store.contents().containsKey(TornTail.copyName(new SegmentName(1, 1), start, 3)));
  }

  @Test
  void isNotNeededForAFrameBehindTheSnapshotThatAStartDoesNotRead() {
    written(300).release();
    store.flip(store.file(1, 1), store.frameStarts(1, 1).get(5) + 100);

    RepairPlan plan = repair(290);

    assertEquals(Need.NONE, plan.need());
    assertTrue(plan.damages().get(0).inSnapshot());
    SegmentLog log = store.open();
    assertEquals(numbered(291, 300), events(log, 291, 300, 300));
    log.release();
  }

  @Test
  void losesNothingWhenOnlyTheHeaderOfASegmentIsBad() {
    written(300).release();
    SegmentLog second = store.open();
    appendNumbered(second, 100);
    second.release();
    store.flip(store.file(1, 2), 50);
    assertThrows(DamagedJournalException.class, store::open);

    RepairPlan plan = repair(0);

    assertFalse(plan.loses(), plan.toString());
    assertEquals(400, plan.keptTo());
    assertTrue(plan.rewrittenFrom() > 1 && plan.rewrittenFrom() <= 300);
    expectStartsWith(numbered(1, 400), 0);
  }

  @Test
  void losesNothingWhenAFrameWithoutEventsIsBad() {
    SegmentLog log = written(3);
    log.markIdle();
    appendNumbered(log, 4);
    log.release();
    store.flip(store.file(1, 0), store.frameStarts(1, 0).get(4) + 20);
    assertThrows(DamagedJournalException.class, store::open);

    RepairPlan plan = repair(0);

    assertFalse(plan.loses(), plan.toString());
    assertEquals(4, plan.rewrittenFrom());
    expectStartsWith(numbered(1, 7), 0);
  }

  @Test
  void losesNothingWhenTheNewestOpeningFrameIsBad() {
    written(30).release();
    SegmentLog second = store.open();
    appendNumbered(second, 70);
    second.release();
    store.flip(store.file(2, 0), store.frameStarts(2, 0).get(0) + 100);
    assertThrows(DamagedJournalException.class, store::open);

    RepairPlan plan = repair(0);

    assertFalse(plan.loses(), plan.toString());
    assertEquals(31, plan.rewrittenFrom());
    expectStartsWith(numbered(1, 100), 0);
  }

  @Test
  void neverBelievesAFrameThatWasVoidWhenTheOpeningFrameThatSaysSoIsBad() {
    SegmentLog frozen = written(3);
    SegmentLog second = store.open();
    append(second, "event-4");
    append(second, "event-5");
    assertThrows(FencedWriterException.class, () -> append(frozen, "void"));
    frozen.release();
    second.release();
    store.flip(store.file(2, 0), store.frameStarts(2, 0).get(0) + 100);

    repair(0);

    expectStartsWith(numbered(1, 5), 0);
  }

  @Test
  void cutsTheLogBeforeAMissingSegment() throws IOException {
    written(300).release();
    Files.delete(store.file(1, 1));

    RepairPlan plan = repair(0);

    assertEquals(Need.REPAIR, plan.need());
    assertEquals(300, plan.lostTo());
    assertEquals("the file is missing", plan.damages().get(0).reason());
    expectStartsWith(numbered(1, (int) plan.keptTo()), 0);
  }

  @Test
  void goesOnBehindAMissingSegmentThatASnapshotCovers() throws IOException {
    written(300).release();
    Files.delete(store.file(1, 1));
    assertThrows(DamagedJournalException.class, store::open);

    RepairPlan plan = repair(290);

    assertFalse(plan.loses(), plan.toString());
    assertEquals(300, plan.keptTo());
    expectStartsWith(numbered(291, 300), 290);
  }

  @Test
  void goesOnBehindTheSnapshotWhenTheDamageLiesBeyondIt() throws IOException {
    written(300).release();
    long first = new SegmentNameNumbers(store).firstNumber(1, 2);
    Files.delete(store.file(1, 2));

    RepairPlan plan = repair(first + 10);

    assertEquals(first + 10, plan.keptTo());
    assertEquals(300, plan.lostTo());
    expectStartsWith(List.of(), first + 10);
    SegmentLog again = store.open();
    assertEquals(first + 10, again.highestSequenceNumber());
    again.release();
  }

  @Test
  void saysSoWhenNothingIsLeftToBeginWith() throws IOException {
    written(300).release();
    Files.delete(store.file(1, 0));

    RepairPlan plan = repair(0);

    assertEquals(Need.HOPELESS, plan.need());
    RepairPlan withSnapshot = repair(100);
    assertEquals(Need.REPAIR, withSnapshot.need());
    assertEquals(100, withSnapshot.keptTo());
    expectStartsWith(List.of(), 100);
  }

  @Test
  void isRefusedWhileAProcessHasTheStoreOpen() throws Exception {
    written(1).release();
    for (String lock : List.of("SHARED", "EXCLUSIVE")) {
      try (ChildProcess child =
          ChildProcess.start(ChildWriter.class, store.folder.toString(), lock, "1")) {
        assertEquals("open", String.valueOf(child.line()).substring(0, 4));

        UnusableFolderException refused =
            assertThrows(UnusableFolderException.class, () -> apply(0));

        expectMessage(refused, "in use", "pid=" + child.pid());
        child.kill();
      }
    }
  }

  private RepairPlan apply(long snapshotNumber) {
    return LogRepair.of(store.folder, "orders", snapshotNumber, Protection.NONE)
        .apply(store.request().claimant());
  }

  @Test
  void changesNothingWhenItEndsInItsMiddle() {
    written(300).release();
    store.flip(store.file(1, 2), 50);
    FaultyFiles faulty = FaultyFiles.withoutForces();
    for (int most = 0; most < 12; most++) {
      LogFixture copy = store.copyTo(dir.resolve("ends-" + most));
      int[] left = {most};
      FaultyFiles.Gate gate =
          file -> {
            if (left[0]-- == 0) {
              throw new IOException("ended");
            }
          };
      faulty.beforeForce = gate;
      faulty.beforeLink = gate;
      boolean ended = false;
      try {
        LogRepair.of(copy.folder, "orders", 0, faulty, Protection.NONE)
            .apply(store.request().claimant());
      } catch (UnusableFolderException e) {
        ended = true;
      }
      if (ended) {
        assertThrows(DamagedJournalException.class, copy::open);
        LogRepair.of(copy.folder, "orders", 0, Protection.NONE).apply(store.request().claimant());
      }
      assertEquals(numbered(1, 300), copy.recover(), "ended after " + most);
    }
  }

  @Test
  void alwaysLeavesALogThatOpensWithWhatItSaidIsKept() throws IOException {
    SegmentLog first = written(40);
    first.markIdle();
    first.release();
    SegmentLog second = store.open();
    appendNumbered(second, 25);
    second.deleteTo(5);
    appendNumbered(second, 5);
    second.release();
    int repaired = 0;
    for (String name : store.segmentFiles()) {
      Path file = store.folder.resolve(name);
      for (int at = name.length() % 7; at < Files.size(file); at += 83) {
        LogFixture copy = store.copyTo(dir.resolve(name + "-" + at));
        copy.flip(copy.folder.resolve(name), at);
        repaired += repairs(copy, name + " offset " + at) ? 1 : 0;
      }
    }
    assertTrue(repaired > 40, "repaired=" + repaired);
  }

  private boolean repairs(LogFixture copy, String where) {
    LogRepair repair = LogRepair.of(copy.folder, "orders", 0, copy.files, Protection.NONE);
    RepairPlan plan = repair.apply(copy.request().claimant());
    SegmentLog log = copy.open();
    List<String> kept = events(log);
    assertEquals(plan.keptTo(), log.highestSequenceNumber(), where);
    assertEquals(
        numbered((int) log.deletedTo() + 1, (int) plan.keptTo()), kept, where + " " + plan);
    assertTrue(plan.loses() || plan.keptTo() == 70, where + " " + plan);
    log.release();
    return plan.need() == Need.REPAIR;
  }

  /** The first number of a segment, by its header. */
  private record SegmentNameNumbers(LogFixture store) {
    long firstNumber(long epoch, long index) {
      byte[] header = slice(store.read(store.file(epoch, index)), 0, 128);
      return SegmentHeader.decode(header).orElseThrow().nextNumber();
    }
  }
}
