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
   * Time a statement that starts now may run, at least 1, or 0 for any.
   *
   * @throws SQLException when there is none left
   */
  int timeoutMillis() throws SQLException;

  /** Rows a result may have, or 0 for any. */
  long maxRows();
}
