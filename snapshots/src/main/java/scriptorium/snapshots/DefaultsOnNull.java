package scriptorium.snapshots;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import scriptorium.database.change.TableName;

/**
 * The columns that are DEFAULT ON NULL, taken back while a script inserts its rows. Such a column
 * may hold NULL all the same: ON DELETE SET NULL puts it there, a trigger, or a time before the
 * clause. An INSERT would make the default of it.
 */
final class DefaultsOnNull {
  private static final String CLAUSE = " DEFAULT ON NULL";

  private record Column(TableName table, String name) {
    String alter(String action) {
      return "ALTER TABLE " + table + " ALTER COLUMN " + TableName.quote(name) + action + CLAUSE;
    }
  }

  private final List<Column> suspended = new ArrayList<>();

  /** To be called after each statement of the script and before the next. */
  void suspend(Statement statement, String executed) throws SQLException {
    if (!executed.startsWith("CREATE ") || !executed.contains(CLAUSE)) {
      return;
    }
    List<Column> found = new ArrayList<>();
    try (ResultSet columns =
        statement.executeQuery(
            """
            SELECT TABLE_SCHEMA, TABLE_NAME, COLUMN_NAME FROM INFORMATION_SCHEMA.COLUMNS
            WHERE DEFAULT_ON_NULL""")) {
      while (columns.next()) {
        found.add(
            new Column(
                new TableName(columns.getString(1), columns.getString(2)), columns.getString(3)));
      }
    }
    for (Column column : found) {
      statement.execute(column.alter(" DROP"));
      suspended.add(column);
    }
  }

  void resume(Statement statement) throws SQLException {
    for (Column column : suspended) {
      statement.execute(column.alter(" SET"));
    }
    suspended.clear();
  }
}
