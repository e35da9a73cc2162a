package scriptorium.persistence.segment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import scriptorium.persistence.disk.DiskCall;
import scriptorium.persistence.disk.SimulatedDisk;
import scriptorium.persistence.disk.SimulatedProcess;

/**
 * A log, plain or with all it can have, lives through opening, appending, rolling, deleting,
 * marking, closing, with one call to the disk failing: the first of its kind, the second, and so
 * on, each with an error and with a full disk. Whatever it then answers, trying again leads on, and
 * what it acknowledged is there, also when the power goes at the end.
 */
class EveryCallFailsTest {
  private static final SegmentLogSettings SMALL =
      new SegmentLogSettings(4_096, 8_192, LockMode.EXCLUSIVE);

  @ParameterizedTest
  @EnumSource(DiskCall.class)
  void goesOnAfterAnyCallFailed(DiskCall call) {
    for (String message : List.of("Input/output error", "No space left on device")) {
      for (boolean encryptsAndMakesAhead : List.of(false, true)) {
        int nth = 1;
        while (isCut(call, nth, message, encryptsAndMakesAhead)) {
          nth++;
        }
      }
    }
  }

  /** Lives; false when there was no such call. */
  private static boolean isCut(
      DiskCall call, int nth, String message, boolean encryptsAndMakesAhead) {
    try {
      Life life = new Life(call, nth, message, encryptsAndMakesAhead);
      life.live();
      return life.process.hasFailed();
    } catch (RuntimeException | AssertionError e) {
      throw new AssertionError(
          "%s at %s %d, encrypted with segments made ahead: %s: %s"
              .formatted(message, call, nth, encryptsAndMakesAhead, e),
          e);
    }
  }

  /** One life, with a failure in it unless there are fewer such calls. */
  private static final class Life {
    private final SimulatedDisk disk = new SimulatedDisk();
    private final SimulatedProcess process;
    private final HistoryChecker history = new HistoryChecker();
    private final boolean mayFence;
    private final boolean makesAhead;
    private final SegmentLogSettings settings;
    private long ownEpoch;
    private SegmentLog log;

    Life(DiskCall call, int nth, String message, boolean encryptsAndMakesAhead) {
      makesAhead = encryptsAndMakesAhead;
      settings =
          encryptsAndMakesAhead
              ? SMALL.protectedBy(SealKeyRing.of("key", 7).encrypting("key"))
              : SMALL;
      process = new SimulatedProcess(disk, nth);
      process.fail(call, nth, message);
      mayFence = call == DiskCall.CHECK;
      log = open();
    }

    void live() {
      for (int i = 1; i <= 3; i++) {
        append("x".repeat(100 * i), "second");
      }
      append("y".repeat(6_000));
      append("z".repeat(3_000));
      delete(3);
      attempt(() -> log.markIdle());
      attempt(() -> log.close());
      assertEquals(0, process.openFiles(), "open files");
      log = open();
      append("after closing");
      delete(7);
      append("last");
      expectEvents();
      attempt(() -> log.close());
      assertEquals(0, process.openFiles(), "open files");
      SimulatedProcess next = new SimulatedProcess(disk.afterPowerLoss(new BitSet()), 0);
      history.recovered(SegmentLog.open(CrashStates.FOLDER, request(next)));
    }

    private OpenRequest request(SimulatedProcess opener) {
      return OpenRequest.of("orders", new Claimant("test", 1, Instant.EPOCH), settings)
          .on(new SimulatedLogFiles(opener))
          .after(ownEpoch)
          .tellingClaims(epoch -> ownEpoch = epoch);
    }

    /** Refused at most once: by what failed. */
    private SegmentLog open() {
      SegmentLog opened;
      try {
        opened = SegmentLog.open(CrashStates.FOLDER, request(process));
      } catch (UnusableFolderException | JournalFullException | FailedLogException e) {
        expectFailed();
        assertEquals(0, process.openFiles(), "open files");
        opened = SegmentLog.open(CrashStates.FOLDER, request(process));
      } catch (FencedWriterException e) {
        opened = openAfterBeingFenced(e);
      }
      recovered(opened);
      if (makesAhead) {
        opened.makeSegmentsAhead(Runnable::run);
      }
      return opened;
    }

    private void recovered(SegmentLog opened) {
      try {
        history.recovered(opened);
      } catch (UncheckedIOException e) {
        expectFailed();
        history.recovered(opened);
      }
    }

    /** An error of the check counts as being fenced: another process goes on. */
    private SegmentLog openAfterBeingFenced(FencedWriterException e) {
      assertTrue(mayFence, e.toString());
      ownEpoch = 0;
      return SegmentLog.open(CrashStates.FOLDER, request(process));
    }

    private void expectFailed() {
      assertTrue(process.hasFailed(), "failed without a cause");
    }

    private void append(String... events) {
      List<byte[]> bytes =
          Arrays.stream(events).map(e -> e.getBytes(StandardCharsets.UTF_8)).toList();
      history.tries(bytes);
      attempt(
          () -> {
            log.append(RandomRun.group(bytes), history.highestNumber() + 1);
            history.acknowledged();
          });
    }

    private void delete(long number) {
      history.triesToDelete(number);
      attempt(
          () -> {
            log.deleteTo(number);
            history.deleted();
          });
    }

    private void attempt(Runnable work) {
      try {
        work.run();
      } catch (JournalFullException e) {
        expectFailed();
        assertTrue(log.isOpen());
        work.run();
      } catch (FailedLogException e) {
        expectFailed();
        log.release();
        log = open();
      } catch (FencedWriterException e) {
        log.release();
        log = openAfterBeingFenced(e);
        recovered(log);
      }
    }

    private void expectEvents() {
      try {
        history.expectEvents(log);
      } catch (UncheckedIOException e) {
        expectFailed();
        history.expectEvents(log);
      }
    }
  }
}
