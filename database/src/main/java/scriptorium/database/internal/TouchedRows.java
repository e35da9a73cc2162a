package scriptorium.database.internal;

import java.util.Arrays;
import org.h2.result.SearchRow;
import org.jspecify.annotations.Nullable;

/**
 * The rows of one table that a stretch of the undo log names, each with the oldest value found.
 *
 * <p>Most mutations touch a few rows: up to {@value #FEW} are searched one by one. More are found
 * through a table of places, open addressing with linear probing, at most half full: 8 bytes a row
 * beside the key and the reference, where a map of boxes takes some 80.
 *
 * <p>Invariant: {@code places} is null or holds place + 1 of each key, and 0 where it is free.
 */
final class TouchedRows {
  private static final int FEW = 16;
  private static final long SPREAD = 0x9E3779B97F4A7C15L; // 2^64 by the golden ratio

  final TableFacts facts;
  private long[] keys = new long[4];
  private @Nullable SearchRow[] oldest = new SearchRow[4];
  private int size;
  private int @Nullable [] places;

  TouchedRows(TableFacts facts) {
    this.facts = facts;
  }

  int size() {
    return size;
  }

  long key(int place) {
    return keys[place];
  }

  @Nullable SearchRow oldest(int place) {
    return oldest[place];
  }

  /** The log is read backwards: a later call for the same key brings an older value. */
  void touch(long key, @Nullable SearchRow before) {
    int place = places == null ? search(key) : probe(places, key);
    if (place >= 0) {
      oldest[place] = before;
    } else {
      add(key, before);
    }
  }

  private int search(long key) {
    for (int place = 0; place < size; place++) {
      if (keys[place] == key) {
        return place;
      }
    }
    return -1;
  }

  /** The key's place, or -1 - the free slot where it belongs. */
  private int probe(int[] slots, long key) {
    int mask = slots.length - 1;
    int slot = (int) ((key * SPREAD) >>> 32) & mask;
    while (slots[slot] != 0) {
      if (keys[slots[slot] - 1] == key) {
        return slots[slot] - 1;
      }
      slot = (slot + 1) & mask;
    }
    return -1 - slot;
  }

  private void add(long key, @Nullable SearchRow before) {
    if (size == keys.length) {
      int more = Math.addExact(size, size < 1024 ? size : size >> 1);
      keys = Arrays.copyOf(keys, more);
      oldest = Arrays.copyOf(oldest, more);
    }
    keys[size] = key;
    oldest[size] = before;
    size++;
    if (places != null && 2 * size <= places.length) {
      places[-1 - probe(places, key)] = size;
    } else if (size > FEW) {
      places = spread();
    }
  }

  private int[] spread() {
    int[] slots = new int[Integer.highestOneBit(Math.multiplyExact(size, 2)) << 1];
    for (int place = 0; place < size; place++) {
      slots[-1 - probe(slots, keys[place])] = place + 1;
    }
    return slots;
  }
}
