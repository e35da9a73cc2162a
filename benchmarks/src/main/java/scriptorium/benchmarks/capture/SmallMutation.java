package scriptorium.benchmarks.capture;

import java.sql.PreparedStatement;
import java.sql.SQLException;
import scriptorium.benchmarks.workload.Parcel;

/** Mutations that change next to nothing, so that what is done around them is seen. */
public enum SmallMutation {
  /** One row of ten columns with a secondary index. */
  INSERT("insert", Parcel.INSERT) {
    @Override
    void run(PreparedStatement statement, long number) throws SQLException {
      Parcel.of(number).bind(statement);
      statement.executeUpdate();
    }
  },
  /** Two rows of two columns. */
  TRANSFER("two-row update", "UPDATE ACCOUNT SET BALANCE = BALANCE + ? WHERE ID = ?") {
    @Override
    void run(PreparedStatement statement, long number) throws SQLException {
      long from = number * 7919 % ACCOUNTS;
      add(statement, from, -1);
      add(statement, (from + 1 + number % (ACCOUNTS - 1)) % ACCOUNTS, 1);
    }
  };

  static final int ACCOUNTS = 10_000;

  /** Each statement by itself. */
  static final String[] SCHEMA = {
    Parcel.SCHEMA,
    "CREATE TABLE ACCOUNT (ID BIGINT PRIMARY KEY, BALANCE BIGINT NOT NULL)",
    "INSERT INTO ACCOUNT SELECT X, 0 FROM SYSTEM_RANGE(0, " + (ACCOUNTS - 1) + ")"
  };

  /** So that each block of measured inserts finds the table empty. */
  static final String CLEAR = "DELETE FROM PARCEL";

  private final String title;
  private final String sql;

  SmallMutation(String title, String sql) {
    this.title = title;
    this.sql = sql;
  }

  /** What the table calls it. */
  public String title() {
    return title;
  }

  String sql() {
    return sql;
  }

  /**
   * Changes the rows.
   *
   * @param statement of {@link #sql}
   * @param number decides which rows; of inserts not used before
   */
  abstract void run(PreparedStatement statement, long number) throws SQLException;

  private static void add(PreparedStatement statement, long account, long amount)
      throws SQLException {
    statement.setLong(1, amount);
    statement.setLong(2, account);
    statement.executeUpdate();
  }
}
