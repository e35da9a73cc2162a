package scriptorium.database.load;

import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Sorts numbers, and tells where each was, by eight digits of a byte from the lowest up; digits
 * that are the same in all numbers cost nothing. Equal numbers keep their order. Stateless.
 */
final class RadixSort {
  private static final int DIGITS = 256;

  private RadixSort() {}

  /** Sorts in place, and tells where each number was. */
  static int[] sort(long[] numbers) {
    long[] sourceNumbers = numbers;
    int[] sourceItems = IntStream.range(0, numbers.length).toArray();
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
    }
    return sourceItems;
  }

  /** Whether no number is lower than the one before. */
  static boolean isSorted(long[] numbers) {
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
    int[] starts = counts(numbers, shift);
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

  private static int[] counts(long[] numbers, int shift) {
    int[] counts = new int[DIGITS];
    for (long number : numbers) {
      counts[digit(number, shift)]++;
    }
    return counts;
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
