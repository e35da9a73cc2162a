package scriptorium.benchmarks.restart;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import scriptorium.benchmarks.workload.NamedRows;
import scriptorium.benchmarks.workload.SixTables;
import scriptorium.benchmarks.workload.SixTablesInserts;

/** What a database is filled with. */
public enum Content {
  /** Six tables with foreign keys and thirteen indexes. */
  SIX_TABLES(SixTables.SCHEMA) {
    @Override
    void insert(Connection connection, int allRows, int from, int end) throws SQLException {
      try (SixTablesInserts inserts = new SixTablesInserts(connection, allRows, false)) {
        inserts.insert(from, end);
      }
    }

    @Override
    long count(Connection connection) throws SQLException {
      return SixTablesInserts.count(connection);
    }
  },
  /** One table with two secondary indexes. */
  NAMED_ROWS(NamedRows.SCHEMA) {
    @Override
    void insert(Connection connection, int allRows, int from, int end) throws SQLException {
      NamedRows.insert(connection, from, end);
    }

    @Override
    long count(Connection connection) throws SQLException {
      try (Statement statement = connection.createStatement();
          ResultSet result = statement.executeQuery("SELECT COUNT(*) FROM THING")) {
        result.next();
        return result.getLong(1);
      }
    }
  };

  private final String schema;

  Content(String schema) {
    this.schema = schema;
  }

  String schema() {
    return schema;
  }

  /** Inserts the rows from one to before another, of so many. */
  abstract void insert(Connection connection, int allRows, int from, int end) throws SQLException;

  /** How many rows there are. */
  abstract long count(Connection connection) throws SQLException;
}
