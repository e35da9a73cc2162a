package scriptorium.snapshots;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import scriptorium.database.change.TableName;

/**
 * Clauses of columns that are taken back while a script inserts its rows, since an INSERT with them
 * would not do what the script means.
 *
 * <ul>
 *   <li>DEFAULT ON NULL: such a column may hold NULL all the same, by ON DELETE SET NULL, by a
 *       trigger, or from a time before the clause; an INSERT would make the default of it.
 *   <li>INVISIBLE: the script has a value of the column in each row, an INSERT without names of
 *       columns expects none.
 * </ul>
 */
final class SuspendedClauses {

  private enum Clause {
    DEFAULT_ON_NULL(
        " DEFAULT ON NULL", "DEFAULT_ON_NULL", "DROP DEFAULT ON NULL", "SET DEFAULT ON NULL"),
    INVISIBLE(" INVISIBLE", "NOT IS_VISIBLE", "SET VISIBLE", "SET INVISIBLE");

    private final String sql;
    private final String condition;
    private final String suspend;
    private final String resume;

    Clause(String sql, String condition, String suspend, String resume) {
      this.sql = sql;
      this.condition = condition;
      this.suspend = suspend;
      this.resume = resume;
    }
  }

  private final List<String> toResume = new ArrayList<>();

  /** To be called after each statement of the script and before the next. */
  void suspend(Statement statement, String executed) throws SQLException {
    if (executed.startsWith("CREATE ")) {
      for (Clause clause : Clause.values()) {
        if (executed.contains(clause.sql)) {
          suspend(statement, clause);
        }
      }
    }
  }

  private void suspend(Statement statement, Clause clause) throws SQLException {
    List<String> alterColumn = new ArrayList<>();
    try (ResultSet columns =
        statement.executeQuery(
            """
            SELECT TABLE_SCHEMA, TABLE_NAME, COLUMN_NAME FROM INFORMATION_SCHEMA.COLUMNS
            WHERE TABLE_SCHEMA <> 'INFORMATION_SCHEMA' AND\s"""
                + clause.condition)) {
      while (columns.next()) {
        TableName table = new TableName(columns.getString(1), columns.getString(2));
        String column = TableName.quote(columns.getString(3));
        alterColumn.add("ALTER TABLE " + table + " ALTER COLUMN " + column + ' ');
      }
    }
    for (String alter : alterColumn) {
      statement.execute(alter + clause.suspend);
      toResume.add(alter + clause.resume);
    }
  }

  void resume(Statement statement) throws SQLException {
    for (String alter : toResume) {
      statement.execute(alter);
    }
    toResume.clear();
  }
}
