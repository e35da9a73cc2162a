package scriptorium.snapshots;

import java.io.Reader;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.h2.util.ScriptReader;
import org.jspecify.annotations.Nullable;

/**
 * Runs a script statement by statement, with two departures from H2's own RunScript.
 *
 * <p>Views, grants and comments wait until the end: after an ALTER TABLE the script names a view
 * before its table, and a plain run fails there. {@code CREATE USER}, which every script contains,
 * is left out: users carry no password in a script, and the database makes its own.
 */
final class ScriptStatements {
  private static final int LONGEST_NAMED = 120;

  private final Connection admin;
  private final Progress progress;
  private final List<String> views = new ArrayList<>();
  private final List<String> last = new ArrayList<>();
  private final SuspendedClauses clauses = new SuspendedClauses();
  private long rows;

  ScriptStatements(Connection admin, Progress progress) {
    this.admin = admin;
    this.progress = progress;
  }

  /** Told after each statement how many rows the script has inserted so far. */
  @FunctionalInterface
  interface Progress {
    void inserted(long rows);
  }

  /** Runs all statements; a failure names the statement, but none of its values. */
  void run(Reader script) throws SQLException {
    // Not closed: that would only close the reader, which the caller owns.
    ScriptReader statements = new ScriptReader(script);
    statements.setSkipRemarks(true);
    try (Statement statement = admin.createStatement()) {
      for (String sql = next(statements); sql != null; sql = next(statements)) {
        if (sql.startsWith("CREATE FORCE VIEW") || sql.startsWith("CREATE VIEW")) {
          views.add(sql);
        } else if (sql.startsWith("GRANT ") || sql.startsWith("COMMENT ON ")) {
          last.add(sql);
        } else if (!sql.startsWith("CREATE USER ")) {
          execute(statement, sql);
          clauses.suspend(statement, sql);
        }
      }
      clauses.resume(statement);
      createViews(statement);
      for (String sql : last) {
        execute(statement, sql);
      }
    }
  }

  private static @Nullable String next(ScriptReader statements) {
    String sql = statements.readStatement();
    return sql == null ? null : sql.strip();
  }

  private void execute(Statement statement, String sql) throws SQLException {
    if (sql.isEmpty()) {
      return;
    }
    try {
      int updated = statement.executeUpdate(sql);
      if (sql.startsWith("INSERT INTO ")) {
        rows += updated;
        progress.inserted(rows);
      }
    } catch (SQLException e) {
      throw new SQLException(
          "statement of the script failed: " + named(sql), e.getSQLState(), e.getErrorCode(), e);
    }
  }

  /** A view may stand on one that comes later: those that fail are tried again after the others. */
  private void createViews(Statement statement) throws SQLException {
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

  private static String named(String sql) {
    int values = sql.indexOf(" VALUES");
    String head = values < 0 ? sql : sql.substring(0, values);
    return head.length() <= LONGEST_NAMED ? head : head.substring(0, LONGEST_NAMED) + "…";
  }
}
