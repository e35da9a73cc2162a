package scriptorium.persistence.segment;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import scriptorium.keys.Protection;
import scriptorium.keys.ProtectionReader;

/**
 * The settings of {@code scriptorium.journal} and {@code scriptorium.data-dir}, validated.
 *
 * @param dataDir folder of all stores
 * @param makeAhead whether the next segment's file is made before it is needed
 * @param idleMark silence after which the last frame is confirmed to readers
 * @param threadIdle silence after which the thread of a store's log ends
 * @param closeTimeout how long termination waits for the seals
 * @param metricsInterval between lines of metrics in the log; zero for none
 */
public record SegmentJournalSettings(
    Path dataDir,
    SegmentLogSettings log,
    boolean makeAhead,
    Duration idleMark,
    Duration threadIdle,
    Duration closeTimeout,
    Duration metricsInterval) {
  private static final String ROOT = "scriptorium.journal.";

  /**
   * @throws IllegalArgumentException naming the full path of the setting that is wrong
   */
  public static SegmentJournalSettings of(Config config) {
    String dataDir = config.getString("scriptorium.data-dir");
    if (dataDir.isBlank()) {
      throw refused("scriptorium.data-dir", dataDir, "the path of a folder");
    }
    long first = bytes(config, "first-segment-bytes", SegmentLogSettings.MIN_SEGMENT_BYTES);
    long max = bytes(config, "max-segment-bytes", first);
    return new SegmentJournalSettings(
        Path.of(dataDir),
        protectedBy(
            new SegmentLogSettings(
                first, max, lock(config), config.getBoolean(ROOT + "coherent-file-system")),
            ProtectionReader.read(config, SegmentKeys.ROOT)),
        config.getBoolean(ROOT + "make-segments-ahead"),
        duration(config, "idle-mark", Duration.ofMillis(1), Duration.ofHours(1)),
        duration(config, "thread-idle", Duration.ofMillis(10), Duration.ofHours(1)),
        duration(config, "close-timeout", Duration.ofMillis(100), Duration.ofMinutes(10)),
        metricsInterval(config));
  }

  private static SegmentLogSettings protectedBy(SegmentLogSettings log, Protection protection) {
    try {
      return log.protectedBy(protection);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "setting refused: " + SegmentKeys.ROOT + ": " + e.getMessage(), e);
    }
  }

  /** How the journal's segments are protected, by the settings. */
  public Protection protection() {
    return log.protection();
  }

  private static long bytes(Config config, String key, long min) {
    long value;
    try {
      value = config.getBytes(ROOT + key);
    } catch (ConfigException e) {
      throw refused(ROOT + key, e, "a size like 64 KiB");
    }
    if (value < min || value > SegmentLogSettings.MAX_SEGMENT_BYTES) {
      throw refused(
          ROOT + key, value, min + " to " + SegmentLogSettings.MAX_SEGMENT_BYTES + " bytes");
    }
    return value;
  }

  private static Duration duration(Config config, String key, Duration min, Duration max) {
    Duration value;
    try {
      value = config.getDuration(ROOT + key);
    } catch (ConfigException e) {
      throw refused(ROOT + key, e, "a duration like 50 ms");
    }
    if (value.compareTo(min) < 0 || value.compareTo(max) > 0) {
      throw refused(ROOT + key, value, min + " to " + max);
    }
    return value;
  }

  private static Duration metricsInterval(Config config) {
    Duration value = duration(config, "metrics-interval", Duration.ZERO, Duration.ofDays(1));
    if (!value.isZero() && value.compareTo(Duration.ofSeconds(1)) < 0) {
      throw refused(ROOT + "metrics-interval", value, "0 for none, or 1 s to 1 d");
    }
    return value;
  }

  private static LockMode lock(Config config) {
    String value = config.getString(ROOT + "lock");
    return switch (value.toLowerCase(Locale.ROOT)) {
      case "exclusive" -> LockMode.EXCLUSIVE;
      case "shared" -> LockMode.SHARED;
      default -> throw refused(ROOT + "lock", value, "exclusive or shared");
    };
  }

  private static IllegalArgumentException refused(String path, Object value, String expected) {
    return new IllegalArgumentException(
        "setting out of range: " + path + "=" + value + ", expected " + expected);
  }
}
