package scriptorium.persistence.segment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The next segment's file, made before it is needed. Segments are of 4, 8, 16 and 16 KiB. */
class NextSegmentTest {
  private static final String KIB = "x".repeat(900);

  @TempDir Path dir;
  private LogFixture store;

  @BeforeEach
  void setUp() {
    store = new LogFixture(dir.resolve("orders"));
  }

  private List<Path> madeAhead() throws IOException {
    try (var files = Files.list(store.folder)) {
      return files.filter(file -> file.getFileName().toString().startsWith("tmp-")).toList();
    }
  }

  @Test
  void isMadeWhenAQuarterIsUsedAndTakenWhenAllIs() throws IOException {
    SegmentLog log = store.open();
    log.makeSegmentsAhead(Runnable::run);
    assertEquals(List.of(), madeAhead());

    LogFixture.append(log, KIB);

    List<Path> ahead = madeAhead();
    assertEquals(1, ahead.size());
    assertEquals(8192, Files.size(ahead.get(0)));
    Object inode = Files.getAttribute(ahead.get(0), "unix:ino");

    for (int i = 0; i < 3; i++) {
      LogFixture.append(log, KIB);
    }

    assertEquals(inode, Files.getAttribute(store.file(1, 1), "unix:ino"));
    assertEquals(4, LogFixture.events(log).size());
    log.close();
  }

  @Test
  void nothingIsLeftOfItWhenTheLogIsClosedOrGivenUp() throws IOException {
    for (boolean inOrder : List.of(true, false)) {
      SegmentLog log = store.open();
      log.makeSegmentsAhead(Runnable::run);
      LogFixture.append(log, KIB);
      LogFixture.append(log, KIB);
      assertEquals(1, madeAhead().size());

      if (inOrder) {
        log.close();
      } else {
        log.release();
      }

      assertEquals(List.of(), madeAhead());
    }
  }

  @Test
  void aGroupThatNeedsALargerSegmentGetsIt() throws IOException {
    SegmentLog log = store.open();
    log.makeSegmentsAhead(Runnable::run);
    LogFixture.append(log, KIB);

    LogFixture.append(log, KIB.repeat(40));

    assertTrue(Files.size(store.file(1, 1)) > 36_000);
    LogFixture.append(log, KIB);
    assertEquals(3, LogFixture.events(log).size());
    log.close();
    assertEquals(List.of(), madeAhead());
    assertEquals(3, store.recover().size());
  }

  @Test
  void whoNeedsItMakesItWhenNobodyHas() {
    Queue<Runnable> neverRun = new ArrayDeque<>();
    SegmentLog log = store.open();
    log.makeSegmentsAhead(neverRun::add);

    LogFixture.appendNumbered(log, 200);

    assertEquals(LogFixture.numbered(1, 200), LogFixture.events(log));
    log.close();
    neverRun.forEach(Runnable::run); // too late: nothing is made
    assertEquals(LogFixture.numbered(1, 200), store.recover());
  }

  @Test
  void anExecutorThatTakesNothingMoreIsNoFault() {
    SegmentLog log = store.open();
    log.makeSegmentsAhead(
        work -> {
          throw new RejectedExecutionException();
        });

    LogFixture.appendNumbered(log, 200);

    assertEquals(LogFixture.numbered(1, 200), LogFixture.events(log));
    log.close();
  }

  @Test
  @Timeout(30)
  void nobodyWaitsForOneWhoseMakerEndedByAnError() throws IOException {
    FaultyFiles files = new FaultyFiles();
    store.files = files;
    SegmentLog log = store.open();
    List<Error> died = new ArrayList<>();
    log.makeSegmentsAhead(
        work -> {
          files.beforeForce =
              file -> {
                throw new OutOfMemoryError("for a test");
              };
          try {
            work.run();
          } catch (OutOfMemoryError e) {
            died.add(e);
          }
          files.beforeForce = file -> {};
        });

    LogFixture.appendNumbered(log, 200);

    assertTrue(died.size() > 1);
    assertEquals(LogFixture.numbered(1, 200), LogFixture.events(log));
    log.close();
    assertEquals(LogFixture.numbered(1, 200), store.recover());
  }

  @Test
  void aSystemWithoutAThreadIsNoFault() {
    SegmentLog log = store.open();
    log.makeSegmentsAhead(
        work -> {
          throw new OutOfMemoryError("unable to create native thread: for a test");
        });

    LogFixture.appendNumbered(log, 200);

    assertEquals(LogFixture.numbered(1, 200), LogFixture.events(log));
    log.close();
  }

  @Test
  void withoutRoomForItTheGroupThatNeedsItIsRefused() throws IOException {
    FaultyFiles files = new FaultyFiles();
    store.files = files;
    SegmentLog log = store.open();
    log.makeSegmentsAhead(Runnable::run);
    files.room = 6_000;

    LogFixture.append(log, KIB); // and the next segment's file does not fit
    files.room = 3_000;
    LogFixture.append(log, KIB);
    LogFixture.append(log, KIB);

    assertEquals(List.of(), madeAhead());
    files.room = 0;
    assertThrows(JournalFullException.class, () -> LogFixture.append(log, KIB));
    files.room = Long.MAX_VALUE;
    LogFixture.append(log, KIB);
    assertEquals(4, LogFixture.events(log).size());
    log.close();
  }
}
