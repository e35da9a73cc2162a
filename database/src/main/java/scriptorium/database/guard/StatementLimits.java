package scriptorium.database.guard;

import java.sql.SQLException;

/** What one statement may take. */
interface StatementLimits {

  /** No limit of the guard's own: a mutation is limited as a whole, by its revocation. */
  StatementLimits NONE =
      new StatementLimits() {
        @Override
        public int timeoutMillis() {
          return 0;
        }

        @Override
        public long maxRows() {
          return 0;
        }
      };

  /**
   * Before a statement: waits until it may run. Followed by {@link #endTurn}, unless it throws.
   *
   * @throws SQLException when it may not
   */
  default void takeTurn() throws SQLException {}

  /** After the statement, failed or not. */
  default void endTurn() {}

  /** No statement is open any more. */
  default void idle() {}

  /**
   * Time a statement that starts now may run, at least 1, or 0 for any.
   *
   * @throws SQLException when there is none left
   */
  int timeoutMillis() throws SQLException;

  /** Rows a result may have, or 0 for any. */
  long maxRows();
}
