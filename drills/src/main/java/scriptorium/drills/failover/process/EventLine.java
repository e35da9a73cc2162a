package scriptorium.drills.failover.process;

import java.io.PrintStream;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Something that happened in a child, as one line: {@code EVENT micros KIND key=value key=value}.
 * The last value may contain spaces when its key is {@code detail}.
 *
 * @param micros when, microseconds since 1970 by the machine's clock, which all processes of a
 *     drill share
 * @param kind what
 * @param fields more about it
 */
public record EventLine(long micros, String kind, Map<String, String> fields) {

  private static final String MARK = "EVENT ";
  private static final String DETAIL = "detail";

  /** Copies the fields. */
  public EventLine {
    fields = Map.copyOf(fields);
  }

  /** Now, by the machine's clock. */
  public static long nowMicros() {
    return micros(Instant.now());
  }

  /** A time as microseconds since 1970. */
  public static long micros(Instant time) {
    return ChronoUnit.MICROS.between(Instant.EPOCH, time);
  }

  /** Prints an event that happens now; pairs of key and value, {@code detail} last. */
  public static void print(PrintStream out, String kind, String... pairs) {
    StringBuilder line = new StringBuilder(MARK).append(nowMicros()).append(' ').append(kind);
    for (int i = 0; i < pairs.length; i += 2) {
      String value = pairs[i + 1].replaceAll("\\R", " ");
      String safe = pairs[i].equals(DETAIL) ? value : value.replace(' ', '_');
      line.append(' ').append(pairs[i]).append('=').append(safe);
    }
    synchronized (out) {
      out.println(line);
      out.flush();
    }
  }

  /** The event in a line; empty where the line is none. */
  public static Optional<EventLine> parse(String line) {
    if (!line.startsWith(MARK)) {
      return Optional.empty();
    }
    String[] head = line.split(" ", 4);
    if (head.length < 3) {
      return Optional.empty();
    }
    Map<String, String> fields = new LinkedHashMap<>();
    String rest = head.length == 4 ? head[3] : "";
    while (!rest.isEmpty()) {
      int equals = rest.indexOf('=');
      int space = rest.startsWith(DETAIL + "=") ? -1 : rest.indexOf(' ');
      int end = space < 0 ? rest.length() : space;
      if (equals < 0 || equals > end) {
        return Optional.empty();
      }
      fields.put(rest.substring(0, equals), rest.substring(equals + 1, end));
      rest = space < 0 ? "" : rest.substring(space + 1);
    }
    return Optional.of(new EventLine(Long.parseLong(head[1]), head[2], fields));
  }

  /** A field's value; empty text where there is none. */
  public String text(String key) {
    return fields.getOrDefault(key, "");
  }

  /** A field's number; 0 where there is none. */
  public long number(String key) {
    String value = fields.get(key);
    return value == null ? 0 : Long.parseLong(value);
  }
}
