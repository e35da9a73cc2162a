package scriptorium.benchmarks.restart;

import java.time.Duration;
import java.util.Map;

/**
 * How a process became ready.
 *
 * @param toReady from the start of the process until all rows could be read
 * @param toMain the part of it until the command ran; of others than Java processes, zero
 * @param parts other parts, in microseconds, by name
 */
public record Started(Duration toReady, Duration toMain, Map<String, Long> parts) {

  /** Parts that a store tells: its whole recovery, and what of it is the snapshot's. */
  public static final String RECOVERY = "recovery";

  public static final String RESTORING = "restoring";

  /** What the restore did; the work of two threads at a time counts for both. */
  public static final String OPENING = "opening";

  public static final String READING = "reading";
  public static final String PARSING = "parsing";
  public static final String ROWS = "table-rows";
  public static final String INDEXES = "indexes";
  public static final String REFERENCES = "references";
  public static final String DIGESTS = "digests";

  /** What all threads of a Java process used of the cores until it was ready. */
  public static final String CPU = "cpu";

  public Started {
    parts = Map.copyOf(parts);
  }

  /** One of the parts, in microseconds; zero where it was not told. */
  public long partMicros(String name) {
    return parts.getOrDefault(name, 0L);
  }
}
