package scriptorium.benchmarks.workload;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.EnumMap;
import java.util.Map;

/**
 * Rows of the six tables inserted one by one, by statements prepared once, in the connection's open
 * transaction. For one thread at a time; to be closed before the connection is.
 */
public final class SixTablesInserts implements AutoCloseable {

  private final Map<SixTables, PreparedStatement> inserts = new EnumMap<>(SixTables.class);
  private final Connection connection;
  private final int allRows;
  private final boolean byLookUp;

  /**
   * Into tables that are there.
   *
   * @param allRows how many rows there shall be in the end
   * @param byLookUp whether each insert looks its parents up by natural keys, or is given their ids
   */
  public SixTablesInserts(Connection connection, int allRows, boolean byLookUp) {
    this.connection = connection;
    this.allRows = allRows;
    this.byLookUp = byLookUp;
  }

  /** Inserts the rows from one to before another. */
  public void insert(int from, int end) throws SQLException {
    int first = 0;
    for (SixTables table : SixTables.values()) {
      int behind = first + table.rows(allRows);
      for (int number = Math.max(from, first); number < Math.min(end, behind); number++) {
        PreparedStatement insert = prepared(table);
        table.bind(new SixTables.Row(number - first, allRows, byLookUp), insert);
        insert.executeUpdate();
      }
      first = behind;
    }
  }

  private PreparedStatement prepared(SixTables table) throws SQLException {
    PreparedStatement insert = inserts.get(table);
    if (insert == null) {
      insert = connection.prepareStatement(table.insert(byLookUp));
      inserts.put(table, insert);
    }
    return insert;
  }

  /** How many rows are in all six tables. */
  public static long count(Connection connection) throws SQLException {
    long rows = 0;
    try (Statement statement = connection.createStatement()) {
      for (SixTables table : SixTables.values()) {
        try (ResultSet result = statement.executeQuery("SELECT COUNT(*) FROM " + table)) {
          result.next();
          rows += result.getLong(1);
        }
      }
    }
    return rows;
  }

  @Override
  public void close() throws SQLException {
    for (PreparedStatement insert : inserts.values()) {
      insert.close();
    }
  }
}
