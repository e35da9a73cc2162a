package scriptorium.database.load;

import org.jspecify.annotations.Nullable;

/**
 * Sorts numbers, and with each an item, by eight digits of a byte from the lowest up; digits that
 * are the same in all numbers cost nothing. Equal numbers keep their order. Stateless.
 */
final class RadixSort {
  private static final int DIGITS = 256;

  private RadixSort() {}

  /** Sorts both arrays in place by the numbers; false if they were sorted. */
  static boolean sort(long[] numbers, int[] items) {
    if (isSorted(numbers)) {
      return false;
    }
    long[] sourceNumbers = numbers;
    int[] sourceItems = items;
    long[] targetNumbers = new long[numbers.length];
    int[] targetItems = new int[numbers.length];
    int swaps = 0;
    for (int shift = 0; shift < Long.SIZE; shift += Byte.SIZE) {
      int[] starts = starts(sourceNumbers, shift);
      if (starts != null) {
        distribute(sourceNumbers, sourceItems, targetNumbers, targetItems, starts, shift);
        long[] swappedNumbers = sourceNumbers;
        sourceNumbers = targetNumbers;
        targetNumbers = swappedNumbers;
        int[] swappedItems = sourceItems;
        sourceItems = targetItems;
        targetItems = swappedItems;
        swaps++;
      }
    }
    if (swaps % 2 != 0) {
      System.arraycopy(sourceNumbers, 0, numbers, 0, numbers.length);
      System.arraycopy(sourceItems, 0, items, 0, items.length);
    }
    return true;
  }

  private static boolean isSorted(long[] numbers) {
    for (int i = 1; i < numbers.length; i++) {
      if (numbers[i - 1] > numbers[i]) {
        return false;
      }
    }
    return true;
  }

  /** The sign counts as the highest digit's highest bit, turned round. */
  private static int digit(long number, int shift) {
    return (int) ((number ^ Long.MIN_VALUE) >>> shift) & (DIGITS - 1);
  }

  /** Where each digit's numbers begin; null if all have the same digit. */
  private static int @Nullable [] starts(long[] numbers, int shift) {
    int[] starts = new int[DIGITS];
    for (long number : numbers) {
      starts[digit(number, shift)]++;
    }
    int next = 0;
    for (int i = 0; i < DIGITS; i++) {
      int count = starts[i];
      if (count == numbers.length) {
        return null;
      }
      starts[i] = next;
      next += count;
    }
    return starts;
  }

  private static void distribute(
      long[] numbers, int[] items, long[] toNumbers, int[] toItems, int[] starts, int shift) {
    for (int i = 0; i < numbers.length; i++) {
      int to = starts[digit(numbers[i], shift)]++;
      toNumbers[to] = numbers[i];
      toItems[to] = items[i];
    }
  }
}
