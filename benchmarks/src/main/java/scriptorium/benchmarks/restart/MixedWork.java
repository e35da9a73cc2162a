package scriptorium.benchmarks.restart;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;

/**
 * Small mutations of an indexed table that keeps its size: each inserts a row, updates one that is
 * there, also in an indexed column, and deletes the oldest. For one thread; to be closed before the
 * connection is.
 */
final class MixedWork implements AutoCloseable {

  /** The table with the rows that are there at first. */
  static final String SCHEMA =
      """
      CREATE TABLE ITEM (
        ID BIGINT PRIMARY KEY,
        NAME VARCHAR(20) NOT NULL UNIQUE,
        STATE INT NOT NULL,
        AMOUNT BIGINT NOT NULL);
      CREATE INDEX ITEM_STATE ON ITEM (STATE);
      INSERT INTO ITEM SELECT X, 'item ' || X, MOD(X, 100), 0 FROM SYSTEM_RANGE(0, 9999);
      """;

  static final int ROWS = 10_000;
  static final int ROW_CHANGES = 3;

  private static final long SCATTER = 16_777_619;
  private static final int STATES = 100;

  private final PreparedStatement insert;
  private final PreparedStatement update;
  private final PreparedStatement delete;

  MixedWork(Connection connection) throws SQLException {
    insert = connection.prepareStatement("INSERT INTO ITEM VALUES (?, ?, ?, 0)");
    update =
        connection.prepareStatement("UPDATE ITEM SET STATE = ?, AMOUNT = AMOUNT + 1 WHERE ID = ?");
    delete = connection.prepareStatement("DELETE FROM ITEM WHERE ID = ?");
  }

  /** Runs the mutation of this number; all from 0, in order. */
  void run(long number) throws SQLException {
    long id = ROWS + number;
    insert.setLong(1, id);
    insert.setString(2, "item " + id);
    insert.setLong(3, id % STATES);
    insert.executeUpdate();
    update.setLong(1, number * SCATTER % STATES);
    update.setLong(2, number + 1 + number * SCATTER % ROWS);
    requireOne(update.executeUpdate(), number);
    delete.setLong(1, number);
    requireOne(delete.executeUpdate(), number);
  }

  private static void requireOne(int rows, long number) {
    if (rows != 1) {
      throw new IllegalStateException("row not found: mutation=" + number);
    }
  }

  @Override
  public void close() throws SQLException {
    try (insert;
        update) {
      delete.close();
    }
  }
}
