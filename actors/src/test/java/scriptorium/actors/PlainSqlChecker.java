package scriptorium.actors;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * All that plain SQL shows of a database, as lines: every table of every schema with its rows and
 * row keys, views, and H2's own description of the schema with the sequences' positions. It shares
 * no code with what captures, replays or restores.
 */
final class PlainSqlChecker {

  /** What describes a session or an estimate, not the database. */
  private static final Set<String> LEFT_OUT =
      Set.of(
          "SESSIONS",
          "SESSION_STATE",
          "LOCKS",
          "QUERY_STATISTICS",
          "IN_DOUBT",
          "SETTINGS",
          "USERS",
          "RIGHTS",
          "ROLES");

  private static final Set<String> ESTIMATES =
      Set.of("ROW_COUNT_ESTIMATE", "SELECTIVITY", "LAST_MODIFICATION");

  private static final String TABLES =
      """
      SELECT TABLE_SCHEMA, TABLE_NAME, TABLE_TYPE FROM INFORMATION_SCHEMA.TABLES
      ORDER BY 1, 2""";

  /**
   * H2 names an index that it makes for a constraint anew in each copy; nobody can use the name.
   */
  private static final String MADE_INDEXES =
      "SELECT INDEX_NAME FROM INFORMATION_SCHEMA.INDEXES WHERE IS_GENERATED";

  private PlainSqlChecker() {}

  static List<String> linesOf(Connection connection) throws SQLException {
    List<String> lines = new ArrayList<>();
    String catalog = connection.getCatalog();
    Set<String> madeNames = new HashSet<>();
    query(connection, MADE_INDEXES, Set.of()).forEach(madeNames::addAll);
    for (List<String> table : query(connection, TABLES, Set.of())) {
      boolean own = !table.get(0).equals("INFORMATION_SCHEMA");
      if (own || !LEFT_OUT.contains(table.get(1))) {
        String name = quote(table.get(0)) + '.' + quote(table.get(1));
        lines.add(name);
        query(connection, "SELECT " + columns(connection, table) + " FROM " + name, ESTIMATES)
            .stream()
            .map(row -> "  " + named(row, madeNames).toString().replace(catalog, "CATALOG"))
            .sorted()
            .forEach(lines::add);
      }
    }
    return lines;
  }

  /** By name, since a star leaves out invisible ones; before them the row key. */
  private static String columns(Connection connection, List<String> table) throws SQLException {
    if (!table.get(2).equals("BASE TABLE") || table.get(0).equals("INFORMATION_SCHEMA")) {
      return "*";
    }
    String columns =
        """
        SELECT COLUMN_NAME FROM INFORMATION_SCHEMA.COLUMNS
        WHERE TABLE_SCHEMA = '%s' AND TABLE_NAME = '%s' ORDER BY ORDINAL_POSITION"""
            .formatted(table.get(0), table.get(1));
    return query(connection, columns, Set.of()).stream()
        .map(column -> quote(column.get(0)))
        .collect(Collectors.joining(", ", "_ROWID_, ", ""));
  }

  private static List<String> named(List<String> row, Set<String> madeNames) {
    return row.stream().map(value -> madeNames.contains(value) ? "made" : value).toList();
  }

  /** The first value of each query, or its failure, so that they can be compared. */
  static List<String> answers(Connection connection, List<String> queries) {
    List<String> answers = new ArrayList<>();
    for (String sql : queries) {
      try {
        answers.add(sql + " = " + query(connection, sql, Set.of()));
      } catch (SQLException e) {
        answers.add(sql + " fails " + e.getSQLState());
      }
    }
    return answers;
  }

  private static List<List<String>> query(Connection connection, String sql, Set<String> leftOut)
      throws SQLException {
    List<List<String>> rows = new ArrayList<>();
    try (Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery(sql)) {
      ResultSetMetaData columns = result.getMetaData();
      while (result.next()) {
        List<String> row = new ArrayList<>();
        for (int i = 1; i <= columns.getColumnCount(); i++) {
          if (!leftOut.contains(columns.getColumnName(i))) {
            row.add(text(result, i, columns.getColumnType(i)));
          }
        }
        rows.add(row);
      }
    }
    return rows;
  }

  /** As text; bytes in hexadecimal, since they are no text. */
  private static String text(ResultSet result, int column, int type) throws SQLException {
    return switch (type) {
      case Types.BINARY, Types.VARBINARY, Types.LONGVARBINARY, Types.BLOB, Types.JAVA_OBJECT -> {
        byte[] bytes = result.getBytes(column);
        yield bytes == null ? "null" : HexFormat.of().formatHex(bytes);
      }
      default -> String.valueOf(result.getString(column));
    };
  }

  private static String quote(String name) {
    return '"' + name.replace("\"", "\"\"") + '"';
  }
}
