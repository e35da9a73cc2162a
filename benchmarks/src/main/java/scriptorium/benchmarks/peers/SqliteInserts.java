package scriptorium.benchmarks.peers;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import scriptorium.benchmarks.workload.Parcel;

/** Inserts into SQLite on one thread. */
final class SqliteInserts extends GroupSide {

  private final Connection connection;
  private final PreparedStatement insert;

  /** The connection must not commit by itself; it closes the statement. */
  SqliteInserts(Connection connection) throws SQLException {
    super(SqlitePeer.NAME, 1);
    this.connection = connection;
    this.insert = connection.prepareStatement(Parcel.INSERT);
  }

  @Override
  public String difference() {
    return SqlitePeer.DIFFERENCE;
  }

  @Override
  int write(int caller, long first, int count) throws SQLException {
    for (int i = 0; i < count; i++) {
      Parcel.of(first + i).bind(insert);
      insert.executeUpdate();
    }
    connection.commit();
    return count;
  }

  @Override
  public void clear() throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute("DELETE FROM PARCEL");
      connection.commit();
      // Its pages need not be written to the database while something else is measured.
      connection.setAutoCommit(true);
      statement.execute("PRAGMA wal_checkpoint(TRUNCATE)");
    } finally {
      connection.setAutoCommit(false);
    }
  }
}
