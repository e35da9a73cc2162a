package scriptorium.database.load;

import org.h2.util.DateTimeUtils;

/** Days and times of day as texts of fixed length. Stateless. */
final class DigitClock {
  static final int DATE_CHARS = "2020-01-31".length();
  static final int TIME_CHARS = "12:59:59".length();

  private DigitClock() {}

  /** H2's number of a day; -1 if it is none, or nothing can follow. */
  static long date(byte[] bytes, int at, int end) {
    if (at + DATE_CHARS >= end || bytes[at + 4] != '-' || bytes[at + 7] != '-') {
      return -1;
    }
    int century = two(bytes, at);
    int year = two(bytes, at + 2);
    int month = two(bytes, at + 5);
    int day = two(bytes, at + 8);
    if (century < 1 || year < 0 || month < 1 || month > 12 || day < 1) {
      return -1;
    }
    year += 100 * century;
    return day > 28 && day > DateTimeUtils.getDaysInMonth(year, month)
        ? -1
        : DateTimeUtils.dateValue(year, month, day);
  }

  /** The second of a day; -1 if it is none, or nothing can follow. */
  static long seconds(byte[] bytes, int at, int end) {
    if (at + TIME_CHARS >= end || bytes[at + 2] != ':' || bytes[at + 5] != ':') {
      return -1;
    }
    int hour = two(bytes, at);
    int minute = two(bytes, at + 3);
    int second = two(bytes, at + 6);
    return hour < 0 || hour > 23 || minute < 0 || minute > 59 || second < 0 || second > 59
        ? -1
        : (hour * 60L + minute) * 60 + second;
  }

  private static int two(byte[] bytes, int at) {
    return QuickLiteral.isDigit(bytes[at]) && QuickLiteral.isDigit(bytes[at + 1])
        ? (bytes[at] - '0') * 10 + bytes[at + 1] - '0'
        : -1;
  }
}
