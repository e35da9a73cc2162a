package scriptorium.persistence.segment;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Random;

/**
 * A process that claims a shared folder again and again, whoever has it, and tells what was
 * acknowledged to it. Arguments: folder, name, seed.
 */
final class ChildContender {
  private final Random random;
  private final String name;
  private final OutputStream out = new FileOutputStream(FileDescriptor.out);
  private long made;

  private ChildContender(String name, long seed) {
    this.name = name;
    this.random = new Random(seed);
  }

  public static void main(String[] args) throws IOException {
    ChildContender contender = new ChildContender(args[1], Long.parseLong(args[2]));
    Claimant claimant = new Claimant(args[1], ProcessHandle.current().pid(), Instant.EPOCH);
    OpenRequest request =
        OpenRequest.of("orders", claimant, new SegmentLogSettings(4_096, 16_384, LockMode.SHARED));
    while (true) {
      try {
        contender.write(SegmentLog.open(Path.of(args[0]), request));
      } catch (FencedWriterException e) {
        contender.say("fenced");
      }
    }
  }

  private void write(SegmentLog log) throws IOException {
    try {
      int groups = random.nextInt(60);
      for (int i = 0; i < groups; i++) {
        String event = name + "-" + made++;
        EventGroup group = LogFixture.group(event);
        long number = log.highestSequenceNumber() + 1;
        log.append(group, number);
        say("acked " + number + " " + event);
      }
    } finally {
      if (random.nextBoolean()) {
        log.close();
      } else {
        log.release();
      }
    }
  }

  private void say(String line) throws IOException {
    out.write((line + "\n").getBytes(US_ASCII));
  }
}
