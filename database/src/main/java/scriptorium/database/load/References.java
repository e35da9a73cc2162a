package scriptorium.database.load;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.h2.constraint.Constraint;
import org.h2.constraint.ConstraintReferential;
import org.h2.engine.SessionLocal;
import org.h2.index.Index;
import org.h2.message.DbException;
import org.h2.mvstore.db.MVDelegateIndex;
import org.h2.mvstore.db.MVTable;
import org.h2.result.SearchRow;
import org.h2.result.SortOrder;
import org.h2.table.Column;
import org.h2.table.IndexColumn;
import org.h2.table.Table;
import org.h2.value.Value;
import org.jspecify.annotations.Nullable;
import scriptorium.database.change.TableName;
import scriptorium.database.internal.SchemaFacts;

/**
 * Checks that every reference leads to a row, by walking the child's index and the parent's side by
 * side. Where their orders differ, H2's own query does it. Only while nobody writes.
 *
 * <p>One that does not says nothing against the rows: H2 leaves such rows itself, after an update
 * of a row's key that the same table refers to, or ON DELETE SET DEFAULT where the default goes.
 */
public final class References {
  private final SessionLocal session;
  private final Map<TableName, LoadedTable> loaded;
  private final List<String> violations = new ArrayList<>();

  private References(SessionLocal session, Map<TableName, LoadedTable> loaded) {
    this.session = session;
    this.loaded = loaded;
  }

  /**
   * Checks all foreign keys of a database.
   *
   * @return a sentence for each that leads to no row, naming the constraint and both tables
   */
  public static List<String> violations(SessionLocal session) {
    return violations(session, Map.of());
  }

  /** The same, with what a load knows of the tables that it filled. */
  static List<String> violations(SessionLocal session, Map<TableName, LoadedTable> loaded) {
    References references = new References(session, loaded);
    session.lock();
    try {
      SchemaFacts.current(null, session).tables().forEach(facts -> references.check(facts.table()));
    } finally {
      session.unlock();
    }
    return List.copyOf(references.violations);
  }

  private void check(MVTable table) {
    Iterable<Constraint> constraints = table.getConstraints();
    // H2 2.3 has null for none.
    for (Constraint constraint : constraints == null ? List.<Constraint>of() : constraints) {
      if (constraint instanceof ConstraintReferential reference
          && reference.getTable().equals(table)) {
        check(reference);
      }
    }
  }

  private void check(ConstraintReferential reference) {
    Index child = reference.getIndex();
    Index parent = reference.getReferencedConstraint().getIndex();
    boolean found =
        isFoundByNumbers(reference, child, parent)
            .orElseGet(
                () ->
                    areAlike(reference, child, parent)
                        ? isFoundByWalk(child, parent, reference.getColumns().length)
                        : isFoundByQuery(reference));
    if (!found) {
      violations.add(
          "a reference leads to no row: constraint=%s of table=%s to table=%s"
              .formatted(
                  reference.getName(),
                  reference.getTable().getName(),
                  reference.getRefTable().getName()));
    }
  }

  /** Most references are whole numbers, to a table whose rows lie under such numbers. */
  private Optional<Boolean> isFoundByNumbers(
      ConstraintReferential reference, Index child, Index parent) {
    LoadedTable from = loaded.get(nameOf(reference.getTable()));
    LoadedTable to = loaded.get(nameOf(reference.getRefTable()));
    if (from == null
        || to == null
        || reference.getColumns().length > 1
        || !(parent instanceof MVDelegateIndex)) {
      return Optional.empty();
    }
    Column column = reference.getColumns()[0].column;
    return from.firstNumbers(child)
        .map(
            numbers ->
                areAllIn(numbers, to.keys()) && isNullOrIn(from.lastValue(column), to.keys()));
  }

  private static boolean isNullOrIn(@Nullable Long last, long[] parents) {
    return last == null || Arrays.binarySearch(parents, last) >= 0;
  }

  private static TableName nameOf(Table table) {
    return new TableName(table.getSchema().getName(), table.getName());
  }

