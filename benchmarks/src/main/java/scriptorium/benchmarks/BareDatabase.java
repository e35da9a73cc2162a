package scriptorium.benchmarks;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import scriptorium.benchmarks.workload.AccountTable;
import scriptorium.benchmarks.workload.BareH2;
import scriptorium.benchmarks.workload.Parcel;

/**
 * H2 in memory with the store's settings and nothing around it: one connection, one prepared
 * insert. Used by one thread at a time.
 */
final class BareDatabase implements AutoCloseable {

  private final Connection connection;
  private final PreparedStatement insert;

  private BareDatabase(Connection connection, PreparedStatement insert) {
    this.connection = connection;
    this.insert = insert;
  }

  /**
   * A database with an empty table.
   *
   * @param commitsEach whether each insert is a transaction of its own
   */
  static BareDatabase open(boolean commitsEach) throws SQLException {
    Connection connection = BareH2.open();
    try (Statement statement = connection.createStatement()) {
      statement.execute(Parcel.SCHEMA);
      connection.setAutoCommit(commitsEach);
      return new BareDatabase(connection, connection.prepareStatement(Parcel.INSERT));
    } catch (SQLException e) {
      connection.close();
      throw e;
    }
  }

  /** A database with all accounts, which ends with its connection; it does not commit by itself. */
  static Connection openAccounts() throws SQLException {
    Connection connection = BareH2.open();
    try (Statement statement = connection.createStatement()) {
      statement.execute(AccountTable.SCHEMA);
      connection.setAutoCommit(false);
      AccountTable.fill(connection);
      connection.commit();
      return connection;
    } catch (SQLException e) {
      connection.close();
      throw e;
    }
  }

  void insert(Parcel parcel) throws SQLException {
    parcel.bind(insert);
    insert.executeUpdate();
  }

  void commit() throws SQLException {
    connection.commit();
  }

  void clear() throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute("TRUNCATE TABLE PARCEL");
    }
  }

  @Override
  public void close() throws SQLException {
    connection.close();
  }
}
