package scriptorium.database.change;

import java.util.Arrays;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/** Which columns of a table, by their position from 0, ascending. */
public final class ColumnSet {
  private final long[] words;
  private final int size;

  private ColumnSet(long[] words) {
    this.words = words;
    this.size = Arrays.stream(words).mapToInt(Long::bitCount).sum();
  }

  public static ColumnSet of(int... columns) {
    BitSet bits = new BitSet();
    Arrays.stream(columns).forEach(bits::set);
    return of(bits);
  }

  public static ColumnSet of(BitSet columns) {
    return new ColumnSet(columns.toLongArray());
  }

  static ColumnSet ofWords(long[] words) {
    return new ColumnSet(words);
  }

  long[] words() {
    return words;
  }

  public int size() {
    return size;
  }

  public boolean contains(int column) {
    int word = column >>> 6;
    return word < words.length && ((words[word] >>> column) & 1) != 0;
  }

  /** The smallest member that is at least {@code from}, or -1. */
  public int next(int from) {
    for (int word = from >>> 6; word < words.length; word++) {
      long rest = word == from >>> 6 ? words[word] & (-1L << from) : words[word];
      if (rest != 0) {
        return (word << 6) + Long.numberOfTrailingZeros(rest);
      }
    }
    return -1;
  }

  public boolean intersects(ColumnSet other) {
    for (int word = Math.min(words.length, other.words.length) - 1; word >= 0; word--) {
      if ((words[word] & other.words[word]) != 0) {
        return true;
      }
    }
    return false;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof ColumnSet that && Arrays.equals(words, that.words);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(words);
  }

  @Override
  public String toString() {
    return BitSet.valueOf(words).toString();
  }
}