  private static boolean areAllIn(long[] children, long[] parents) {
    int at = 0;
    for (long child : children) {
      while (at < parents.length && parents[at] < child) {
        at++;
      }
      if (at == parents.length || parents[at] != child) {
        return false;
      }
    }
    return true;
  }

  private boolean isFoundByQuery(ConstraintReferential reference) {
    try {
      reference.checkExistingData(session);
      return true;
    } catch (DbException e) {
      return false;
    }
  }

  /** Whether both indexes begin with the reference's columns, in one order and of one type. */
  private static boolean areAlike(ConstraintReferential reference, Index child, Index parent) {
    IndexColumn[] from = reference.getColumns();
    IndexColumn[] to = reference.getRefColumns();
    IndexColumn[] childOrder = child.getIndexColumns();
    IndexColumn[] parentOrder = parent.getIndexColumns();
    if (childOrder.length < from.length
        || parentOrder.length < from.length
        || !SortedEntries.isReadable(child)
        || !SortedEntries.isReadable(parent)) {
      return false;
    }
    for (int i = 0; i < from.length; i++) {
      int place = placeOf(childOrder[i].column, from);
      if (place < 0
          || !to[place].column.equals(parentOrder[i].column)
          || isDescending(childOrder[i]) != isDescending(parentOrder[i])
          || !compareAlike(childOrder[i].column, parentOrder[i].column)) {
        return false;
      }
    }
    return true;
  }

  private static int placeOf(Column column, IndexColumn[] columns) {
    for (int i = 0; i < columns.length; i++) {
      if (columns[i].column.equals(column)) {
        return i;
      }
    }
    return -1;
  }

  private static boolean isDescending(IndexColumn column) {
    return (column.sortType & SortOrder.DESCENDING) != 0;
  }

  private static boolean compareAlike(Column child, Column parent) {
    int left = child.getType().getValueType();
    int right = parent.getType().getValueType();
    return left == right || (isWhole(left) && isWhole(right));
  }

  private static boolean isWhole(int type) {
    return type >= Value.TINYINT && type <= Value.BIGINT;
  }

  private boolean isFoundByWalk(Index child, Index parent, int columns) {
    SortedEntries children = new SortedEntries(child, columns);
    SortedEntries parents = new SortedEntries(parent, columns);
    SearchRow above = parents.next();
    SearchRow last = null;
    for (SearchRow below = children.next(); below != null; below = children.next()) {
      if (last == null || compare(children, last, children, below, columns) != 0) {
        int order = -1;
        while (above != null && (order = compare(parents, above, children, below, columns)) < 0) {
          above = parents.next();
        }
        if (above == null || order != 0) {
          return false;
        }
        last = below;
      }
    }
    return true;
  }

  private int compare(
      SortedEntries left, SearchRow leftRow, SortedEntries right, SearchRow rightRow, int columns) {
    for (int i = 0; i < columns; i++) {
      int order =
          session.compare(leftRow.getValue(left.column(i)), rightRow.getValue(right.column(i)));
      if (order != 0) {
        return left.isDescending(i) ? -order : order;
      }
    }
    return 0;
  }

  /** Rows or keys in the order of an index, but for those with NULL in one of the first columns. */
  private static final class SortedEntries {
    private final int[] columns;
    private final boolean[] descending;
    private final EntryWalk entries;

    SortedEntries(Index index, int count) {
      columns = new int[count];
      descending = new boolean[count];
      for (int i = 0; i < count; i++) {
        columns[i] = index.getIndexColumns()[i].column.getColumnId();
        descending[i] = References.isDescending(index.getIndexColumns()[i]);
      }
      entries = EntryWalk.of(index);
    }

    static boolean isReadable(Index index) {
      return EntryWalk.isReadable(index);
    }

    int column(int place) {
      return columns[place];
    }

    boolean isDescending(int place) {
      return descending[place];
    }

    @Nullable SearchRow next() {
      SearchRow row = entries.next();
      while (row != null && hasNull(row)) {
        row = entries.next();
      }
      return row;
    }

    private boolean hasNull(SearchRow row) {
      for (int column : columns) {
        if (row.getValue(column).getValueType() == Value.NULL) {
          return true;
        }
      }
      return false;
    }
  }
}
