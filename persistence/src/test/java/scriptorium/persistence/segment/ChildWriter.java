package scriptorium.persistence.segment;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Random;

/**
 * A process of its own: opens a log and appends groups until it is killed, printing each number it
 * was told is durable. Arguments: folder, lock mode, seed.
 */
final class ChildWriter {
  private ChildWriter() {}

  public static void main(String[] args) throws IOException {
    Random random = new Random(Long.parseLong(args[2]));
    OutputStream acknowledged = new FileOutputStream(java.io.FileDescriptor.out);
    Claimant claimant = new Claimant("child", ProcessHandle.current().pid(), Instant.EPOCH);
    SegmentLogSettings settings = new SegmentLogSettings(4_096, 32_768, LockMode.valueOf(args[1]));
    SegmentLog log =
        SegmentLog.open(Path.of(args[0]), OpenRequest.of("orders", claimant, settings));
    say(acknowledged, "open " + log.highestSequenceNumber());
    while (true) {
      EventGroup group = new EventGroup();
      group.begin();
      long first = log.highestSequenceNumber() + 1;
      int count = 1 + random.nextInt(5);
      for (long number = first; number < first + count; number++) {
        group.beginEvent();
        group.putBytes(event(number, count).getBytes(US_ASCII));
        group.endEvent();
      }
      log.append(group, first);
      say(acknowledged, "acked " + log.highestSequenceNumber());
    }
  }

  /** Pads some, so that frames end at all kinds of places. */
  static String event(long number, int count) {
    return "event-" + number + ":" + "x".repeat((int) (number * 31 % 700)) + ":" + count;
  }

  private static void say(OutputStream out, String line) throws IOException {
    out.write((line + "\n").getBytes(US_ASCII));
  }
}
