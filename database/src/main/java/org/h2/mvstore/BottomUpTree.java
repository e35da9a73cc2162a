package org.h2.mvstore;

import org.h2.mvstore.Page.PageReference;
import org.jspecify.annotations.NullMarked;

/**
 * Fills an empty map of an in-memory store from entries in ascending order of their keys: leaves
 * first, then the nodes above them, then the root, set in one step.
 *
 * <p>Putting one entry after the other descends the tree and copies a page for each. Only classes
 * of H2's package may make a leaf and set a root: that is why this one is among them.
 *
 * <p>The pages are left with room, so that the next entries split few of them. Nobody else may use
 * the map meanwhile. Stateless.
 */
@NullMarked
public final class BottomUpTree {
  /** Of {@link MVStore#getKeysPerPage} keys, above which a page is split. */
  private static final double FILLED = 0.9;

  private BottomUpTree() {}

  /** Gives the entries, leaf by leaf. */
  @FunctionalInterface
  public interface Entries<K, V> {
    /** Sets all keys and values of a leaf, whose first entry is the given one. */
    void fill(int from, K[] keys, V[] values);
  }

  /**
   * Builds the map's tree.
   *
   * @param count how many entries there are
   * @throws IllegalStateException if the map is not empty, not in memory alone, or in use
   */
  public static <K, V> void build(MVMap<K, V> map, int count, Entries<K, V> entries) {
    RootReference<K, V> root = map.flushAndGetRoot();
    if (map.getStore().getFileStore() != null || map.isSingleWriter()) {
      throw new IllegalStateException("not a map of an in-memory store: " + map.getName());
    }
    if (root.getTotalCount() != 0 || root.isLocked()) {
      throw new IllegalStateException("the map is not empty, or in use: " + map.getName());
    }
    if (count == 0) {
      return;
    }
    int fanOut = Math.max(2, (int) (FILLED * map.getStore().getKeysPerPage()));
    Level<K, V> level = leaves(map, count, fanOut, entries);
    while (level.pages.length > 1) {
      level = above(map, level, fanOut + 1);
    }
    if (root.updateRootPage(level.pages[0], 1) == null) {
      throw new IllegalStateException("somebody else changed the map: " + map.getName());
    }
  }

  /** The pages of one height, and the first key below each. */
  private static final class Level<K, V> {
    final Page<K, V>[] pages;
    final K[] firstKeys;

    @SuppressWarnings("unchecked") // there is no other way to make an array of pages
    Level(MVMap<K, V> map, int size) {
      pages = (Page<K, V>[]) new Page<?, ?>[size];
      firstKeys = map.getKeyType().createStorage(size);
    }
  }

  private static <K, V> Level<K, V> leaves(
      MVMap<K, V> map, int count, int mostKeys, Entries<K, V> entries) {
    Level<K, V> level = new Level<>(map, ceilingOf(count, mostKeys));
    for (int i = 0, from = 0; i < level.pages.length; i++) {
      int to = share(count, i + 1, level.pages.length);
      K[] keys = map.getKeyType().createStorage(to - from);
      V[] values = map.getValueType().createStorage(to - from);
      entries.fill(from, keys, values);
      level.pages[i] = Page.createLeaf(map, keys, values, 0);
      level.firstKeys[i] = keys[0];
      from = to;
    }
    return level;
  }

  private static <K, V> Level<K, V> above(MVMap<K, V> map, Level<K, V> below, int mostChildren) {
    int count = below.pages.length;
    Level<K, V> level = new Level<>(map, ceilingOf(count, mostChildren));
    for (int i = 0, from = 0; i < level.pages.length; i++) {
      int to = share(count, i + 1, level.pages.length);
      level.pages[i] = node(map, below, from, to);
      level.firstKeys[i] = below.firstKeys[from];
      from = to;
    }
    return level;
  }

  private static <K, V> Page<K, V> node(MVMap<K, V> map, Level<K, V> below, int from, int to) {
    PageReference<K, V>[] children = Page.createRefStorage(to - from);
    K[] keys = map.getKeyType().createStorage(to - from - 1);
    long total = 0;
    for (int i = from; i < to; i++) {
      children[i - from] = new PageReference<>(below.pages[i]);
      total += below.pages[i].getTotalCount();
      if (i > from) {
        keys[i - from - 1] = below.firstKeys[i];
      }
    }
    return Page.createNode(map, keys, children, total, 0);
  }

  private static int ceilingOf(int count, int most) {
    return (count - 1) / most + 1;
  }

  /** How many entries lie in the first pages, if all pages hold the same, give or take one. */
  private static int share(int count, int pages, int allPages) {
    return (int) ((long) count * pages / allPages);
  }
}
