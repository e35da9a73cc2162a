package scriptorium.persistence.segment;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static scriptorium.persistence.segment.LogFixture.append;
import static scriptorium.persistence.segment.LogFixture.appendNumbered;
import static scriptorium.persistence.segment.LogFixture.events;
import static scriptorium.persistence.segment.LogFixture.expectMessage;
import static scriptorium.persistence.segment.LogFixture.numbered;
import static scriptorium.persistence.segment.LogFixture.slice;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a crash and what damage leave, and what opening makes of it. */
class RecoveryTest {
  @TempDir Path dir;
  private LogFixture store;
  private Path file = Path.of("");

  @BeforeEach
  void setUp() {
    store = new LogFixture(dir.resolve("store"));
    store.files = FaultyFiles.withoutForces();
    file = store.file(1, 0);
  }

  @Test
  void dropsALastFrameTornAtAnyByte() throws IOException {
    SegmentLog log = store.open();
    append(log, "event-1");
    append(log, "event-2", "y".repeat(1_200));
    log.release();
    List<Long> starts = store.frameStarts(1, 0);
    long start = starts.get(2);
    int whole = 96 + 4 + 7 + 4 + 1_200 + 8;

    for (int kept = 0; kept < whole; kept += kept < 200 || kept > whole - 20 ? 1 : 37) {
      LogFixture torn = store.copyTo(dir.resolve("zeroed-" + kept));
      torn.zero(torn.file(1, 0), start + kept, start + whole);
      byte[] left = slice(torn.read(torn.file(1, 0)), start, start + kept);

      SegmentLog again = torn.open();

      assertEquals(numbered(1, 1), events(again), "kept " + kept);
      expectCopy(torn, start, left);
      appendNumbered(again, 2);
      again.release();
      assertEquals(numbered(1, 3), torn.recover());
    }
  }

  private static void expectCopy(LogFixture torn, long start, byte[] left) throws IOException {
    Path copy =
        torn.folder.resolve("torn-0000000001-0000000000-%010d-by-0000000002.bin".formatted(start));
    if (left.length == 0) {
      assertTrue(Files.notExists(copy));
    } else {
      byte[] copied = Files.readAllBytes(copy);
      assertArrayEquals(slice(left, 0, copied.length), copied);
      assertTrue(SegmentFormat.isZero(left, copied.length, left.length));
    }
  }

  @Test
  void refusesALastSegmentThatWasCutShort() throws IOException {
    SegmentLog log = store.open();
    appendNumbered(log, 2);
    log.release();
    long start = store.frameStarts(1, 0).get(2);

    for (int kept : List.of(0, 1, 95, 96, 100, 110, 400)) {
      LogFixture cut = store.copyTo(dir.resolve("cut-" + kept));
      try (FileChannel channel = FileChannel.open(cut.file(1, 0), StandardOpenOption.WRITE)) {
        channel.truncate(start + kept);
      }

      DamagedJournalException damage =
          assertThrows(DamagedJournalException.class, cut::recover, "kept " + kept);
      expectMessage(damage, "cut short", "bytes=" + (start + kept) + " expected=4096");
    }
  }

  @Test
  void dropsALastFrameOfWhichSomeSectorsWereNotWritten() {
    SegmentLog log = store.open();
    append(log, "event-1");
    append(log, "y".repeat(3_000));
    log.release();
    long start = store.frameStarts(1, 0).get(2);

    for (long sector = start / 512; sector <= (start + 3_100) / 512; sector++) {
      LogFixture torn = store.copyTo(dir.resolve("sector-" + sector));
      torn.zero(torn.file(1, 0), Math.max(start, sector * 512), sector * 512 + 512);

      assertEquals(numbered(1, 1), torn.recover(), "sector " + sector);
    }
  }

  @Test
  void declaresTheTornTailVoidInTheOpeningFrame() {
    SegmentLog log = store.open();
    appendNumbered(log, 3);
    log.release();
    long start = store.frameStarts(1, 0).get(3);
    store.zero(file, start + 97, start + 4_096 - start);

    store.open().release();

    SegmentReader.of(store.folder)
        .read(
            (segment, offset, frame) -> {
              if (frame.kind() == FrameKind.OPENING && frame.epoch() == 2) {
                OpeningFrame opening =
                    OpeningFrame.decode(frame.array(), frame.payloadOffset(), frame.payloadBytes());
                OpeningFrame.VoidPlace place = opening.voids().get(0);
                assertEquals(new SegmentName(1, 0), place.segment());
                assertEquals(start, place.offset());
                assertEquals(2, opening.predecessor().number());
              }
            });
  }

