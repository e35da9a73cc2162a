package scriptorium.database.load;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.h2.engine.SessionLocal;
import org.h2.index.Index;
import org.h2.message.DbException;
import org.h2.mvstore.BottomUpTree;
import org.h2.mvstore.db.MVDelegateIndex;
import org.h2.mvstore.db.MVPrimaryIndex;
import org.h2.mvstore.db.MVSecondaryIndex;
import org.h2.mvstore.db.MVTable;
import org.h2.result.Row;
import org.h2.result.SearchRow;
import org.h2.table.Column;
import org.h2.table.Table;
import org.h2.value.Value;
import org.h2.value.VersionedValue;
import org.jspecify.annotations.Nullable;
import scriptorium.database.change.RowChanges;
import scriptorium.database.internal.RowHash;
import scriptorium.database.internal.TableFacts;
import scriptorium.database.internal.TableScan;

/**
 * One table's rows, from the script into its trees.
 *
 * <p>All rows but the last are put there as whole trees, the last one by H2's own call: that one
 * looks for its place and its unique values, and does H2's book-keeping, such as the highest key.
 */
final class LoadedTable implements InsertParser.Target {
  private static final int FIRST_ROWS = 1024;
  private static final int ROWS_A_TRANSACTION = 10_000;

  private final TableFacts facts;
  private final RowHash hash;
  private Row[] rows = new Row[FIRST_ROWS];
  private int size;
  private int hashed;
  private long bytes;

  /** What references are checked by, once the rows are in their place. */
  private long[] keys = {};

  private List<IndexTree> trees = List.of();
  private @Nullable Row last;

  LoadedTable(TableFacts facts) {
    this.facts = facts;
    this.hash = new RowHash(facts.dumpedColumns());
  }

  @Override
  public Table table() {
    return facts.table();
  }

  @Override
  public void add(Row row) {
    if (size == rows.length) {
      rows = Arrays.copyOf(rows, 2 * size);
    }
    rows[size++] = row;
  }

  /** Hashes the rows that were added since the last call. */
  void hashAdded() {
    for (; hashed < size; hashed++) {
      hash.add(rows[hashed]);
      bytes += rows[hashed].getMemory();
    }
  }

  TableFacts facts() {
    return facts;
  }

  int size() {
    return size;
  }

  /** What was read; with the index entries that the table has now. */
  TableScan.Content content(TableFacts now) {
    long entries = (long) size * now.secondaryIndexes();
    return new TableScan.Content(
        facts.name(),
        hash.rows(),
        hash.high(),
        hash.low(),
        bytes + entries * RowChanges.INDEX_ENTRY_BYTES);
  }

  /**
   * Gives the rows their keys, and brings them into the keys' order.
   *
   * @param hidden the keys of a table without an integer primary key, for its rows in their order
   * @throws LoadViolationException if there are more or fewer keys than rows, or a key twice
   */
  void setKeys(long @Nullable [] hidden) {
    int keyColumn = ((MVPrimaryIndex) table().getScanIndex(null)).getMainIndexColumn();
    boolean given = keyColumn == SearchRow.ROWID_INDEX;
    if ((hidden == null ? 0 : hidden.length) != (given ? size : 0)) {
      throw new LoadViolationException(
          "row keys do not fit the table: table=%s keys=%d rows=%d"
              .formatted(facts.name(), hidden == null ? 0 : hidden.length, given ? size : 0));
    }
    boolean ascending = true;
    for (int i = 0; i < size; i++) {
      long key = hidden != null ? hidden[i] : rows[i].getValue(keyColumn).getLong();
      if (given && key == 0) {
        throw new LoadViolationException("a row key is zero: table=" + facts.name());
      }
      rows[i].setKey(key);
      ascending &= i == 0 || rows[i - 1].getKey() < key;
    }
    if (!ascending) {
      order(given);
    }
    keys = Arrays.stream(rows, 0, size).mapToLong(Row::getKey).toArray();
    last = rows[size - 1];
  }

  /**
   * The values of a column that is first in an index, ascending but for the last row's, without
   * NULL; nothing if they are no whole numbers, or not known any more.
   */
  Optional<long[]> firstNumbers(Index index) {
    return index instanceof MVDelegateIndex
        ? Optional.of(keys)
        : trees.stream()
            .filter(tree -> tree.isOf(index) && tree.keySort().hasFirstNumbers())
            .map(tree -> tree.keySort().firstNumbers())
            .findFirst();
  }

