package scriptorium.persistence.segment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
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
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SegmentLogTest {
  @TempDir Path dir;
  private LogFixture store;

  @BeforeEach
  void setUp() {
    store = new LogFixture(dir.resolve("data").resolve("orders"));
    store.files = FaultyFiles.withoutForces();
  }

  @Test
  void replaysWhatWasAppendedInTheSameAndInTheNextOpening() {
    SegmentLog log = store.open();
    append(log, "a", "b", "c");
    append(log, "d");

    assertEquals(List.of("1=a", "2=b", "3=c", "4=d"), events(log));
    assertEquals(List.of("2=b", "3=c"), events(log, 2, 3, 99));
    assertEquals(List.of("3=c"), events(log, 3, 99, 1));
    assertEquals(List.of(), events(log, 1, 99, 0));
    log.close();

    try (SegmentLog again = store.open()) {
      assertEquals(List.of("1=a", "2=b", "3=c", "4=d"), events(again));
      assertEquals(4, again.highestSequenceNumber());
      assertEquals(2, again.epoch());
    }
  }

  @Test
  void goesOnOverManySegmentsAndEpochs() {
    for (int round = 0; round < 4; round++) {
      SegmentLog log = store.open();
      appendNumbered(log, 150);
      log.release();
    }

    assertEquals(numbered(1, 600), store.recover());
    assertTrue(store.segmentFiles().size() > 12);
  }

  @Test
  void givesALargeGroupASegmentOfItsOwn() {
    String large = "x".repeat(100_000);
    SegmentLog log = store.open();
    append(log, "a");
    append(log, large);
    append(log, "b");
    log.release();

    assertEquals(List.of("1=a", "2=" + large, "3=b"), store.recover());
  }

  @Test
  void beginsBehindASnapshotFromElsewhere() {
    SegmentLog log = SegmentLog.open(store.folder, store.request().beginningAfter(41));
    assertEquals(41, log.highestSequenceNumber());
    assertEquals(41, log.deletedTo());
    append(log, "first");
    log.close();

    try (SegmentLog again = store.open()) {
      append(again, "second");
      assertEquals(List.of("42=first", "43=second"), events(again));
    }

    UnusableFolderException failure =
        assertThrows(
            UnusableFolderException.class,
            () -> SegmentLog.open(store.folder, store.request().beginningAfter(41)));
    expectMessage(failure, "the log is there already", "sequenceNumber=41");
    assertEquals(List.of("42=first", "43=second"), store.recover());
  }

  @Test
  void refusesNumbersThatDoNotFollow() {
    try (SegmentLog log = store.open()) {
      append(log, "a", "b");

      assertThrows(RefusedSequenceException.class, () -> log.append(group("x"), 2));
      RefusedSequenceException gap =
          assertThrows(RefusedSequenceException.class, () -> log.append(group("x"), 4));

      expectMessage(gap, "sequenceNumber=4 expected=3");
      append(log, "c");
      assertEquals(List.of("1=a", "2=b", "3=c"), events(log));
    }
  }

  @Test
  void keepsTheHighestNumberWhenAllEventsAreDeleted() {
    SegmentLog log = store.open();
    appendNumbered(log, 300);
    log.deleteTo(Long.MAX_VALUE);
    assertEquals(List.of(), events(log));
    log.close();

    SegmentLog again = store.open();
    assertEquals(300, again.highestSequenceNumber());
    assertEquals(300, again.deletedTo());
    assertEquals(List.of(), events(again));
    again.deleteTo(300);
    again.release();

    SegmentLog third = store.open();
    appendNumbered(third, 1);
    assertEquals(numbered(301, 301), events(third));
    third.close();
  }

  @Test
  void unlinksSegmentsOfDeletedEventsOnly() {
    SegmentLog first = store.open();
    appendNumbered(first, 300);
    first.close();
    SegmentLog log = store.open();
    appendNumbered(log, 300);
    log.deleteTo(450);
    List<String> after = store.segmentFiles();

    assertEquals(numbered(451, 600), events(log));
    assertTrue(after.stream().noneMatch(name -> name.contains("segment-0000000001-")));
    assertTrue(after.contains(new SegmentName(2, 0).fileName()), "holds the opening frame");
    assertFalse(after.contains(new SegmentName(2, 1).fileName()));
    log.release();
    assertEquals(numbered(451, 600), store.recover());
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 14, 16, Integer.MAX_VALUE})
  void unlinksAnEpochsOpeningLastAndIsWholeWhereverThatIsCutShort(int most) {
    FaultyFiles files = FaultyFiles.withoutForces();
    store.files = files;
    SegmentLog first = store.open();
    appendNumbered(first, 300);
    first.release();
    SegmentLog log = store.open();
    appendNumbered(log, 300);
    List<String> unlinked = new ArrayList<>();
    files.beforeDelete =
        file -> {
          if (unlinked.size() == most) {
            throw new IOException("cut short");
          }
          unlinked.add(file.getFileName().toString());
        };

    log.deleteTo(590);

    assertEquals(numbered(591, 600), events(log));
    log.release();
    files.beforeDelete = file -> {};
    expectOpeningOfEachEpoch(store.segmentFiles());
    assertEquals(numbered(591, 600), store.recover());
    assertEquals(inUnlinkOrder(unlinked), unlinked);
    assertTrue(unlinked.size() >= Math.min(most, 6), unlinked.toString());
  }

  /** Oldest first, as names sort, but an epoch's segment 0 behind its others. */
  private static List<String> inUnlinkOrder(List<String> segmentFiles) {
    return segmentFiles.stream()
        .sorted(Comparator.comparing(name -> name.replace("-0000000000.log", "-~.log")))
        .toList();
  }

  /** Another reader cannot tell an epoch that lacks its beginning from a damaged one. */
  private static void expectOpeningOfEachEpoch(List<String> segmentFiles) {
    for (String fileName : segmentFiles) {
      SegmentName name = SegmentName.parse(fileName).orElseThrow();
      String opening = new SegmentName(name.epoch(), 0).fileName();
      assertTrue(segmentFiles.contains(opening), () -> fileName + " without " + opening);
    }
  }

  @Test
  void deletesInTheMiddleOfAGroup() {
    SegmentLog log = store.open();
    append(log, "a", "b", "c");
    log.deleteTo(2);
    assertEquals(List.of("3=c"), events(log));
    log.release();

    assertEquals(List.of("3=c"), store.recover());
  }

  @Test
  void marksIdleOnceAfterWork() {
    SegmentLog log = store.open();
    append(log, "a");
    ChainEnd worked = log.end();

    log.markIdle();
    ChainEnd marked = log.end();
    log.markIdle();

    assertTrue(marked.offset() > worked.offset());
    assertEquals(marked, log.end());
    assertEquals(1, marked.number());
    log.release();
    assertEquals(List.of("1=a"), store.recover());
  }

  @Test
  void keepsFilesFromOtherUsers() throws IOException {
    try (SegmentLog log = store.open()) {
      append(log, "a");
    }

    assertEquals("rwx------", mode(store.folder));
    assertEquals("rwx------", mode(dir.resolve("data")));
    try (Stream<Path> files = Files.list(store.folder)) {
      for (Path file : files.toList()) {
        assertEquals("rw-------", mode(file), file.toString());
      }
    }
  }

  @Test
  void refusesTheFolderOfAnotherStoreAndAFileInItsPlace() throws IOException {
    store.open().close();
    OpenRequest other = OpenRequest.of("bills", store.request().claimant(), store.settings);

    UnusableFolderException renamed =
        assertThrows(UnusableFolderException.class, () -> SegmentLog.open(store.folder, other));
    expectMessage(renamed, "persistenceId=orders expected=bills");

    Path file = Files.createFile(dir.resolve("file"));
    UnusableFolderException notAFolder =
        assertThrows(UnusableFolderException.class, () -> new LogFixture(file).open());
    expectMessage(notAFolder, "not a folder: " + file);
    UnusableFolderException below =
        assertThrows(
            UnusableFolderException.class, () -> new LogFixture(file.resolve("orders")).open());
    expectMessage(below, file.toString());
  }

  @Test
  void readersSeeTheSameWithoutClaiming() {
    SegmentLog log = store.open();
    appendNumbered(log, 200);
    log.deleteTo(20);
    List<Long> numbers = new ArrayList<>();

    SegmentReader.Contents contents =
        SegmentReader.of(store.folder)
            .readEvents(1, Long.MAX_VALUE, (number, bytes, offset, length) -> numbers.add(number));

    assertEquals(log.end(), contents.end());
    assertEquals("orders", contents.persistenceId());
    assertEquals(20, contents.deletedTo());
    assertEquals(180, numbers.size());
    appendNumbered(log, 1);
    log.close();
    assertTrue(SegmentReader.of(store.folder).read(FrameVisitor.NONE).sealed());
  }

  @Test
  void namesFoldersSafely() {
    Path data = Path.of("data");

    assertEquals(data.resolve("main"), StoreFolder.of(data, "main"));
    assertEquals(data.resolve("a%2F..%2Fb|".replace("|", "%7C")), StoreFolder.of(data, "a/../b|"));
    assertEquals(data.resolve("%2E.%2F"), StoreFolder.of(data, "../"));
    assertEquals(data.resolve("%C3%BC"), StoreFolder.of(data, "ü"));
    assertThrows(IllegalArgumentException.class, () -> StoreFolder.of(data, ""));
    assertThrows(IllegalArgumentException.class, () -> StoreFolder.of(data, "x".repeat(201)));
  }

  private static String mode(Path path) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
  }
}
