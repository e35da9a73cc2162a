package scriptorium.database.load;

import java.math.BigDecimal;
import org.h2.table.Column;
import org.h2.value.TypeInfo;
import org.h2.value.Value;
import org.h2.value.ValueBigint;
import org.h2.value.ValueInteger;
import org.h2.value.ValueNumeric;
import org.h2.value.ValueVarchar;
import org.jspecify.annotations.Nullable;

/**
 * Reads the literals of one column in the one form that nearly all of them have, straight from the
 * bytes into a value that needs no conversion. What has another form is left to {@link
 * LiteralParser}, which makes the same values.
 *
 * <p>Each kind is a class of its own, so that the compiler of a JVM that has just started compiles
 * each once, and small. For one thread.
 */
abstract class QuickLiteral {
  private static final int MOST_DIGITS = 18;

  /** For a column whose literals are all left to the other parser. */
  static final QuickLiteral NONE =
      new QuickLiteral() {
        @Override
        @Nullable Value read(SqlBytes sql) {
          return null;
        }
      };

  /**
   * Reads a literal and stands behind it; null, and stands where it stood, if it is of another
   * form.
   */
  abstract @Nullable Value read(SqlBytes sql);

  /** What reads the literals of a column. */
  static QuickLiteral of(Column column) {
    TypeInfo type = column.getType();
    return switch (type.getValueType()) {
      case Value.INTEGER -> new Whole(false, 9);
      case Value.BIGINT -> new Whole(true, MOST_DIGITS);
      case Value.NUMERIC -> decimal(type);
      case Value.VARCHAR -> new Text(type.getPrecision());
      case Value.DATE -> new QuickDay();
      case Value.TIMESTAMP -> new QuickMoment(type.getScale());
      default -> NONE;
    };
  }

  private static QuickLiteral decimal(TypeInfo type) {
    long digits = Math.min(MOST_DIGITS, type.getPrecision());
    return type.getScale() > 0 && type.getScale() < digits
        ? new Decimal((int) digits, type.getScale())
        : NONE;
  }

  static boolean isEnd(byte[] bytes, int at, int end) {
    return at < end && (bytes[at] == ',' || bytes[at] == ')');
  }

  static boolean isDigit(byte b) {
    return b >= '0' && b <= '9';
  }

  /** An integer that cannot be too large. */
  private static final class Whole extends QuickLiteral {
    private final boolean big;
    private final int mostDigits;

    Whole(boolean big, int mostDigits) {
      this.big = big;
      this.mostDigits = mostDigits;
    }

    @Override
    @Nullable Value read(SqlBytes sql) {
      byte[] bytes = sql.bytes();
      int end = sql.end();
      boolean negative = sql.at < end && bytes[sql.at] == '-';
      int from = negative ? sql.at + 1 : sql.at;
      int at = from;
      long number = 0;
      for (; at < end && isDigit(bytes[at]); at++) {
        number = number * 10 + bytes[at] - '0';
      }
      if (at == from || at - from > mostDigits || !isEnd(bytes, at, end)) {
        return null;
      }
      sql.at = at;
      long signed = negative ? -number : number;
      return big ? ValueBigint.get(signed) : ValueInteger.get((int) signed);
    }
  }

  /** A decimal number with all the digits behind its point. */
  private static final class Decimal extends QuickLiteral {
    private final int mostDigits;
    private final int scale;

    Decimal(int mostDigits, int scale) {
      this.mostDigits = mostDigits;
      this.scale = scale;
    }

    @Override
    @Nullable Value read(SqlBytes sql) {
      byte[] bytes = sql.bytes();
      int end = sql.end();
      boolean negative = sql.at < end && bytes[sql.at] == '-';
      int from = negative ? sql.at + 1 : sql.at;
      int at = from;
      long number = 0;
      for (; at < end && isDigit(bytes[at]); at++) {
        number = number * 10 + bytes[at] - '0';
      }
      int point = at;
      if (point == from || point == end || bytes[point] != '.') {
        return null;
      }
      for (at++; at < end && isDigit(bytes[at]); at++) {
        number = number * 10 + bytes[at] - '0';
      }
      if (at - point - 1 != scale || at - from - 1 > mostDigits || !isEnd(bytes, at, end)) {
        return null;
      }
      sql.at = at;
      return ValueNumeric.get(BigDecimal.valueOf(negative ? -number : number, scale));
    }
  }

  /**
   * ASCII text without quotes. Values that come again soon are not made again: columns of few
   * values then hold few objects.
   */
  private static final class Text extends QuickLiteral {
    private static final int KNOWN = 256;

    private final long mostChars;
    private final @Nullable ValueVarchar[] known = new ValueVarchar[KNOWN];
    private final int[] hashes = new int[KNOWN];

    Text(long mostChars) {
      this.mostChars = mostChars;
    }

    @Override
    @Nullable Value read(SqlBytes sql) {
      byte[] bytes = sql.bytes();
      int end = sql.end();
      int from = sql.at + 1;
      if (from >= end || bytes[sql.at] != '\'') {
        return null;
      }
      int hash = 0;
      int at = from;
      byte b = 0;
      for (; at < end && (b = bytes[at]) != '\'' && b >= 0; at++) {
        hash = hash * 31 + b;
      }
      if (b != '\'' || at - from > mostChars || at == from || !isEnd(bytes, at + 1, end)) {
        return null;
      }
      sql.at = at + 1;
      int place = (hash ^ (hash >>> 16)) & (KNOWN - 1);
      ValueVarchar value = known[place];
      if (value == null || hashes[place] != hash || !isSame(value.getString(), bytes, from, at)) {
        value = (ValueVarchar) ValueVarchar.get(sql.asciiText(from, at));
        known[place] = value;
        hashes[place] = hash;
      }
      return value;
    }

    private static boolean isSame(String text, byte[] bytes, int from, int to) {
      if (text.length() != to - from) {
        return false;
      }
      for (int i = from; i < to; i++) {
        if (text.charAt(i - from) != bytes[i]) {
          return false;
        }
      }
      return true;
    }
  }
}
