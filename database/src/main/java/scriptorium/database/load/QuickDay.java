package scriptorium.database.load;

import java.nio.charset.StandardCharsets;
import org.h2.value.Value;
import org.h2.value.ValueDate;
import org.jspecify.annotations.Nullable;

/** {@code DATE '2020-01-31'}. */
final class QuickDay extends QuickLiteral {
  private static final byte[] BEGIN = "DATE '".getBytes(StandardCharsets.US_ASCII);

  @Override
  @Nullable Value read(SqlBytes sql) {
    int from = sql.behind(BEGIN);
    long date = from < 0 ? -1 : DigitClock.date(sql.bytes(), from, sql.end());
    int at = from + DigitClock.DATE_CHARS;
    if (date < 0 || sql.bytes()[at] != '\'' || !isEnd(sql.bytes(), at + 1, sql.end())) {
      return null;
    }
    sql.at = at + 1;
    return ValueDate.fromDateValue(date);
  }
}