  @Test
  void refusesAFlippedByteAnywhereInAMiddleFrame() {
    SegmentLog log = store.open();
    appendNumbered(log, 3);
    log.release();
    long start = store.frameStarts(1, 0).get(2);
    int whole = 96 + 4 + 7 + 8;

    for (long at = start; at < start + whole; at++) {
      store.flip(file, at);
      Map<String, String> before = store.contents();

      DamagedJournalException damage =
          assertThrows(DamagedJournalException.class, store::open, "offset " + at);

      expectMessage(damage, "file=" + file, "offset=" + start, "lastGoodSequenceNumber=1 ");
      assertEquals(before, store.contents());
      store.flip(file, at);
    }
    assertEquals(numbered(1, 3), store.recover());
  }

  @Test
  void refusesDamageInAnEarlierSegmentAndItsHeader() {
    SegmentLog log = store.open();
    appendNumbered(log, 200);
    log.release();
    Path second = store.file(1, 1);
    List<Long> starts = store.frameStarts(1, 1);
    long last = starts.get(starts.size() - 1);

    for (long at : new long[] {0, 50, 127}) {
      store.flip(second, at);
      DamagedJournalException damage = assertThrows(DamagedJournalException.class, store::open);
      expectMessage(damage, "file=" + second);
      store.flip(second, at);
    }
    for (long at : new long[] {starts.get(3) + 100, last + 40}) {
      store.flip(second, at);
      DamagedJournalException damage = assertThrows(DamagedJournalException.class, this::replay);
      expectMessage(damage, "file=" + second);
      store.flip(second, at);
    }
    store.zero(second, last, last + 115);
    assertThrows(
        DamagedJournalException.class, this::replay, "a frame lost before a segment's end");
  }

  /** Opening goes by the beginnings of segments: frames are proved when they are replayed. */
  private void replay() {
    SegmentLog log = store.open();
    try {
      log.replay(1, Long.MAX_VALUE, Long.MAX_VALUE, (number, bytes, offset, length) -> {});
    } finally {
      log.release();
    }
  }

  @Test
  void refusesAMissingSegment() throws IOException {
    SegmentLog log = store.open();
    appendNumbered(log, 200);
    log.release();
    Files.delete(store.file(1, 1));

    DamagedJournalException missing = assertThrows(DamagedJournalException.class, store::open);

    expectMessage(missing, "missing journal segment");
  }

  @Test
  void refusesACompleteButBadLastFrameUnlessASnapshotHoldsIt() {
    SegmentLog log = store.open();
    append(log, "event-1");
    append(log, "event-2", "event-3");
    log.release();
    long start = store.frameStarts(1, 0).get(2);
    store.flip(file, start + 100);
    Map<String, String> before = store.contents();

    DamagedJournalException damage = assertThrows(DamagedJournalException.class, store::open);
    expectMessage(
        damage, "file=" + file, "offset=" + start, "lastGoodSequenceNumber=1 ", "numbers 2 to 3");
    store.snapshotNumber = 2;
    assertThrows(DamagedJournalException.class, store::open);
    assertEquals(before, store.contents());

    store.snapshotNumber = 3;
    SegmentLog again = store.open();
    assertEquals(3, again.highestSequenceNumber());
    appendNumbered(again, 1);
    again.release();
    store.snapshotNumber = 0;
    assertEquals(numbered(4, 4), store.recover());
  }

  @Test
  void refusesALastFrameWhoseHeaderWasDamaged() {
    SegmentLog log = store.open();
    appendNumbered(log, 2);
    log.release();
    long start = store.frameStarts(1, 0).get(2);
    store.flip(file, start + 30);

    expectMessage(assertThrows(DamagedJournalException.class, store::open), "offset=" + start);
  }

  @Test
  void ignoresWhatAnUnfinishedClaimOrRollLeft() throws IOException {
    SegmentLog log = store.open();
    appendNumbered(log, 2);
    log.release();
    Files.writeString(store.folder.resolve("epoch-0000000002"), "claimed, then killed\n");
    Files.write(store.folder.resolve("tmp-123"), new byte[100]);
    byte[] header =
        new SegmentHeader(new SegmentName(3, 0), 4_096, 3, log.end().hash(), 0, 0).encode();
    Files.write(store.file(3, 0), java.util.Arrays.copyOf(header, 4_096));

    SegmentLog again = store.open();

    assertEquals(4, again.epoch());
    assertEquals(numbered(1, 2), events(again));
    again.release();
  }
}
