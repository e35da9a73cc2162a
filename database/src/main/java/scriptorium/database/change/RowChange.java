package scriptorium.database.change;

import org.jspecify.annotations.Nullable;

/**
 * The net effect of a transaction on one row.
 *
 * <p>A row is named by its key: the value of the primary key where that is one integer column, else
 * the hidden key that H2 gave the row (SQL's {@code _ROWID_}). A row whose integer primary key
 * changes is deleted under the old and inserted under the new key.
 */
public sealed interface RowChange {
  long rowKey();

  /**
   * What the change replaced: of an update the old values of its columns, of a delete the whole old
   * row. Null for an insert, and where the store does not keep before-images.
   */
  @Nullable RowValues before();

  /**
   * A row that was not there before.
   *
   * @param row every stored column, in the table's order
   */
  record Inserted(long rowKey, RowValues row) implements RowChange {
    @Override
    public @Nullable RowValues before() {
      return null;
    }
  }

  /**
   * A row with other values than before.
   *
   * @param columns the changed columns; not empty
   * @param values the new values of these columns, in their order
   * @param before the old values of these columns, in their order
   */
  record Updated(long rowKey, ColumnSet columns, RowValues values, @Nullable RowValues before)
      implements RowChange {
    public Updated {
      if (columns.size() == 0
          || columns.size() != values.size()
          || (before != null && columns.size() != before.size())) {
        throw new IllegalArgumentException(
            "changed columns and values do not match: columns="
                + columns.size()
                + " values="
                + values.size()
                + " before="
                + (before == null ? "none" : before.size()));
      }
    }

    public Updated(long rowKey, ColumnSet columns, RowValues values) {
      this(rowKey, columns, values, null);
    }
  }

  /**
   * A row that is no longer there.
   *
   * @param before every stored column, in the table's order
   */
  record Deleted(long rowKey, @Nullable RowValues before) implements RowChange {
    public Deleted(long rowKey) {
      this(rowKey, null);
    }
  }
}
