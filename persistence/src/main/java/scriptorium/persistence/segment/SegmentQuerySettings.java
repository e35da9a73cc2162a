package scriptorium.persistence.segment;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import java.time.Duration;

/**
 * The settings of {@code scriptorium.journal-query}, validated.
 *
 * @param portionsAhead portions read ahead of whoever takes them
 * @param pollInterval between two looks at a log that is being written
 * @param idlePollInterval between two looks at a log that has been silent for long
 * @param threads that read for all queries of the system
 */
record SegmentQuerySettings(
    int portionsAhead, Duration pollInterval, Duration idlePollInterval, int threads) {
  private static final Duration MIN_POLL = Duration.ofNanos(100_000);
  private static final Duration MAX_POLL = Duration.ofMinutes(1);

  /**
   * @param section of the plugin
   * @throws IllegalArgumentException naming the full path of the setting that is wrong
   */
  static SegmentQuerySettings of(Config section) {
    Duration poll = duration(section, "poll-interval", MIN_POLL);
    return new SegmentQuerySettings(
        number(section, "portions-ahead", 1024),
        poll,
        duration(section, "idle-poll-interval", poll),
        number(section, "threads", 64));
  }

  private static int number(Config section, String key, int max) {
    int value = section.getInt(key);
    if (value < 1 || value > max) {
      throw refused(key, value, "1 to " + max);
    }
    return value;
  }

  private static Duration duration(Config section, String key, Duration min) {
    Duration value;
    try {
      value = section.getDuration(key);
    } catch (ConfigException e) {
      throw refused(key, e, "a duration like 1 ms");
    }
    if (value.compareTo(min) < 0 || value.compareTo(MAX_POLL) > 0) {
      throw refused(key, value, min + " to " + MAX_POLL);
    }
    return value;
  }

  private static IllegalArgumentException refused(String key, Object value, String expected) {
    return new IllegalArgumentException(
        "setting out of range: %s.%s=%s, expected %s"
            .formatted(SegmentQuery.ID, key, value, expected));
  }
}
