package scriptorium.database.load;

import java.util.Arrays;
import org.h2.engine.SessionLocal;
import org.h2.index.Index;
import org.h2.mvstore.BottomUpTree;
import org.h2.mvstore.db.MVSecondaryIndex;
import org.h2.result.Row;
import org.h2.result.RowFactory;
import org.h2.result.SearchRow;
import org.h2.value.ValueNull;

/**
 * The tree of one index of its own: keys sorted, order and uniqueness proven. For one thread at a
 * time.
 */
final class IndexTree {
  private final SessionLocal session;
  private final MVSecondaryIndex index;
  private final KeySort keySort;
  private final int[] uniqueColumns;
  private SearchRow[] keys = {};

  IndexTree(SessionLocal session, MVSecondaryIndex index) {
    this.session = session;
    this.index = index;
    boolean unique = index.getIndexType().isUnique();
    uniqueColumns = new int[unique ? index.getUniqueColumnCount() : 0];
    for (int i = 0; i < uniqueColumns.length; i++) {
      uniqueColumns[i] = index.getIndexColumns()[i].column.getColumnId();
    }
    keySort =
        new KeySort(
            index.getIndexColumns(),
            session.getDatabase().getCompareMode(),
            index.getRowFactory().getRowDataType(),
            uniqueColumns.length,
            this::compareUnique,
            this::refuseDuplicate);
  }

  /** Whether it is the tree of an index. */
  boolean isOf(Index other) {
    return index.equals(other);
  }

  /** Its first column's values, if they are whole numbers. */
  KeySort keySort() {
    return keySort;
  }

  /**
   * Takes the keys of the first rows.
   *
   * @throws LoadViolationException naming the index, if a unique value comes twice
   */
  void sort(Row[] rows, int count) {
    RowFactory factory = index.getRowFactory();
    keys = new SearchRow[count];
    for (int i = 0; i < count; i++) {
      keys[i] = factory.createRow();
      keys[i].copyFrom(rows[i]);
    }
    if (!keySort.sort(keys)) {
      throw violation("keys that cannot be ordered");
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

  private int compareUnique(SearchRow left, SearchRow right) {
    for (int column : uniqueColumns) {
      int order = session.compare(left.getValue(column), right.getValue(column));
      if (order != 0) {
        return order;
      }
    }
    return 0;
  }

  /** NULL in a unique column is allowed twice, unless the index says otherwise. */
  private void refuseDuplicate(SearchRow key) {
    if (index.needsUniqueCheck(key)) {
      throw violation("a unique value twice");
    }
  }

  private LoadViolationException violation(String found) {
    return new LoadViolationException(
        "index=%s of table=%s holds %s"
            .formatted(index.getName(), index.getTable().getName(), found));
  }
}
