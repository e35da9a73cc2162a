package scriptorium.persistence.segment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static scriptorium.persistence.segment.LogFixture.appendNumbered;
import static scriptorium.persistence.segment.LogFixture.expectMessage;
import static scriptorium.persistence.segment.LogFixture.numbered;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import scriptorium.keys.Protection;

/**
 * Somebody without a key alters a segment and makes everything fit again: unnoticed in one that is
 * not protected, refused in one that is.
 */
class SealForgeryTest {
  private static final SegmentName FIRST = new SegmentName(1, 0);

  @TempDir Path dir;
  private final SealKeyRing ring = SealKeyRing.of("a", 0xA1);
  private LogFixture store;

  @BeforeEach
  void setUp() {
    store = new LogFixture(dir.resolve("store"));
    store.files = FaultyFiles.withoutForces();
  }

  private LogFixture filled(String name, Protection protection, int events) {
    LogFixture fixture = new LogFixture(dir.resolve(name));
    fixture.files = store.files;
    fixture.settings = LogFixture.SMALL.protectedBy(protection);
    SegmentLog log = fixture.open();
    appendNumbered(log, events);
    log.release();
    return fixture;
  }

  private Protection mode(String mode) {
    return switch (mode) {
      case "encrypted" -> ring.encrypting("a");
      case "signed" -> ring.signing("a");
      default -> Protection.NONE;
    };
  }

  private static List<String> read(LogFixture fixture) {
    List<String> events = new ArrayList<>();
    var unused =
        SegmentReader.of(fixture.folder, fixture.settings.protection())
            .readEvents(
                1,
                Long.MAX_VALUE,
                (number, bytes, offset, length) ->
                    events.add(
                        number
                            + "="
                            + new String(
                                bytes, offset, length, java.nio.charset.StandardCharsets.UTF_8)));
    return events;
  }

  @ParameterizedTest
  @ValueSource(strings = {"encrypted", "signed"})
  void refusesEveryFlippedByteOfASegment(String mode) {
    store = filled("flips", mode(mode), 3);
    Path file = store.file(1, 0);
    List<Long> starts = store.frameStarts(1, 0);
    long end = starts.get(3) + 96 + 4 + 7 + 16 + 8;
    Set<Class<?>> refusals =
        Set.of(
            DamagedJournalException.class,
            JournalKeyException.class,
            UnsupportedSegmentException.class);

    for (long at = 0; at < end; at++) {
      store.flip(file, at);
      if (isPadding(starts, at)) {
        assertEquals(numbered(1, 3), read(store), "padding at offset " + at);
      } else {
        RuntimeException refused =
            assertThrows(RuntimeException.class, () -> read(store), "offset " + at);
        assertTrue(refusals.contains(refused.getClass()), at + ": " + refused);
      }
      store.flip(file, at);
    }
    assertEquals(numbered(1, 3), read(store));
  }

  private boolean isPadding(List<Long> starts, long at) {
    byte[] file = store.read(store.file(1, 0));
    for (int i = 0; i + 1 < starts.size(); i++) {
      long end = starts.get(i) + 96 + SegmentFormat.intAt(file, starts.get(i).intValue() + 8) + 8;
      if (at >= end && at < starts.get(i + 1)) {
        return true;
      }
    }
    return false;
  }

  @ParameterizedTest
  @ValueSource(strings = {"encrypted", "signed"})
  void refusesEveryFlippedByteOfAFrameWhoseChecksumsFitAgain(String mode) {
    store = filled("flips", mode(mode), 3);
    Path file = store.file(1, 0);
    byte[] whole = store.read(file);
    for (long start : store.frameStarts(1, 0)) {
      int at = (int) start;
      int length = 96 + SegmentFormat.intAt(whole, at + 8) + 8;
      for (int i = 12; i < length - 8; i++) {
        byte[] frame = Arrays.copyOfRange(whole, at, at + length);
        frame[i] ^= 0x11;
        if (i < 72 || i >= 80) {
          Forger.seal(frame, start);
        }
        if (i >= 92 && i < 96) {
          continue; // the checksum itself, made right again
        }
        store.overwrite(file, start, frame);
        assertThrows(DamagedJournalException.class, () -> read(store), start + " byte " + i);
      }
      store.overwrite(file, 0, whole);
    }
    assertEquals(numbered(1, 3), read(store));
  }

  @ParameterizedTest
  @ValueSource(strings = {"encrypted", "signed"})
  void refusesEveryFlippedByteOfAHeaderWhoseChecksumFitsAgain(String mode) {
    store = filled("headers", mode(mode), 0);
    Path file = store.file(1, 0);
    byte[] whole = Arrays.copyOf(store.read(file), 128);
    for (int i = 16; i < 124; i++) {
      byte[] header = whole.clone();
      header[i] ^= 0x01;
      store.overwrite(file, 0, Forger.sealHeader(header));
      RuntimeException refused =
          assertThrows(RuntimeException.class, () -> read(store), "byte " + i);
      boolean said =
          refused instanceof JournalKeyException
              || refused instanceof UnsupportedSegmentException
              || refused instanceof DamagedJournalException;
      assertTrue(said, i + ": " + refused);
    }
  }

