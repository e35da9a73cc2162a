package scriptorium.benchmarks.workload;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** Whether all money is still there, and no account owes any: after each measurement of a side. */
public final class BalanceChecker {

  private static final String SUMS = "SELECT COUNT(*), SUM(BALANCE), MIN(BALANCE) FROM ACCOUNT";

  private BalanceChecker() {}

  /** Reads the table of accounts and judges it. */
  public static void check(String side, Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery(SUMS)) {
      result.next();
      check(side, result.getLong(1), result.getLong(2), result.getLong(3));
    }
  }

  /**
   * Judges sums.
   *
   * @throws IllegalStateException when money was lost, made or owed
   */
  public static void check(String side, long accounts, long sum, long lowest) {
    long expected = Transfers.ACCOUNTS * Transfers.OPENING_BALANCE;
    if (accounts != Transfers.ACCOUNTS || sum != expected || lowest < 0) {
      throw new IllegalStateException(
          "balances are wrong: side="
              + side
              + " accounts="
              + accounts
              + " expected="
              + Transfers.ACCOUNTS
              + " sum="
              + sum
              + " expected="
              + expected
              + " lowest="
              + lowest
              + "; no figure of this side can be used");
    }
  }
}
