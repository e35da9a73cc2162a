package scriptorium.drills.fence;

import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import scriptorium.drills.failover.process.EventLine;
import scriptorium.persistence.segment.Claimant;
import scriptorium.persistence.segment.EventGroup;
import scriptorium.persistence.segment.FencedWriterException;
import scriptorium.persistence.segment.LockMode;
import scriptorium.persistence.segment.LogFiles;
import scriptorium.persistence.segment.OpenRequest;
import scriptorium.persistence.segment.SegmentLog;
import scriptorium.persistence.segment.SegmentLogSettings;

/**
 * Claims a store again and again, whoever has it, writes to it until somebody else has claimed or
 * it has had enough, and tells what it is told. Times are nanoseconds of the machine's monotonic
 * clock, which all processes of a drill share. One thread.
 */
final class Contender {

  /** So small that segments are filled and deleted all the time. */
  private static final SegmentLogSettings SETTINGS =
      new SegmentLogSettings(4_096, 16_384, LockMode.SHARED);

  private static final int MOST_GROUPS = 60;
  private static final int LONGEST_PADDING = 900;

  /** The last field of a line that a kill may have cut. */
  static final String END = "end";

  private final Path data;
  private final String name;
  private final LogFiles files;
  private final PrintStream out;
  private final EventGroup group = new EventGroup();
  private long events;

  Contender(Path data, String name, LogFiles files, PrintStream out) {
    this.data = data;
    this.name = name;
    this.files = files;
    this.out = out;
  }

  void contend(Instructions.Round round, Instructions instructions) {
    Random random = new Random(round.seed());
    while (!instructions.isResting()) {
      try {
        write(open(round.store(), random, 0), round, random, instructions);
      } catch (FencedWriterException e) {
        tell("FENCED", "at", nanos(), END, "1");
      } catch (RuntimeException e) {
        tell("FAILED", "detail", name + ": " + e);
      }
    }
  }

  private SegmentLog open(String store, Random random, long ownEpoch) {
    Claimant claimant = new Claimant(name, ProcessHandle.current().pid(), Instant.now());
    OpenRequest request =
        OpenRequest.of(store, claimant, SETTINGS)
            .on(HesitantFiles.over(files, random))
            .after(ownEpoch);
    return SegmentLog.open(data.resolve(store), request);
  }

  private void write(
      SegmentLog log, Instructions.Round round, Random random, Instructions instructions) {
    String epoch = Long.toString(log.epoch());
    try {
      tell("READY", "epoch", epoch, "at", nanos(), END, "1");
      int groups = random.nextInt(MOST_GROUPS);
      for (int i = 0; i < groups && !instructions.isResting(); i++) {
        append(log, random);
        other(log, round.deletes(), random);
      }
    } catch (FencedWriterException e) {
      tell("FENCED", "epoch", epoch, "at", nanos(), END, "1");
      expectForGood(log, round.store(), random);
    } finally {
      log.close();
    }
  }

  private void append(SegmentLog log, Random random) {
    StringBuilder told = new StringBuilder();
    group.begin();
    for (int more = Math.max(1, random.nextInt(5) - 1); more > 0; more--) {
      String padding = random.nextInt(40) == 0 ? "x".repeat(random.nextInt(LONGEST_PADDING)) : "";
      String event = name + "-" + events++ + padding + "@" + log.epoch();
      EventText.put(group, event);
      told.append(told.isEmpty() ? "" : ",").append(event);
    }
    long number = log.highestSequenceNumber() + 1;
    String start = nanos();
    log.append(group, number);
    String epoch = Long.toString(log.epoch());
    String first = Long.toString(number);
    String events = told.toString();
    tell(
        "ACK", "epoch", epoch, "number", first, "events", events, "start", start, "at", nanos(),
        END, "1");
  }

  /** What a writer does between its writes. */
  private void other(SegmentLog log, boolean deletes, Random random) {
    switch (random.nextInt(12)) {
      case 0 -> log.markIdle();
      case 1 -> LockSupport.parkNanos(random.nextInt(4_000_000));
      case 2 -> {
        long to = log.highestSequenceNumber() - random.nextInt(30);
        if (deletes && to > 0) {
          tell("DELETE", "to", Long.toString(to), END, "1");
          log.deleteTo(to);
        }
      }
      default -> {}
    }
  }

  /** A fenced writer is refused whatever it tries, and never gets its log back. */
  private void expectForGood(SegmentLog log, String store, Random random) {
    expectFenced("wrote", () -> append(log, random));
    expectFenced("deleted", () -> log.deleteTo(log.highestSequenceNumber()));
    if (random.nextInt(4) == 0) {
      expectFenced("took its log back", () -> open(store, random, log.epoch()).close());
    }
  }

  private void expectFenced(String what, Runnable deed) {
    try {
      deed.run();
      tell("FAILED", "detail", name + " " + what + " after it was fenced");
    } catch (FencedWriterException asItMust) {
      // The one answer for ever.
    }
  }

  private void tell(String kind, String... pairs) {
    EventLine.print(out, kind, pairs);
  }

  private static String nanos() {
    return Long.toString(System.nanoTime());
  }
}
