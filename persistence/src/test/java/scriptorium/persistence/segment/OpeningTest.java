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

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is read when a log is opened, and what when events are. */
class OpeningTest {
  @TempDir Path dir;
  private LogFixture store;
  private final CountingFiles files = new CountingFiles();

  @BeforeEach
  void setUp() {
    store = new LogFixture(dir.resolve("store"));
    store.files = files;
    store.settings = new SegmentLogSettings(4_096, 65_536, LockMode.SHARED);
  }

  @Test
  void readsTheBeginningsOfSegmentsAndTheLastOne() {
    SegmentLog log = store.open();
    appendNumbered(log, 6_000);
    log.release();
    int segments = store.segmentFiles().size();

    files.read.clear();
    SegmentLog again = store.open();

    assertTrue(segments > 12, "segments=" + segments);
    // A segment's beginning twice, for its opening frame and its header; the last one three times:
    // its frames, what lies behind them, and both again after the marker.
    long most = 2 * 4_096L * segments + 4 * 65_536L + 4_096L;
    assertTrue(files.bytes() <= most, files.bytes() + " of " + most + " " + files.read);
    assertEquals(numbered(1, 6_000), events(again));
    again.release();
  }

  @Test
  void replaysFromTheSegmentThatHoldsTheNumber() {
    SegmentLog log = store.open();
    appendNumbered(log, 6_000);
    files.read.clear();

    List<String> last = events(log, 5_990, Long.MAX_VALUE, Long.MAX_VALUE);

    assertEquals(numbered(5_990, 6_000), last);
    assertTrue(files.read.size() <= 2, files.read.toString());
    log.release();
  }

  @Test
  void readersBeginAtTheNumberTheyAskFor() {
    SegmentLog log = store.open();
    appendNumbered(log, 3_000);
    List<Long> numbers = new ArrayList<>();

    SegmentReader.of(store.folder)
        .readEvents(2_990, 2_995, (number, bytes, offset, length) -> numbers.add(number));

    assertEquals(List.of(2_990L, 2_991L, 2_992L, 2_993L, 2_994L, 2_995L), numbers);
    SegmentReader.Contents look = SegmentReader.of(store.folder).look();
    assertEquals(log.end(), look.end());
    assertEquals(SegmentReader.of(store.folder).read(FrameVisitor.NONE), look);
    log.release();
  }

  @Test
  void damageInASegmentThatIsPassedStopsTheReplayAndNotTheLookAtOthers() {
    SegmentLog log = store.open();
    appendNumbered(log, 1_500);
    log.release();
    Path second = store.file(1, 1);
    long start = store.frameStarts(1, 1).get(5);
    store.flip(second, start + 100);

    SegmentLog again = store.open();
    List<String> seen = new ArrayList<>();
    DamagedJournalException damage =
        assertThrows(
            DamagedJournalException.class,
            () ->
                again.replay(
                    1, 1_500, 1_500, (number, b, offset, length) -> seen.add("" + number)));

    long lastGood = seen.size();
    expectMessage(
        damage,
        "file=" + second,
        "offset=" + start,
        "lastGoodSequenceNumber=" + lastGood + " ",
        "inspect --repair");
    assertEquals(numbered(1_400, 1_500), events(again, 1_400, 1_500, 1_500));
    again.release();
    assertThrows(
        DamagedJournalException.class,
        () -> SegmentReader.of(store.folder).read(FrameVisitor.NONE));
  }

  @Test
  void aFrameThatIsRightButOfAnotherPlaceIsNotTakenForTheOneThatBelongsThere() {
    SegmentLog log = store.open();
    append(log, "event-1");
    append(log, "event-2");
    append(log, "event-3");
    append(log, "x".repeat(5_000));
    log.release();
    List<Long> starts = store.frameStarts(1, 0);
    byte[] other = store.read(store.file(1, 0));
    store.overwrite(
        store.file(1, 0),
        starts.get(2),
        LogFixture.slice(other, starts.get(1), starts.get(1) + 115));

    SegmentLog again = store.open();
    expectMessage(
        assertThrows(DamagedJournalException.class, () -> events(again)),
        "lastGoodSequenceNumber=1 ",
        "does not follow");
    again.release();
  }

  @Test
  void findsTheEndBeforeASegmentThatWasMadeForAFrameThatFoundNoRoom() {
    FaultyFiles faulty = FaultyFiles.withoutForces();
    store.files = faulty;
    SegmentLog log = store.open();
    appendNumbered(log, 3);
    ChainEnd end = log.end();
    String large = "x".repeat(10_000);
    faulty.room = 10_000 + 400;
    assertThrows(JournalFullException.class, () -> append(log, large));
    faulty.room = Long.MAX_VALUE;
    log.release();
    assertEquals(2, store.segmentFiles().size());

    assertEquals(end, SegmentReader.of(store.folder).look().end());
    SegmentLog again = store.open();
    assertEquals(3, again.highestSequenceNumber());
    append(again, "event-4");
    again.release();
    assertEquals(numbered(1, 4), store.recover());
    assertEquals(numbered(1, 4), store.recover());
  }

  @Test
  void holdsNoMoreHeapForALongerLog() {
    SegmentLog log = store.open();
    appendNumbered(log, 2_000);
    log.release();

    Chain chain;
    try {
      chain = new ChainReader(store.folder, files, SegmentKeys.NONE).read(FrameVisitor.NONE, 0);
    } catch (java.io.IOException e) {
      throw new java.io.UncheckedIOException(e);
    }

    assertEquals(store.segmentFiles().size(), chain.spans().size(), "one entry a segment");
    assertFalse(chain.tornTail().isPresent());
  }
}
