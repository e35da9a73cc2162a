package scriptorium.snapshots;

import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import scriptorium.snapshots.script.StatementKind;

/**
 * Makes a schema from the statements of a script, in an order that works.
 *
 * <p>Views wait until the end: after an ALTER TABLE the script names a view before its table, and a
 * plain run fails there. Triggers, which may be a view's, and grants and comments come after them.
 * {@code CREATE USER}, which every script contains, is left out: users carry no password in a
 * script, and the database makes its own.
 */
final class ScriptSchema {
  private static final int LONGEST_NAMED = 120;

  private final Statement statement;
  private final List<String> views = new ArrayList<>();
  private final List<String> triggers = new ArrayList<>();
  private final List<String> last = new ArrayList<>();

  ScriptSchema(Statement statement) {
    this.statement = statement;
  }

  /** Runs a statement, or keeps it for the end; rows are none of its. */
  void add(StatementKind kind, String sql) throws SQLException {
    switch (kind) {
      case SCHEMA -> execute(statement, sql);
      case VIEW -> views.add(sql);
      case TRIGGER -> triggers.add(sql);
      case LAST -> last.add(sql);
      case ROWS, LOB_AID, SKIPPED -> {}
    }
  }

  /** Runs what was kept. */
  void finish() throws SQLException {
    createViews();
    for (String sql : triggers) {
      execute(statement, sql);
    }
    for (String sql : last) {
      execute(statement, sql);
    }
  }

  /** A view may stand on one that comes later: those that fail are tried again after the others. */
  private void createViews() throws SQLException {
    List<String> left = views;
    while (!left.isEmpty()) {
      List<String> failed = new ArrayList<>();
      SQLException failure = null;
      for (String sql : left) {
        try {
          execute(statement, sql);
        } catch (SQLException e) {
          failed.add(sql);
          failure = e;
        }
      }
      if (failure != null && failed.size() == left.size()) {
        throw failure;
      }
      left = failed;
    }
  }

  /** Runs one statement; a failure names it, but none of its values. */
  static int execute(Statement statement, String sql) throws SQLException {
    try {
      return statement.executeUpdate(sql);
    } catch (SQLException e) {
      throw new SQLException(
          "statement of the script failed: " + named(sql), e.getSQLState(), e.getErrorCode(), e);
    }
  }

  private static String named(String sql) {
    int values = sql.indexOf(" VALUES");
    String head = values < 0 ? sql : sql.substring(0, values);
    return head.length() <= LONGEST_NAMED ? head : head.substring(0, LONGEST_NAMED) + "…";
  }
}
