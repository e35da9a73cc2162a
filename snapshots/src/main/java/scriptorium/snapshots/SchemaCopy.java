package scriptorium.snapshots;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import scriptorium.database.DatabaseSettings;
import scriptorium.database.EmbeddedDatabase;
import scriptorium.snapshots.script.ForbiddenStatementException;
import scriptorium.snapshots.script.StatementRules;

/**
 * A schema as a snapshot carries it: so that one that no snapshot could bring back is found before
 * there are rows in it. Stateless.
 */
public final class SchemaCopy {
  private static final String SCRIPT = "SCRIPT NODATA NOPASSWORDS NOSETTINGS";
  private static final String REMARK = "--";

  /** What H2 found out of a column's rows, some time ago. */
  private static final Pattern ESTIMATE = Pattern.compile(" SELECTIVITY [0-9]++");

  private SchemaCopy() {}

  /**
   * The statements that make up the schema, positions of sequences included, sorted: their order
   * depends on how often a table was altered.
   */
  public static List<String> statementsOf(EmbeddedDatabase database) throws SQLException {
    List<String> statements = new ArrayList<>();
    for (String statement : script(database)) {
      if (!statement.startsWith(REMARK)) {
        statements.add(ESTIMATE.matcher(statement).replaceAll(""));
      }
    }
    statements.sort(null);
    return statements;
  }

  private static List<String> script(EmbeddedDatabase database) throws SQLException {
    List<String> statements = new ArrayList<>();
    try (Statement statement = database.adminConnection().createStatement();
        ResultSet script = statement.executeQuery(SCRIPT)) {
      while (script.next()) {
        statements.add(script.getString(1));
      }
    }
    return statements;
  }

  /**
   * A new database with the same schema and no rows, made as a snapshot is restored; the caller's
   * to close.
   *
   * @throws SQLException naming the statement that a restore would fail at
   */
  public static EmbeddedDatabase of(EmbeddedDatabase database, DatabaseSettings settings)
      throws SQLException {
    List<String> script = script(database);
    EmbeddedDatabase copy = EmbeddedDatabase.open(settings);
    try (Statement statement = copy.adminConnection().createStatement()) {
      ScriptSchema schema = new ScriptSchema(statement);
      for (String line : script) {
        if (!line.startsWith(REMARK)) {
          String sql = withoutSemicolon(line);
          schema.add(StatementRules.judge(sql), sql);
        }
      }
      schema.finish();
      copy.regrant();
      return copy;
    } catch (ForbiddenStatementException e) {
      copy.close();
      throw new SQLFeatureNotSupportedException(e.getMessage(), "0A000", e);
    } catch (SQLException | RuntimeException e) {
      copy.close();
      throw e;
    }
  }

  private static String withoutSemicolon(String statement) {
    String sql = statement.strip();
    return sql.endsWith(";") ? sql.substring(0, sql.length() - 1) : sql;
  }
}
