package scriptorium.database.load;

import org.h2.result.SearchRow;
import org.h2.result.SortOrder;
import org.h2.table.IndexColumn;
import org.h2.value.CompareMode;
import org.h2.value.Value;
import org.h2.value.ValueDate;
import org.h2.value.ValueTime;
import org.h2.value.ValueTimestamp;
import org.h2.value.ValueUuid;
import org.jspecify.annotations.Nullable;

/**
 * A number of each key's value in one column, that never falls while the values rise: so most of a
 * sort, and of its proof, needs no comparison of values. For one thread.
 */
final class ColumnOrder {
  private static final int WIDE_CHARS = Long.SIZE / Character.SIZE;
  private static final int NARROW_CHARS = Long.SIZE / Byte.SIZE;
  private static final int LARGEST_NARROW = 0xFF;
  private static final long LARGEST_DATE = 1L << 38;

  private final int column;
  private final int type;
  private final boolean descending;
  private boolean exact;

  /** Of texts: how many characters all have in common, and how many of the next make a number. */
  private int common;

  private int chars;

  private ColumnOrder(IndexColumn column) {
    this.column = column.column.getColumnId();
    this.type = column.column.getType().getValueType();
    this.descending = (column.sortType & SortOrder.DESCENDING) != 0;
  }

  /** The order of an index's column; null for a type that has no numbers. */
  static @Nullable ColumnOrder of(IndexColumn column, CompareMode mode) {
    return switch (column.column.getType().getValueType()) {
      case Value.TINYINT,
          Value.SMALLINT,
          Value.INTEGER,
          Value.BIGINT,
          Value.DATE,
          Value.TIME,
          Value.TIMESTAMP,
          Value.UUID ->
          new ColumnOrder(column);
      case Value.VARCHAR -> mode.getName().equals(CompareMode.OFF) ? new ColumnOrder(column) : null;
      default -> null;
    };
  }

  /** Whether the numbers are the values themselves. */
  boolean isWhole() {
    return type >= Value.TINYINT && type <= Value.BIGINT && !descending;
  }

  /** Whether equal numbers mean equal values, among the keys prepared last. */
  boolean isExact() {
    return exact;
  }

  boolean isNull(SearchRow key) {
    return key.getValue(column).getValueType() == Value.NULL;
  }

  /** Looks through keys whose values are not null, before their numbers are asked for. */
  void prepare(SearchRow[] keys, int from, int to) {
    exact = type != Value.TIMESTAMP && type != Value.UUID;
    if (type == Value.VARCHAR) {
      prepareTexts(keys, from, to);
    }
  }

  private void prepareTexts(SearchRow[] keys, int from, int to) {
    String first = text(keys[from]);
    common = first.length();
    for (int i = from + 1; i < to && common > 0; i++) {
      common = commonWith(text(keys[i]), first, common);
    }
    chars = NARROW_CHARS;
    exact = true;
    for (int i = from; i < to; i++) {
      String text = text(keys[i]);
      for (int j = Math.min(text.length(), common + chars) - 1; j >= common; j--) {
        chars = text.charAt(j) > LARGEST_NARROW ? WIDE_CHARS : chars;
        // An end counts as a zero, so a zero could be an end.
        exact &= text.charAt(j) != 0;
      }
      exact &=
          text.length() <= common + WIDE_CHARS
              || (chars == NARROW_CHARS && text.length() <= common + chars);
    }
  }

  private static int commonWith(String text, String first, int most) {
    int end = Math.min(most, text.length());
    int same = 0;
    while (same < end && text.charAt(same) == first.charAt(same)) {
      same++;
    }
    return same;
  }

  /** The number of a key whose value is not null. */
  long of(SearchRow key) {
    long rising = rising(key.getValue(column));
    return descending ? ~rising : rising;
  }

  private String text(SearchRow key) {
    return key.getValue(column).getString();
  }

  private long rising(Value value) {
    return switch (type) {
      case Value.DATE -> ((ValueDate) value).getDateValue();
      case Value.TIME -> ((ValueTime) value).getNanos();
      case Value.TIMESTAMP -> rising((ValueTimestamp) value);
      case Value.UUID -> ((ValueUuid) value).getHigh() ^ Long.MIN_VALUE;
      case Value.VARCHAR -> rising(value.getString());
      default -> value.getLong();
    };
  }

  /** The day, and of the time of day as much as there is room for. */
  private static long rising(ValueTimestamp timestamp) {
    long date = timestamp.getDateValue();
    if (date >= LARGEST_DATE) {
      return Long.MAX_VALUE;
    }
    return date <= -LARGEST_DATE
        ? Long.MIN_VALUE
        : (date << 24) + (timestamp.getTimeNanos() >>> 23);
  }

  private long rising(String text) {
    long number = 0;
    int bits = Long.SIZE / chars;
    for (int i = common; i < common + chars; i++) {
      number = (number << bits) | (i < text.length() ? text.charAt(i) : 0);
    }
    return number ^ Long.MIN_VALUE;
  }
}
