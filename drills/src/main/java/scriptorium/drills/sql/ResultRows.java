package scriptorium.drills.sql;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import scriptorium.drills.print.DisplayWidth;
import scriptorium.drills.print.TextTable;
import scriptorium.drills.print.TextTable.Column;

/**
 * What a query found, as text.
 *
 * @param columns headings; numbers stand to the right
 * @param rows cells, {@code NULL} for null
 * @param more true when the query found more rows than these
 */
record ResultRows(List<Column> columns, List<List<String>> rows, boolean more) {

  private static final int MAX_CELL_COLUMNS = 200;
  private static final int MAX_CELL_BYTES = 64;

  ResultRows {
    columns = List.copyOf(columns);
    rows = List.copyOf(rows);
  }

  /**
   * Runs a query.
   *
   * @param limit most rows; 0 for all
   */
  static ResultRows fetch(Connection connection, String sql, int limit) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      // One more than is shown tells whether there are more.
      statement.setMaxRows(limit == 0 ? 0 : limit + 1);
      try (ResultSet result = statement.executeQuery(sql)) {
        return read(result, limit);
      }
    }
  }

  /**
   * Reads a result.
   *
   * @param limit most rows; 0 for all
   */
  static ResultRows read(ResultSet result, int limit) throws SQLException {
    ResultSetMetaData meta = result.getMetaData();
    List<Column> columns = new ArrayList<>();
    for (int i = 1; i <= meta.getColumnCount(); i++) {
      columns.add(new Column(meta.getColumnLabel(i), isNumber(meta.getColumnType(i))));
    }
    List<List<String>> rows = new ArrayList<>();
    boolean more = false;
    while (!more && result.next()) {
      if (limit > 0 && rows.size() == limit) {
        more = true;
      } else {
        rows.add(row(result, meta));
      }
    }
    return new ResultRows(columns, rows, more);
  }

  /** As a table. */
  TextTable toTable() {
    TextTable table = new TextTable(columns);
    rows.forEach(table::row);
    return table;
  }

  private static List<String> row(ResultSet result, ResultSetMetaData meta) throws SQLException {
    List<String> cells = new ArrayList<>();
    for (int i = 1; i <= meta.getColumnCount(); i++) {
      cells.add(isBinary(meta.getColumnType(i)) ? bytes(result.getBytes(i)) : text(result, i));
    }
    return cells;
  }

  private static String text(ResultSet result, int column) throws SQLException {
    String text = result.getString(column);
    return text == null ? "NULL" : DisplayWidth.cut(text, MAX_CELL_COLUMNS);
  }

  private static String bytes(byte[] bytes) {
    if (bytes == null) {
      return "NULL";
    }
    int shown = Math.min(bytes.length, MAX_CELL_BYTES);
    String hex = "X'" + HexFormat.of().formatHex(bytes, 0, shown);
    return shown == bytes.length ? hex + "'" : hex + "…' (" + bytes.length + " bytes)";
  }

  private static boolean isNumber(int type) {
    return switch (type) {
      case Types.TINYINT,
          Types.SMALLINT,
          Types.INTEGER,
          Types.BIGINT,
          Types.NUMERIC,
          Types.DECIMAL,
          Types.REAL,
          Types.FLOAT,
          Types.DOUBLE ->
          true;
      default -> false;
    };
  }

  private static boolean isBinary(int type) {
    return switch (type) {
      case Types.BINARY, Types.VARBINARY, Types.LONGVARBINARY, Types.BLOB -> true;
      default -> false;
    };
  }
}
