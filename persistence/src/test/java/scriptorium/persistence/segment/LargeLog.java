package scriptorium.persistence.segment;

import java.nio.file.Path;
import java.time.Instant;
import java.util.Random;
import org.slf4j.LoggerFactory;

/**
 * Makes a large log as a crash leaves it, or opens one and says how long that took. Arguments:
 * {@code make FOLDER MEGABYTES}, {@code open FOLDER}.
 */
final class LargeLog {
  private static final int GROUP_EVENTS = 64;
  private static final int EVENT_BYTES = 300;

  private LargeLog() {}

  public static void main(String[] args) {
    Path folder = Path.of(args[1]);
    OpenRequest request =
        OpenRequest.of(
            "main",
            new Claimant("large", ProcessHandle.current().pid(), Instant.now()),
            SegmentLogSettings.standard(LockMode.EXCLUSIVE));
    if (args[0].equals("make")) {
      make(folder, request, Long.parseLong(args[2]) << 20);
    } else {
      open(folder, request);
    }
  }

  private static void make(Path folder, OpenRequest request, long bytes) {
    SegmentLog log = SegmentLog.open(folder, request.on(FaultyFiles.withoutForces()));
    byte[] event = new byte[EVENT_BYTES];
    new Random(1).nextBytes(event);
    long written = 0;
    EventGroup group = new EventGroup();
    while (written < bytes) {
      group.begin();
      for (int i = 0; i < GROUP_EVENTS; i++) {
        group.beginEvent();
        group.putBytes(event);
        group.endEvent();
      }
      written += group.frameBytes();
      log.append(group, log.highestSequenceNumber() + 1);
    }
    log.release();
    System.out.println("made: events=" + log.highestSequenceNumber() + " bytes=" + written);
  }

  private static void open(Path folder, OpenRequest request) {
    LoggerFactory.getLogger(LargeLog.class).info("the logging's own start is not measured");
    long start = System.nanoTime();
    SegmentLog log = SegmentLog.open(folder, request);
    long millis = (System.nanoTime() - start) / 1_000_000;
    Runtime runtime = Runtime.getRuntime();
    System.out.println(
        "opened: millis=%d lastSequenceNumber=%d heapBytes=%d"
            .formatted(
                millis, log.highestSequenceNumber(), runtime.totalMemory() - runtime.freeMemory()));
    long from = Math.max(1, log.highestSequenceNumber() - 1_000);
    start = System.nanoTime();
    log.replay(from, Long.MAX_VALUE, Long.MAX_VALUE, (number, bytes, offset, length) -> {});
    System.out.println("replayed the last 1000: millis=" + (System.nanoTime() - start) / 1_000_000);
    log.release();
  }
}
