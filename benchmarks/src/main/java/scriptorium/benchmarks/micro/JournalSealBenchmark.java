package scriptorium.benchmarks.micro;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import scriptorium.keys.Protection;
import scriptorium.keys.StoreKeys;
import scriptorium.persistence.segment.Claimant;
import scriptorium.persistence.segment.EventGroup;
import scriptorium.persistence.segment.LockMode;
import scriptorium.persistence.segment.OpenRequest;
import scriptorium.persistence.segment.SegmentLog;
import scriptorium.persistence.segment.SegmentLogSettings;

/**
 * What protection costs the embedded journal: a group appended, and 10,000 groups replayed. Events
 * of 300 bytes; in memory where {@code /dev/shm} is, so that no disk hides the difference.
 */
@State(Scope.Benchmark)
public class JournalSealBenchmark {
  private static final int EVENT_BYTES = 300;
  private static final int REPLAYED_GROUPS = 10_000;
  private static final int APPENDED_BETWEEN_DELETIONS = 20_000;

  /** How segments are protected. */
  @Param({"open", "signed", "encrypted"})
  public String protection = "open";

  /** Events in a group. */
  @Param({"1", "64"})
  public int events;

  private final EventGroup group = new EventGroup();
  private final byte[] event = new byte[EVENT_BYTES];
  private @Nullable Path folder;
  private @Nullable SegmentLog replayed;
  private @Nullable SegmentLog appended;
  private int sinceDeletion;

  /** Two logs, one of them filled. */
  @Setup
  public void open() throws IOException {
    Path memory = Path.of("/dev/shm");
    folder =
        Files.isDirectory(memory)
            ? Files.createTempDirectory(memory, "seal")
            : Files.createTempDirectory("seal");
    new SecureRandom().nextBytes(event);
    SegmentLog filled = log(folder.resolve("replayed"));
    for (int i = 0; i < REPLAYED_GROUPS; i++) {
      append(filled);
    }
    replayed = filled;
    appended = log(folder.resolve("appended"));
  }

  private SegmentLog log(Path path) {
    Claimant claimant = new Claimant("bench", ProcessHandle.current().pid(), Instant.EPOCH);
    SegmentLogSettings settings =
        SegmentLogSettings.standard(LockMode.EXCLUSIVE).protectedBy(protection());
    return SegmentLog.open(path, OpenRequest.of("bench", claimant, settings));
  }

  private Protection protection() {
    SecureRandom random = new SecureRandom();
    return protection.equals("open")
        ? Protection.NONE
        : new Protection(
            Optional.of("k").filter(k -> protection.equals("signed")),
            Optional.of("k").filter(k -> protection.equals("encrypted")),
            false,
            keyId -> Optional.of(new byte[StoreKeys.KEY_BYTES]),
            () -> {
              byte[] salt = new byte[Protection.SALT_BYTES];
              random.nextBytes(salt);
              return salt;
            });
  }

  private void append(SegmentLog log) {
    group.begin();
    for (int i = 0; i < events; i++) {
      group.beginEvent();
      group.putBytes(event);
      group.endEvent();
    }
    log.append(group, log.highestSequenceNumber() + 1);
  }

  /** Files go with the trial. */
  @TearDown
  public void close() throws IOException {
    if (replayed != null) {
      replayed.close();
    }
    if (appended != null) {
      appended.close();
    }
    if (folder != null) {
      try (var paths = Files.walk(folder)) {
        for (Path path : paths.sorted(java.util.Comparator.reverseOrder()).toList()) {
          Files.delete(path);
        }
      }
    }
  }

  /** One group. */
  @Benchmark
  public long append() {
    if (appended == null) {
      return 0;
    }
    append(appended);
    if (++sinceDeletion == APPENDED_BETWEEN_DELETIONS) {
      sinceDeletion = 0;
      appended.deleteTo(Long.MAX_VALUE);
    }
    return appended.highestSequenceNumber();
  }

  /** 10,000 groups. */
  @Benchmark
  public long replay() {
    long[] bytes = {0};
    if (replayed != null) {
      replayed.replay(
          1, Long.MAX_VALUE, Long.MAX_VALUE, (number, array, offset, length) -> bytes[0] += length);
    }
    return bytes[0];
  }
}
