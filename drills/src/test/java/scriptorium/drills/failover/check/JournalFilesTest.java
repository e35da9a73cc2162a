package scriptorium.drills.failover.check;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JournalFilesTest {

  private static final UUID A = new UUID(0xA000, 1);
  private static final UUID B = new UUID(0xB000, 2);
  private static final UUID C = new UUID(0xC000, 3);
  private static final UUID D = new UUID(0xD000, 4);

  @TempDir private Path folder;
  private JournalFixture journal = new JournalFixture(Path.of("replaced"));

  @BeforeEach
  void newJournal() {
    journal = new JournalFixture(folder);
  }

  @Test
  void anEmptyFolderHoldsNothing() throws IOException {
    assertEquals(new JournalFiles.Walk(1, 0, 0, 0, 0, false), walk());
  }

  @Test
  void readsAChainOfEpochs() throws IOException {
    journal.open(1).events(A, B).events(C).open(2).events(D).seal();

    assertEquals(Map.of(A, List.of(1L), B, List.of(2L), C, List.of(3L), D, List.of(4L)), numbers());
    assertEquals(new JournalFiles.Walk(1, 4, 2, 0, 6, true), walk());
  }

  @Test
  void anEpochMayBeMissingThatALaterFrameSaysIsDeleted() throws IOException {
    journal.open(1).events(A, B);
    Path deleted = journal.file();
    journal.open(2).events(C).deleteTo(2).events(D);
    Files.delete(deleted);

    assertEquals(new JournalFiles.Walk(3, 4, 1, 0, 4, false), walk());
  }

  @Test
  void theEndOfAnEpochMayBeMissingThatALaterFrameSaysIsDeleted() throws IOException {
    journal.open(1).events(A).roll().events(B);
    Path deleted = journal.file();
    journal.open(2).events(C).deleteTo(2).events(D);
    Files.delete(deleted);

    assertEquals(new JournalFiles.Walk(3, 4, 2, 0, 6, false), walk());
  }

  @Test
  void theEndOfAnEpochThatNobodyDeletedIsDamage() throws IOException {
    journal.open(1).events(A).roll().events(B);
    Path lost = journal.file();
    journal.open(2).events(C).deleteTo(1).events(D);
    Files.delete(lost);

    DamagedJournalException damaged = assertThrows(DamagedJournalException.class, this::walk);

    String message = String.valueOf(damaged.getMessage());
    assertTrue(message.contains("up to 2 are missing, but only those up to 1"), message);
  }

  @Test
  void aSegmentThatAFencedWriterMadeBehindItsDeletedEpochIsVoid() throws IOException {
    journal.open(1).events(A, B);
    Path deleted = journal.file();
    journal.open(2).events(C).deleteTo(2).events(D);
    Files.move(deleted, folder.resolve("segment-0000000001-0000000001.log"));

    assertEquals(new JournalFiles.Walk(3, 4, 1, 1, 4, false), walk());
  }

  @Test
  void aChangeSetInPartsCommitsWithItsEnd() throws IOException {
    EventHeader header = new EventHeader();

    assertEquals(
        Optional.empty(), header.committedTxId(ByteBuffer.wrap(JournalFixture.entry("CP", A))));
    assertEquals(
        Optional.of(A), header.committedTxId(ByteBuffer.wrap(JournalFixture.entry("CE", A))));
  }

  @Test
  void whatIsNoChangeSetCommitsNothing() throws IOException {
    EventHeader header = new EventHeader();

    for (String kind : List.of("E", "N", "S", "D", "DS")) {
      assertEquals(
          Optional.empty(),
          header.committedTxId(ByteBuffer.wrap(JournalFixture.entry(kind, A))),
          kind);
    }
  }

  @Test
  void whatLiesBehindANamedEndIsVoid() throws IOException {
    journal.open(1).events(A);
    int end = journal.end();
    long hash = journal.hash();
    journal.events(B); // Written by a fenced writer, never acknowledged.
    journal.openAfter(2, 1, end, 1, hash).events(C);

    assertEquals(Map.of(A, List.of(1L), C, List.of(2L)), numbers());
  }

  @Test
  void anEpochThatNobodyNamesIsVoid() throws IOException {
    journal.open(1).events(A);
    int end = journal.end();
    long hash = journal.hash();
    journal.open(2).events(B);
    journal.openAfter(3, 1, end, 1, hash).events(C);

    assertEquals(Map.of(A, List.of(1L), C, List.of(2L)), numbers());
    assertEquals(1, walk().voidEpochs());
  }

  @Test
  void aFlippedByteInTheMiddleIsDamage() throws IOException {
    journal.open(1).events(A).events(B).events(C);
    byte[] bytes = Files.readAllBytes(journal.file());
    bytes[128 + 200] ^= 1;
    Files.write(journal.file(), bytes);

    DamagedJournalException damage =
        assertThrows(DamagedJournalException.class, JournalFilesTest.this::numbers);
    assertTrue(message(damage).contains(journal.file().toString()), message(damage));
  }

  @Test
  void aFlippedByteInAnyFrameOfAnOlderEpochIsDamage() throws IOException {
    journal.open(1).events(A);
    int lastFrame = journal.end();
    journal.events(B);
    Path older = journal.file();
    journal.open(2).events(C);
    byte[] good = Files.readAllBytes(older);

    for (int at = 128; at < lastFrame + 96; at++) {
      byte[] bad = good.clone();
      bad[at] ^= 0x10;
      Files.write(older, bad);

      assertThrows(DamagedJournalException.class, JournalFilesTest.this::numbers, "byte " + at);
    }
  }

  @Test
  void numbersThatDoNotFollowAreDamage() throws IOException {
    journal.open(1).events(A);
    journal.skipNumbers(1);
    journal.events(B);

    DamagedJournalException damage =
        assertThrows(DamagedJournalException.class, JournalFilesTest.this::numbers);
    assertTrue(message(damage).contains("expected number=2"), message(damage));
    assertTrue(message(damage).contains("found number=3"), message(damage));
  }

  @Test
  void aLostEpochIsDamage() throws IOException {
    journal.open(1).events(A).open(2).events(B).open(3).events(C);
    Files.delete(folder.resolve("segment-0000000002-0000000000.log"));

    assertThrows(DamagedJournalException.class, JournalFilesTest.this::numbers);
  }

  private static String message(Exception e) {
    return String.valueOf(e.getMessage());
  }

  private JournalFiles.Walk walk() throws IOException {
    return JournalFiles.list(folder).walk((number, entry) -> {});
  }

  private Map<UUID, List<Long>> numbers() throws IOException {
    return JournalEvidence.read(JournalFiles.list(folder), new EventHeader()).numbersByTxId();
  }
}
