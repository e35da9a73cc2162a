package scriptorium.database.load;

import java.nio.charset.StandardCharsets;
import org.h2.util.DateTimeUtils;
import org.h2.value.Value;
import org.h2.value.ValueTimestamp;
import org.jspecify.annotations.Nullable;

/** {@code TIMESTAMP '2020-01-31 12:59:59.123'}, with no more of the second than the column has. */
final class QuickMoment extends QuickLiteral {
  private static final byte[] BEGIN = "TIMESTAMP '".getBytes(StandardCharsets.US_ASCII);
  private static final int MOST_SCALE = 9;

  private final int scale;

  QuickMoment(int scale) {
    this.scale = scale;
  }

  @Override
  @Nullable Value read(SqlBytes sql) {
    byte[] bytes = sql.bytes();
    int end = sql.end();
    int from = sql.behind(BEGIN);
    long date = from < 0 ? -1 : DigitClock.date(bytes, from, end);
    int time = from + DigitClock.DATE_CHARS;
    long seconds = date < 0 || bytes[time] != ' ' ? -1 : DigitClock.seconds(bytes, time + 1, end);
    if (seconds < 0) {
      return null;
    }
    int at = time + 1 + DigitClock.TIME_CHARS;
    long part = 0;
    int digits = 0;
    if (bytes[at] == '.') {
      for (at++; at < end && isDigit(bytes[at]) && digits < MOST_SCALE; at++) {
        part = part * 10 + bytes[at] - '0';
        digits++;
      }
    }
    if (digits > scale || at == end || bytes[at] != '\'' || !isEnd(bytes, at + 1, end)) {
      return null;
    }
    for (; digits < MOST_SCALE; digits++) {
      part *= 10;
    }
    sql.at = at + 1;
    return ValueTimestamp.fromDateValueAndNanos(
        date, seconds * DateTimeUtils.NANOS_PER_SECOND + part);
  }
}
