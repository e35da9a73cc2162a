package scriptorium.drills.sql;

import java.io.PrintStream;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import scriptorium.drills.print.HumanUnits;
import scriptorium.drills.print.TextTable;
import scriptorium.drills.print.TextTable.Column;

/** What the shell itself is asked. */
final class BackslashCommands {

  static final String HELP =
      """
      \\tables    tables and views with their rows
      \\seq       the sequence number of the last change
      \\snapshot  takes a snapshot now
      \\help      this list
      \\q         ends
      A statement ends with a semicolon and may take several lines.
      """;

  private static final String TABLES =
      """
      SELECT TABLE_SCHEMA, TABLE_NAME, TABLE_TYPE
      FROM INFORMATION_SCHEMA.TABLES
      WHERE TABLE_SCHEMA <> 'INFORMATION_SCHEMA'
      ORDER BY TABLE_SCHEMA, TABLE_NAME""";

  private final Statements statements;
  private final PrintStream out;

  BackslashCommands(Statements statements, PrintStream out) {
    this.statements = statements;
    this.out = out;
  }

  /** Runs one; false when it asks to end the session. */
  boolean run(String word) throws StatementFailedException, InterruptedException {
    switch (word.toLowerCase(Locale.ROOT)) {
      case "tables" -> tables();
      case "seq" -> out.println("sequence number " + statements.sequenceNumber());
      case "snapshot" -> out.println(statements.snapshot());
      case "help", "?" -> out.print(HELP);
      case "q", "quit" -> {
        return false;
      }
      default ->
          throw StatementFailedException.because(
              "unknown command \\"
                  + SqlText.label(word)
                  + ", expected one of \\tables \\seq \\snapshot \\help \\q");
    }
    return true;
  }

  private void tables() throws StatementFailedException, InterruptedException {
    List<List<String>> rows = statements.read(BackslashCommands::countTables);
    TextTable table =
        new TextTable(
            List.of(
                Column.text("SCHEMA"),
                Column.text("TABLE"),
                Column.text("TYPE"),
                Column.number("ROWS")));
    rows.forEach(table::row);
    table.lines().forEach(out::println);
    out.println("(" + HumanUnits.count(rows.size(), "table") + ")");
  }

  private static List<List<String>> countTables(Connection connection) throws SQLException {
    List<List<String>> rows = new ArrayList<>();
    try (Statement statement = connection.createStatement();
        ResultSet tables = statement.executeQuery(TABLES)) {
      while (tables.next()) {
        String schema = tables.getString(1);
        String table = tables.getString(2);
        String type = tables.getString(3);
        rows.add(List.of(schema, table, type, count(connection, schema, table)));
      }
    }
    return rows;
  }

  private static String count(Connection connection, String schema, String table)
      throws SQLException {
    String sql = "SELECT COUNT(*) FROM " + quoted(schema) + "." + quoted(table);
    try (Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery(sql)) {
      result.next();
      return HumanUnits.count(result.getLong(1));
    }
  }

  private static String quoted(String name) {
    return '"' + name.replace("\"", "\"\"") + '"';
  }
}
