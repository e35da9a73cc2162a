package scriptorium.database.load;

import java.util.Arrays;
import org.h2.engine.SessionLocal;
import org.h2.mvstore.BottomUpTree;
import org.h2.mvstore.db.MVSecondaryIndex;
import org.h2.mvstore.db.RowDataType;
import org.h2.result.Row;
import org.h2.result.RowFactory;
import org.h2.result.SearchRow;
import org.h2.table.Column;
import org.h2.table.IndexColumn;
import org.h2.value.ValueNull;

/**
 * The keys of one index, sorted, and proven by comparing each with its neighbour: in the index's
 * own order, and where it is unique, with no value twice. For one thread at a time.
 */
final class IndexTree {
  private final SessionLocal session;
  private final MVSecondaryIndex index;
  private final RowDataType order;
  private SearchRow[] keys = {};

  IndexTree(SessionLocal session, MVSecondaryIndex index) {
    this.session = session;
    this.index = index;
    this.order = index.getRowFactory().getRowDataType();
  }

  /**
   * Takes the keys of the first rows.
   *
   * @throws LoadViolationException naming the index, if a unique value comes twice
   */
  void sort(Row[] rows, int count) {
    keys = sorted(keysOf(rows, count));
    int wrong = firstUnordered();
    if (wrong > 0) {
      // The numbers did not rise with the keys.
      Arrays.sort(keys, order);
      wrong = firstUnordered();
    }
    if (wrong > 0) {
      throw violation("keys that cannot be ordered");
    }
    if (index.getIndexType().isUnique()) {
      requireUnique();
    }
  }

  /** Builds the index's tree of the sorted keys, and forgets them. */
  void build() {
    SearchRow[] sorted = keys;
    keys = new SearchRow[0];
    BottomUpTree.build(
        index.getMVMap(),
        sorted.length,
        (from, leafKeys, values) -> {
          System.arraycopy(sorted, from, leafKeys, 0, leafKeys.length);
          Arrays.fill(values, ValueNull.INSTANCE);
        });
  }

  private SearchRow[] keysOf(Row[] rows, int count) {
    RowFactory factory = index.getRowFactory();
    SearchRow[] all = new SearchRow[count];
    for (int i = 0; i < count; i++) {
      all[i] = factory.createRow();
      all[i].copyFrom(rows[i]);
    }
    return all;
  }

  private SearchRow[] sorted(SearchRow[] all) {
    OrderPrefix prefix =
        OrderPrefix.of(index.getIndexColumns()[0], session.getDatabase().getCompareMode());
    if (prefix == null || all.length < 2) {
      Arrays.sort(all, order);
      return all;
    }
    return byPrefix(all, prefix);
  }

  /** Keys that begin with NULL lie together, before or behind the others. */
  private SearchRow[] byPrefix(SearchRow[] all, OrderPrefix prefix) {
    SearchRow[] nulls = Arrays.stream(all).filter(prefix::isNull).toArray(SearchRow[]::new);
    SearchRow[] others = all;
    if (nulls.length > 0) {
      others = Arrays.stream(all).filter(key -> !prefix.isNull(key)).toArray(SearchRow[]::new);
      sortRun(nulls, 0, nulls.length);
    }
    SearchRow[] sorted = new SearchRow[all.length];
    boolean nullsFirst =
        nulls.length > 0 && others.length > 0 && order.compare(nulls[0], others[0]) < 0;
    System.arraycopy(nulls, 0, sorted, nullsFirst ? 0 : others.length, nulls.length);
    sortOthers(others, prefix, sorted, nullsFirst ? nulls.length : 0);
    return sorted;
  }

  private void sortOthers(SearchRow[] others, OrderPrefix prefix, SearchRow[] sorted, int at) {
    long[] numbers = new long[others.length];
    int[] places = new int[others.length];
    for (int i = 0; i < others.length; i++) {
      numbers[i] = prefix.of(others[i]);
      places[i] = i;
    }
    RadixSort.sort(numbers, places);
    for (int i = 0; i < others.length; i++) {
      sorted[at + i] = others[places[i]];
    }
    for (int from = 0, to; from < others.length; from = to) {
      to = from + 1;
      while (to < others.length && numbers[to] == numbers[from]) {
        to++;
      }
      sortRun(sorted, at + from, at + to);
    }
  }

  /** Rows come in the order of their keys, so most runs are sorted. */
  private void sortRun(SearchRow[] run, int from, int to) {
    for (int i = from + 1; i < to; i++) {
      if (order.compare(run[i - 1], run[i]) >= 0) {
        Arrays.sort(run, from, to, order);
        return;
      }
    }
  }

  private int firstUnordered() {
    for (int i = 1; i < keys.length; i++) {
      if (order.compare(keys[i - 1], keys[i]) >= 0) {
        return i;
      }
    }
    return 0;
  }

  private void requireUnique() {
    int[] columns =
        Arrays.stream(index.getIndexColumns())
            .limit(index.getUniqueColumnCount())
            .map(IndexTree::column)
            .mapToInt(Column::getColumnId)
            .toArray();
    for (int i = 1; i < keys.length; i++) {
      if (isSame(keys[i - 1], keys[i], columns) && index.needsUniqueCheck(keys[i])) {
        throw violation("a unique value twice");
      }
    }
  }

  private static Column column(IndexColumn indexColumn) {
    return indexColumn.column;
  }

  private boolean isSame(SearchRow left, SearchRow right, int[] columns) {
    for (int column : columns) {
      if (session.compare(left.getValue(column), right.getValue(column)) != 0) {
        return false;
      }
    }
    return true;
  }

  private LoadViolationException violation(String found) {
    return new LoadViolationException(
        "index=%s of table=%s holds %s"
            .formatted(index.getName(), index.getTable().getName(), found));
  }
}
