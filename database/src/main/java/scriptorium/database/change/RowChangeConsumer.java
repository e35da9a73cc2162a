package scriptorium.database.change;

/** Is given row changes in the order of their bytes. */
@FunctionalInterface
public interface RowChangeConsumer {
  /**
   * @param table the same object for all rows of a table in one part
   */
  void row(TableName table, RowChange change);
}
