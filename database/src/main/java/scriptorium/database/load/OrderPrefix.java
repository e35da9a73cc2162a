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
 * A number of each key's first column that never falls while the keys rise. So most of a sort needs
 * no comparison of keys; keys of one number are compared. Whether a number does rise with the keys
 * is proven afterwards, by comparing neighbours. Immutable.
 */
final class OrderPrefix {
  private static final int PREFIX_CHARS = 4;
  private static final long LARGEST_DATE = 1L << 38;

  private final int column;
  private final int type;
  private final boolean descending;

  private OrderPrefix(IndexColumn column) {
    this.column = column.column.getColumnId();
    this.type = column.column.getType().getValueType();
    this.descending = (column.sortType & SortOrder.DESCENDING) != 0;
  }

  /** The prefix of an index's first column; null for a type that has none. */
  static @Nullable OrderPrefix of(IndexColumn first, CompareMode mode) {
    return switch (first.column.getType().getValueType()) {
      case Value.TINYINT,
          Value.SMALLINT,
          Value.INTEGER,
          Value.BIGINT,
          Value.DATE,
          Value.TIME,
          Value.TIMESTAMP,
          Value.UUID ->
          new OrderPrefix(first);
      case Value.VARCHAR -> mode.getName().equals(CompareMode.OFF) ? new OrderPrefix(first) : null;
      default -> null;
    };
  }

  boolean isNull(SearchRow key) {
    return key.getValue(column).getValueType() == Value.NULL;
  }

  /** The number of a key whose first column is not null. */
  long of(SearchRow key) {
    long rising = rising(key.getValue(column));
    return descending ? ~rising : rising;
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

  private static long rising(String text) {
    long prefix = 0;
    for (int i = 0; i < PREFIX_CHARS; i++) {
      prefix = (prefix << Character.SIZE) | (i < text.length() ? text.charAt(i) : 0);
    }
    return prefix ^ Long.MIN_VALUE;
  }
}
