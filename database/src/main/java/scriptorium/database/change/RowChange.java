package scriptorium.database.change;

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
   * A row that was not there before.
   *
   * @param row every stored column, in the table's order
   */
  record Inserted(long rowKey, RowValues row) implements RowChange {}

  /**
   * A row with other values than before.
   *
   * @param columns the changed columns; not empty
   * @param values the new values of these columns, in their order
   */
  record Updated(long rowKey, ColumnSet columns, RowValues values) implements RowChange {
    public Updated {
      if (columns.size() == 0 || columns.size() != values.size()) {
        throw new IllegalArgumentException(
            "changed columns and values do not match: columns="
                + columns.size()
                + " values="
                + values.size());
      }
    }
  }

  /** A row that is no longer there. */
  record Deleted(long rowKey) implements RowChange {}
}