  /** The keys of all rows, ascending. */
  long[] keys() {
    return keys;
  }

  /** The last row's value of a column; null for NULL. */
  @Nullable Long lastValue(Column column) {
    Value value = requireNonNull(last).getValue(column.getColumnId());
    return value.getValueType() == Value.NULL ? null : (Long) value.getLong();
  }

  /** Rows come in the order of their keys, unless a script was not written by H2. */
  private void order(boolean given) {
    if (!given) {
      Arrays.sort(rows, 0, size, Comparator.comparingLong(Row::getKey));
    }
    for (int i = 1; i < size; i++) {
      if (rows[i - 1].getKey() >= rows[i].getKey()) {
        throw new LoadViolationException(
            "row keys are not ascending: table=%s row=%d".formatted(facts.name(), i + 1));
      }
    }
  }

  /** Why the rows must go one by one, if they must. */
  Optional<String> obstacle() {
    if (facts.table().getContainsLargeObject()) {
      return Optional.of("it has LOBs");
    }
    return facts.table().getIndexes().stream()
        .filter(index -> !isKnown(index))
        .findFirst()
        .map(index -> "index=" + index.getName() + " is of type " + index.getClass().getName());
  }

  private static boolean isKnown(Index index) {
    return index instanceof MVPrimaryIndex
        || index instanceof MVDelegateIndex
        || (index instanceof MVSecondaryIndex && !index.getIndexType().isSpatial());
  }

  /** The table's indexes beside the one that is its rows. */
  List<IndexTree> indexTrees(SessionLocal session) {
    trees = new ArrayList<>();
    for (Index index : facts.table().getIndexes()) {
      if (index instanceof MVSecondaryIndex secondary) {
        trees.add(new IndexTree(session, secondary));
      }
    }
    return trees;
  }

  /** Builds an index's tree of all rows but the last. */
  void build(IndexTree tree) {
    tree.sort(rows, size - 1);
    tree.build();
  }

  /** Builds the tree of all rows but the last. */
  void buildRows() {
    MVPrimaryIndex primary = (MVPrimaryIndex) facts.table().getScanIndex(null);
    BottomUpTree.build(primary.getMVMap(), size - 1, this::fill);
  }

  /** Adds the last row, once the trees of the others are built. */
  void addLast(SessionLocal session) {
    addRow(session, rows[size - 1]);
    session.commit(false);
    checkSizes((MVPrimaryIndex) facts.table().getScanIndex(null));
    rows = new Row[0];
  }

  /** A committed row is stored as it is: it is its own version. */
  @SuppressWarnings("unchecked") // H2 stores rows and versions of rows in the same place
  private void fill(int from, Long[] keys, VersionedValue<SearchRow>[] values) {
    for (int i = 0; i < keys.length; i++) {
      Row row = rows[from + i];
      keys[i] = row.getKey();
      values[i] = (VersionedValue<SearchRow>) (Object) row;
    }
  }

  /** Adds all rows by H2's own calls. */
  void addRowByRow(SessionLocal session) {
    for (int i = 0; i < size; i++) {
      addRow(session, rows[i]);
      rows[i] = null;
      if (i % ROWS_A_TRANSACTION == ROWS_A_TRANSACTION - 1) {
        session.commit(false);
      }
    }
    session.commit(false);
    checkSizes((MVPrimaryIndex) facts.table().getScanIndex(null));
  }

  private void addRow(SessionLocal session, Row row) {
    try {
      facts.table().addRow(session, row);
    } catch (DbException e) {
      // Not its message, nor its cause: they hold the values.
      throw new LoadViolationException(
          "a row has no place in its table: table=%s error of H2=%d"
              .formatted(facts.name(), e.getErrorCode()));
    }
  }

  private void checkSizes(MVPrimaryIndex primary) {
    require(primary.getName(), primary.getMVMap().sizeAsLong());
    for (Index index : ((MVTable) table()).getIndexes()) {
      if (index instanceof MVSecondaryIndex secondary) {
        require(index.getName(), secondary.getMVMap().sizeAsLong());
      }
    }
  }

  private void require(String index, long found) {
    if (found != size) {
      throw new LoadViolationException(
          "index=%s of table=%s holds other entries than there are rows: expected=%d found=%d"
              .formatted(index, facts.name(), size, found));
    }
  }
}
