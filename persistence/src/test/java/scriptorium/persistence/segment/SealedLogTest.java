package scriptorium.persistence.segment;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
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
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import scriptorium.keys.Protection;

/** Encrypted and signed segments: they read as others do, with the right key and no other. */
class SealedLogTest {
  @TempDir Path dir;
  private LogFixture store;
  private final SealKeyRing ring = SealKeyRing.of("a", 0xA1);

  @BeforeEach
  void setUp() {
    store = new LogFixture(dir.resolve("orders"));
    store.files = FaultyFiles.withoutForces();
  }

  private void protect(Protection protection) {
    store.settings = LogFixture.SMALL.protectedBy(protection);
  }

  private Protection mode(boolean encrypts) {
    return encrypts ? ring.encrypting("a") : ring.signing("a");
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void readsBackOverManySegmentsEpochsAndDeletions(boolean encrypts) {
    protect(mode(encrypts));
    for (int round = 0; round < 3; round++) {
      SegmentLog log = store.open();
      appendNumbered(log, 100);
      log.markIdle();
      if (round == 1) {
        log.deleteTo(110);
        log.close();
      }
      log.release();
    }

    assertEquals(numbered(111, 300), store.recover());
    assertTrue(store.segmentFiles().size() > 4);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void readsBackGroupsLargerThanASegment(boolean encrypts) {
    protect(mode(encrypts));
    String large = "x".repeat(300_000);
    SegmentLog log = store.open();
    append(log, "a");
    append(log, "b", large, "c", "y".repeat(70_000), "d");
    append(log, "e");
    log.release();

    List<String> events = store.recover();
    assertEquals(7, events.size());
    assertEquals("3=" + large, events.get(2));
    assertEquals("7=e", events.get(6));
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void dropsALastFrameTornAtAnyByte(boolean encrypts) throws IOException {
    protect(mode(encrypts));
    SegmentLog log = store.open();
    append(log, "event-1");
    append(log, "SECRET-2", "SECRET".repeat(200));
    log.release();
    long start = store.frameStarts(1, 0).get(2);
    int whole = 96 + 4 + 8 + 4 + 1_200 + 16 + 8;

    for (int kept = 0; kept < whole; kept += kept < 130 || kept > whole - 30 ? 1 : 97) {
      LogFixture torn = store.copyTo(dir.resolve("zeroed-" + kept));
      torn.zero(torn.file(1, 0), start + kept, start + whole);

      SegmentLog again = torn.open();

      assertEquals(numbered(1, 1), events(again), "kept " + kept);
      appendNumbered(again, 2);
      again.release();
      assertEquals(numbered(1, 3), torn.recover());
      if (encrypts) {
        expectNowhere("SECRET", torn.folder);
      }
    }
  }

  @Test
  void hidesEventsAndTheStoresNameInEveryFile() throws IOException {
    protect(ring.encrypting("a"));
    SegmentLog log = store.open();
    append(log, "SECRET".repeat(20), "SECRET".repeat(20_000));
    log.markIdle();
    log.release();
    store.open().close();

    expectNowhere("SECRET", store.folder);
    expectNowhere("orders", store.folder);
  }

  private static void expectNowhere(String text, Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.filter(f -> !f.endsWith("LOCK")).toList()) {
        assertFalse(new String(Files.readAllBytes(file), ISO_8859_1).contains(text), "in " + file);
      }
    }
  }

  @Test
  void namesKeyFileAndSettingWhenAKeyIsMissing() {
    protect(ring.encrypting("a"));
    SegmentLog log = store.open();
    appendNumbered(log, 2);
    log.close();
    var before = store.contents();

    protect(SealKeyRing.of("b", 0xB2).encrypting("b"));
    JournalKeyException missing = assertThrows(JournalKeyException.class, store::open);

    expectMessage(
        missing,
        "keyId=a",
        "file=" + store.file(1, 0),
        "scriptorium.journal.protection.keys",
        "nothing was changed");
    assertEquals(before, store.contents());
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void namesKeyFileAndSettingWhenItIsAnotherKey(boolean encrypts) {
    protect(mode(encrypts));
    store.open().close();
    var before = store.contents();

    ring.with("a", 0xB2);
    JournalKeyException other = assertThrows(JournalKeyException.class, store::open);

    expectMessage(
        other,
        "another key",
        "keyId=a",
        "file=" + store.file(1, 0),
        "scriptorium.journal.protection.keys");
    assertEquals(before, store.contents());
    ring.with("a", 0xA1);
    store.open().close();
  }

  @Test
  void claimsNothingWithoutTheKeyOfNewSegments() {
    protect(SealKeyRing.of("other", 1).encrypting("a"));

    JournalKeyException missing = assertThrows(JournalKeyException.class, store::open);

    expectMessage(missing, "keyId=a", "new segments");
    assertTrue(store.contents().isEmpty(), store.contents().toString());
  }

  @Test
  void readsSegmentsOfAllKeysAfterARotation() {
    protect(ring.encrypting("a"));
    appendAndRelease(60);
    protect(ring.with("b", 0xB2).encrypting("b"));
    appendAndRelease(60);
    protect(ring.with("c", 0xC3).signing("c"));
    appendAndRelease(60);

    assertEquals(numbered(1, 180), store.recover());
    SegmentReader reader = SegmentReader.of(store.folder, store.settings.protection());
    assertEquals("encrypted keyId=a", reader.protectionOf(new SegmentName(1, 0)).get().toString());
    assertEquals("encrypted keyId=b", reader.protectionOf(new SegmentName(2, 1)).get().toString());
    assertEquals("signed keyId=c", reader.protectionOf(new SegmentName(3, 0)).get().toString());
  }

  private void appendAndRelease(int count) {
    SegmentLog log = store.open();
    appendNumbered(log, count);
    log.release();
  }

  @Test
  void goesOnOverAnUnprotectedHistoryOnlyWhenTold() {
    appendAndRelease(60);
    protect(ring.encrypting("a"));

    JournalKeyException refused = assertThrows(JournalKeyException.class, store::open);

    expectMessage(
        refused,
        "file=" + store.file(1, 0),
        "scriptorium.journal.protection.accept-unprotected = on");
    protect(ring.encryptingFromNowOn("a"));
    appendAndRelease(60);
    assertEquals(numbered(1, 120), store.recover());
    assertFalse(
        new String(store.read(store.file(2, 0)), ISO_8859_1).contains("event-"), "encrypted since");
  }

  @Test
  void goesOnWithoutProtectionOverAProtectedHistory() {
    protect(ring.encrypting("a"));
    appendAndRelease(60);
    protect(ring.reading());
    appendAndRelease(60);

    assertEquals(numbered(1, 120), store.recover());
    assertTrue(new String(store.read(store.file(2, 0)), ISO_8859_1).contains("event-61"));
  }

  @Test
  void demandsProtectionAgainOnceTheUnprotectedEventsAreDeleted() {
    appendAndRelease(60);
    protect(ring.encryptingFromNowOn("a"));
    SegmentLog log = store.open();
    appendNumbered(log, 60);
    log.deleteTo(60);
    log.close();
    protect(ring.encrypting("a"));

    assertEquals(numbered(61, 120), store.recover());
  }

  @Test
  void refusesTwoProtectionsAndAKeyIdWithoutRoom() {
    Protection both =
        new Protection(
            java.util.Optional.of("a"),
            java.util.Optional.of("a"),
            false,
            ring,
            () -> new byte[32]);

    expectMessage(
        assertThrows(IllegalArgumentException.class, () -> protect(both)),
        "either encrypted or signed");
    expectMessage(
        assertThrows(
            IllegalArgumentException.class, () -> protect(ring.encrypting("k".repeat(17)))),
        "characters=17 limit=16");
    protect(ring.with("k".repeat(16), 7).encrypting("k".repeat(16)));
    appendAndRelease(1);
    assertEquals(numbered(1, 1), store.recover());
  }

  @Test
  void refusesAWayOfProtectionItDoesNotKnow() {
    appendAndRelease(1);
    byte[] header = store.read(store.file(1, 0));
    SegmentFormat.putInt(header, 16, 4);
    SegmentFormat.putInt(
        header, 124, SegmentFormat.crc(new java.util.zip.CRC32C(), header, 0, 124));
    store.overwrite(store.file(1, 0), 0, header);

    expectMessage(assertThrows(UnsupportedSegmentException.class, store::open), "flags=4");
  }
}
