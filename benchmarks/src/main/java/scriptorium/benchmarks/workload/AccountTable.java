package scriptorium.benchmarks.workload;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/**
 * Transfers in plain SQL, as a program does them that stands beside its database: read both
 * balances, compare, write both. Works in the connection's open transaction and leaves its end to
 * the caller. For one thread at a time.
 */
public final class AccountTable implements AutoCloseable {

  public static final String SCHEMA =
      "CREATE TABLE ACCOUNT (ID INTEGER PRIMARY KEY, BALANCE BIGINT NOT NULL)";

  private static final int ROWS_PER_BATCH = 1000;

  private final PreparedStatement balance;
  private final PreparedStatement change;

  private AccountTable(PreparedStatement balance, PreparedStatement change) {
    this.balance = balance;
    this.change = change;
  }

  /** Inserts all accounts. */
  public static void fill(Connection connection) throws SQLException {
    fill(connection, 0, Transfers.ACCOUNTS);
  }

  /** Inserts the accounts from one to before another. */
  public static void fill(Connection connection, int first, int end) throws SQLException {
    try (PreparedStatement insert =
        connection.prepareStatement("INSERT INTO ACCOUNT VALUES (?, ?)")) {
      for (int id = first; id < end; id++) {
        insert.setInt(1, id);
        insert.setLong(2, Transfers.OPENING_BALANCE);
        insert.addBatch();
        if (id % ROWS_PER_BATCH == ROWS_PER_BATCH - 1) {
          insert.executeBatch();
        }
      }
      insert.executeBatch();
    }
  }

  /** Prepares what a transfer needs; to be closed before the connection is. */
  public static AccountTable of(Connection connection) throws SQLException {
    PreparedStatement balance =
        connection.prepareStatement("SELECT BALANCE FROM ACCOUNT WHERE ID = ?");
    try {
      return new AccountTable(
          balance, connection.prepareStatement("UPDATE ACCOUNT SET BALANCE = ? WHERE ID = ?"));
    } catch (SQLException e) {
      balance.close();
      throw e;
    }
  }

  /** Moves the money; false, and nothing is changed, when there is not enough. */
  public boolean transfer(Transfer transfer) throws SQLException {
    long from = balance(transfer.from());
    long to = balance(transfer.to());
    if (from < transfer.amount()) {
      return false;
    }
    change(transfer.from(), from - transfer.amount());
    change(transfer.to(), to + transfer.amount());
    return true;
  }

  private long balance(int id) throws SQLException {
    balance.setInt(1, id);
    try (ResultSet result = balance.executeQuery()) {
      result.next();
      return result.getLong(1);
    }
  }

  private void change(int id, long newBalance) throws SQLException {
    change.setLong(1, newBalance);
    change.setInt(2, id);
    change.executeUpdate();
  }

  @Override
  public void close() throws SQLException {
    try (balance) {
      change.close();
    }
  }
}