  private List<byte[]> forged(LogFixture fixture, UnaryOperator<List<byte[]>> change) {
    Path file = fixture.file(1, 0);
    byte[] whole = fixture.read(file);
    List<byte[]> frames = change.apply(new ArrayList<>(Forger.frames(fixture, FIRST)));
    fixture.overwrite(
        file,
        0,
        Forger.segment(Arrays.copyOf(whole, 128), whole.length, frames, ChainEnd.NOTHING, 0));
    return frames;
  }

  private static List<byte[]> altered(List<byte[]> frames) {
    frames.get(2)[96 + 4] ^= 1;
    return frames;
  }

  private static List<byte[]> cut(List<byte[]> frames) {
    frames.remove(2);
    return frames;
  }

  private static List<byte[]> cutAtTheBeginning(List<byte[]> frames) {
    frames.remove(1);
    return frames;
  }

  private static List<byte[]> reordered(List<byte[]> frames) {
    java.util.Collections.swap(frames, 2, 3);
    return frames;
  }

  private static List<byte[]> replayed(List<byte[]> frames) {
    frames.add(4, frames.get(2));
    return frames;
  }

  private static List<byte[]> replaced(List<byte[]> frames) {
    frames.set(3, frames.get(2));
    return frames;
  }

  private static final List<UnaryOperator<List<byte[]>>> FORGERIES =
      List.of(
          SealForgeryTest::altered,
          SealForgeryTest::cut,
          SealForgeryTest::cutAtTheBeginning,
          SealForgeryTest::reordered,
          SealForgeryTest::replayed,
          SealForgeryTest::replaced);

  /** So that the next test proves something. */
  @Test
  void cannotTellAForgeryWithoutProtection() {
    store = filled("plain", Protection.NONE, 5);
    for (int i = 0; i < FORGERIES.size(); i++) {
      LogFixture forged = store.copyTo(dir.resolve("plain-" + i));
      forged(forged, FORGERIES.get(i));

      assertNotEquals(numbered(1, 5), read(forged), "forgery " + i);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"encrypted", "signed"})
  void refusesAlteredCutReorderedAndReplayedFrames(String mode) {
    store = filled(mode, mode(mode), 5);
    for (int i = 0; i < FORGERIES.size(); i++) {
      LogFixture forged = store.copyTo(dir.resolve(mode + i));
      forged(forged, FORGERIES.get(i));

      DamagedJournalException refused =
          assertThrows(DamagedJournalException.class, () -> read(forged), "forgery " + i);

      expectMessage(refused, "its seal is not right", "file=" + forged.file(1, 0));
      assertThrows(DamagedJournalException.class, forged::open, "forgery " + i);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"encrypted", "signed"})
  void refusesASegmentOfAnotherStoreInItsPlace(String mode) {
    store = filled("one", mode(mode), 60);
    LogFixture other = filled("other", mode(mode), 60);
    SegmentName second = new SegmentName(1, 1);
    byte[] own = store.read(store.file(1, 1));
    byte[] foreign = other.read(other.file(1, 1));

    store.overwrite(store.file(1, 1), 0, foreign);
    assertThrows(DamagedJournalException.class, () -> read(store), "another chain");

    SegmentHeader said = SegmentHeader.decode(Arrays.copyOf(own, 128)).orElseThrow();
    byte[] header = Arrays.copyOf(foreign, 128);
    System.arraycopy(own, 24, header, 24, 56);
    store.overwrite(store.file(1, 1), 0, Forger.sealHeader(header));
    JournalKeyException header2 = assertThrows(JournalKeyException.class, () -> read(store));
    expectMessage(header2, "its header is forged", "file=" + store.file(1, 1));

    ChainEnd before = new ChainEnd(1, 0, lastEnd(store), said.nextNumber() - 1, said.chainHash());
    byte[] forged =
        Forger.segment(
            Arrays.copyOf(own, 128),
            own.length,
            Forger.frames(other, second),
            before,
            said.frameCount());
    store.overwrite(store.file(1, 1), 0, forged);
    expectMessage(
        assertThrows(DamagedJournalException.class, () -> read(store)), "its seal is not right");

    store.overwrite(store.file(1, 1), 0, own);
    assertEquals(numbered(1, 60), read(store));
  }

  private static long lastEnd(LogFixture fixture) {
    List<Long> starts = fixture.frameStarts(1, 0);
    byte[] file = fixture.read(fixture.file(1, 0));
    long start = starts.get(starts.size() - 1);
    return SegmentFormat.end(start, SegmentFormat.intAt(file, (int) start + 8));
  }

  @Test
  void refusesTheFolderOfAnotherStoreOfTheSameKey() {
    store = filled("one", ring.encrypting("a"), 3);
    OpenRequest bills =
        OpenRequest.of("bills", store.request().claimant(), store.settings).on(store.files);

    expectMessage(
        assertThrows(UnusableFolderException.class, () -> SegmentLog.open(store.folder, bills)),
        "persistenceId=orders expected=bills");
  }
}
