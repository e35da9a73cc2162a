package scriptorium.database.load;

import java.util.Arrays;
import java.util.Comparator;
import org.h2.result.SearchRow;
import org.h2.table.IndexColumn;
import org.h2.value.CompareMode;
import org.jspecify.annotations.Nullable;

/**
 * Sorts the keys of an index, which come in the order of their rows, and proves the order.
 *
 * <p>Column by column: keys with NULL apart, the others by their {@link ColumnOrder numbers}, then
 * those of one number by the next column. Where numbers do not tell, keys are compared by H2. So of
 * each two neighbours either the numbers or the keys were compared. Each step keeps the order of
 * equal keys, which is that of their rows. That H2 orders values as their numbers is looked at here
 * and there; where it does not, it orders them all.
 *
 * <p>For one thread.
 */
final class KeySort {
  /** Told of keys that are the same in their first columns. */
  @FunctionalInterface
  interface Duplicates {
    void found(SearchRow key);
  }

  private static final int FEW = 24;
  private static final int SAMPLES = 200;

  private final Comparator<SearchRow> order;
  private final @Nullable ColumnOrder[] columns;
  private final int uniqueColumns;
  private final Comparator<SearchRow> sameFirst;
  private final Duplicates duplicates;
  private long[] firstNumbers = {};

  /**
   * @param order H2's
   * @param sameFirst whether keys are the same in their unique columns
   * @param uniqueColumns how many columns tell keys apart; 0 for none
   */
  KeySort(
      IndexColumn[] indexColumns,
      CompareMode mode,
      Comparator<SearchRow> order,
      int uniqueColumns,
      Comparator<SearchRow> sameFirst,
      Duplicates duplicates) {
    this.order = order;
    this.uniqueColumns = uniqueColumns;
    this.sameFirst = sameFirst;
    this.duplicates = duplicates;
    columns = new ColumnOrder[indexColumns.length];
    for (int i = 0; i < columns.length; i++) {
      columns[i] = ColumnOrder.of(indexColumns[i], mode);
    }
  }

  /**
   * The values of the first column, ascending, but for NULL; nothing if it has no whole numbers.
   */
  long[] firstNumbers() {
    return firstNumbers;
  }

  /** Whether {@link #firstNumbers} are to be had. */
  boolean hasFirstNumbers() {
    ColumnOrder first = columns[0];
    return first != null && first.isWhole();
  }

  /** Sorts keys in place; false if they cannot be ordered. */
  boolean sort(SearchRow[] keys) {
    sort(keys, 0, keys.length, 0);
    return areSamplesOrdered(keys) || isOrderedByH2(keys);
  }

  private void sort(SearchRow[] keys, int from, int to, int depth) {
    if (depth == uniqueColumns && depth > 0 && to - from > 1) {
      duplicates.found(keys[from]);
    }
    if (to - from < 2 && depth > 0) {
      return;
    }
    if (depth == columns.length) {
      return;
    }
    ColumnOrder column = columns[depth];
    if (column == null || (to - from < FEW && depth > 0)) {
      compare(keys, from, to);
      return;
    }
    int nulls = moveNulls(keys, from, to, column);
    boolean nullsFirst =
        nulls > 0 && nulls < to - from && order.compare(keys[to - 1], keys[from]) < 0;
    if (nullsFirst) {
      rotate(keys, from, to, nulls);
    }
    int others = nullsFirst ? from + nulls : from;
    int end = others + (to - from - nulls);
    sort(keys, nullsFirst ? from : end, nullsFirst ? others : to, depth + 1);
    byNumbers(keys, others, end, depth, column);
  }

  /** Moves keys with NULL behind the others, and tells how many there are. */
  private static int moveNulls(SearchRow[] keys, int from, int to, ColumnOrder column) {
    int nulls = countNulls(keys, from, to, column);
    if (nulls > 0) {
      SearchRow[] moved = new SearchRow[nulls];
      int next = from;
      int nextNull = 0;
      for (int i = from; i < to; i++) {
        if (column.isNull(keys[i])) {
          moved[nextNull++] = keys[i];
        } else {
          keys[next++] = keys[i];
        }
      }
      System.arraycopy(moved, 0, keys, next, nulls);
    }
    return nulls;
  }

  private static int countNulls(SearchRow[] keys, int from, int to, ColumnOrder column) {
    int nulls = 0;
    for (int i = from; i < to; i++) {
      nulls += column.isNull(keys[i]) ? 1 : 0;
    }
    return nulls;
  }

  /** Brings the last keys before the others. */
  private static void rotate(SearchRow[] keys, int from, int to, int last) {
    SearchRow[] moved = Arrays.copyOfRange(keys, to - last, to);
    System.arraycopy(keys, from, keys, from + last, to - from - last);
    System.arraycopy(moved, 0, keys, from, last);
  }

  private void byNumbers(SearchRow[] keys, int from, int to, int depth, ColumnOrder column) {
    if (from == to) {
      return;
    }
    column.prepare(keys, from, to);
    boolean exact = column.isExact();
    long[] numbers = numbers(keys, from, to, column);
    if (!RadixSort.isSorted(numbers)) {
      move(keys, from, RadixSort.sort(numbers));
    }
    if (depth == 0 && column.isWhole()) {
      firstNumbers = numbers;
    }
    for (int start = 0, end; start < numbers.length; start = end) {
      end = endOfEqual(numbers, start);
      if (exact) {
        sort(keys, from + start, from + end, depth + 1);
      } else {
        compare(keys, from + start, from + end);
      }
    }
  }

  // Long loops are methods of their own: a JVM that has just started compiles each once, and small.

  private static long[] numbers(SearchRow[] keys, int from, int to, ColumnOrder column) {
    long[] numbers = new long[to - from];
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = column.of(keys[from + i]);
    }
    return numbers;
  }

  private static void move(SearchRow[] keys, int from, int[] places) {
    SearchRow[] before = Arrays.copyOfRange(keys, from, from + places.length);
    for (int i = 0; i < places.length; i++) {
      keys[from + i] = before[places[i]];
    }
  }

  private static int endOfEqual(long[] numbers, int start) {
    int end = start + 1;
    while (end < numbers.length && numbers[end] == numbers[start]) {
      end++;
    }
    return end;
  }

  /** Sorts some keys by comparing them; mostly they are in order. */
  private void compare(SearchRow[] keys, int from, int to) {
    for (int i = from + 1; i < to; i++) {
      if (order.compare(keys[i - 1], keys[i]) >= 0) {
        Arrays.sort(keys, from, to, order);
        break;
      }
    }
    refuseDuplicates(keys, from, to);
  }

  private void refuseDuplicates(SearchRow[] keys, int from, int to) {
    for (int i = from + 1; i < to && uniqueColumns > 0; i++) {
      if (sameFirst.compare(keys[i - 1], keys[i]) == 0) {
        duplicates.found(keys[i]);
      }
    }
  }

  private boolean areSamplesOrdered(SearchRow[] keys) {
    int step = Math.max(1, keys.length / SAMPLES);
    for (int i = keys.length - 1; i > 0; i -= step) {
      if (order.compare(keys[i - 1], keys[i]) >= 0) {
        return false;
      }
    }
    return true;
  }

  private boolean isOrderedByH2(SearchRow[] keys) {
    Arrays.sort(keys, order);
    for (int i = 1; i < keys.length; i++) {
      if (order.compare(keys[i - 1], keys[i]) >= 0) {
        return false;
      }
    }
    refuseDuplicates(keys, 0, keys.length);
    return true;
  }
}
