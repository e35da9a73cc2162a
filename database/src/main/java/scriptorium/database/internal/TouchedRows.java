package scriptorium.database.internal;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.h2.result.SearchRow;
import org.jspecify.annotations.Nullable;

/**
 * The rows of one table that a stretch of the undo log names, each with the oldest value found.
 *
 * <p>Most mutations touch a few rows: up to {@value #FEW} are searched one by one, which needs no
 * boxes and no map.
 */
final class TouchedRows {
  private static final int FEW = 16;

  final TableFacts facts;
  private long[] keys = new long[4];
  private @Nullable SearchRow[] oldest = new SearchRow[4];
  private int size;
  private @Nullable Map<Long, Integer> places;

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
    int place = find(key);
    if (place < 0) {
      place = add(key);
    }
    oldest[place] = before;
  }

  private int find(long key) {
    if (places != null) {
      return places.getOrDefault(key, -1);
    }
    for (int place = 0; place < size; place++) {
      if (keys[place] == key) {
        return place;
      }
    }
    return -1;
  }

  private int add(long key) {
    if (size == keys.length) {
      keys = Arrays.copyOf(keys, 2 * size);
      oldest = Arrays.copyOf(oldest, 2 * size);
    }
    keys[size] = key;
    if (size == FEW) {
      places = new HashMap<>();
      for (int place = 0; place < size; place++) {
        places.put(keys[place], place);
      }
    }
    if (places != null) {
      places.put(key, size);
    }
    return size++;
  }
}
