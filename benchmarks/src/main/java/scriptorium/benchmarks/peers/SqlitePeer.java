package scriptorium.benchmarks.peers;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import scriptorium.benchmarks.workload.AccountTable;
import scriptorium.benchmarks.workload.Parcel;
import scriptorium.benchmarks.workload.Side;
import scriptorium.benchmarks.workload.Transfers;

/**
 * SQLite with a write-ahead log that is synchronized at each commit. One connection: SQLite lets
 * one write at a time, and more would only wait for each other.
 */
final class SqlitePeer implements Peer {

  static final String NAME = "SQLite";

  static final String DIFFERENCE =
      "a transaction is a call on the caller's thread, with nobody to hand it to, and writes that"
          + " share one also fail together";

  private final Connection connection;
  private final Side inserts;

  private SqlitePeer(Connection connection) throws SQLException {
    this.connection = connection;
    this.inserts = new SqliteInserts(connection);
  }

  static SqlitePeer open(Path folder) throws SQLException {
    // Its native library is unpacked there, once a process.
    if (System.getProperty("org.sqlite.tmpdir") == null) {
      System.setProperty("org.sqlite.tmpdir", folder.toString());
    }
    Connection connection = DriverManager.getConnection("jdbc:sqlite:" + folder.resolve("data"));
    try (Statement statement = connection.createStatement()) {
      statement.execute("PRAGMA journal_mode = WAL");
      statement.execute("PRAGMA synchronous = FULL");
      connection.setAutoCommit(false);
      // INTEGER makes the key the table's own order, as SQLite's users have it.
      String parcels = Parcel.SCHEMA.replace("ID BIGINT PRIMARY KEY", "ID INTEGER PRIMARY KEY");
      for (String sql : (parcels + AccountTable.SCHEMA).split(";", -1)) {
        statement.execute(sql);
      }
      AccountTable.fill(connection);
      connection.commit();
      return new SqlitePeer(connection);
    } catch (SQLException e) {
      connection.close();
      throw e;
    }
  }

  /** One that its sides use while they measure. */
  Connection connection() {
    return connection;
  }

  @Override
  public List<Side> inserts() {
    return List.of(inserts);
  }

  @Override
  public List<Side> transfers(Transfers transfers) {
    return List.of(new SqliteTransfers(connection, transfers));
  }

  @Override
  public void close() throws SQLException {
    connection.close();
  }
}
