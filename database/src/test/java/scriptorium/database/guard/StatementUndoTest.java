package scriptorium.database.guard;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static scriptorium.database.guard.GuardedDatabase.number;
import static scriptorium.database.guard.GuardedDatabase.update;

import java.sql.BatchUpdateException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.sql.Statement;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A statement that fails half-way in a mutation leaves nothing, a query that writes included. */
class StatementUndoTest {

  private static final String CHECKSUM = "SELECT SUM(id * 1000 + balance) FROM account";

  private GuardedDatabase database;
  private Connection connection;

  @BeforeEach
  void openMutation() throws SQLException {
    database = new GuardedDatabase();
    connection = database.mutation().connection();
    update(connection, "UPDATE account SET balance = 111 WHERE id = 1");
  }

  @AfterEach
  void closeDatabase() throws SQLException {
    database.close();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT id FROM NEW TABLE (UPDATE account SET id = 9)",
        "SELECT COUNT(*) FROM FINAL TABLE (INSERT INTO account VALUES (8, 1), (1, 1))",
        "SELECT 1 / 0 FROM OLD TABLE (DELETE FROM account)",
        "SELECT * FROM (SELECT 1 / (id - 2) FROM FINAL TABLE (UPDATE account SET balance = 0))",
        "EXPLAIN ANALYZE UPDATE account SET id = 9",
        "UPDATE account SET id = 9",
        "INSERT INTO account VALUES (8, 1), (1, 1)"
      })
  void failedStatementLeavesNothing(String sql) throws SQLException {
    long before = number(connection, CHECKSUM);
    assertThrows(SQLException.class, () -> connection.createStatement().execute(sql));
    assertThrows(SQLException.class, () -> connection.createStatement().executeQuery(sql));
    assertThrows(SQLException.class, () -> connection.prepareStatement(sql).execute());

    assertEquals(before, number(connection, CHECKSUM));
    assertEquals(111, number(connection, "SELECT balance FROM account WHERE id = 1"));
    assertEquals(1, update(connection, "UPDATE account SET id = 9 WHERE id = 2"));
  }

  @Test
  void savepointBeforeAFailedQueryStillHolds() throws SQLException {
    Savepoint savepoint = connection.setSavepoint();
    update(connection, "UPDATE account SET balance = 5");
    assertThrows(
        SQLException.class,
        () -> number(connection, "SELECT id FROM NEW TABLE (UPDATE account SET id = 9)"));
    assertEquals(10, number(connection, "SELECT SUM(balance) FROM account"));

    connection.rollback(savepoint);

    assertEquals(311, number(connection, "SELECT SUM(balance) FROM account"));
  }

  @Test
  void statementsOfABatchBeforeTheFailedOneStay() throws SQLException {
    try (Statement batch = connection.createStatement()) {
      batch.addBatch("INSERT INTO account VALUES (7, 7)");
      batch.addBatch("INSERT INTO account VALUES (8, 8), (1, 1)");

      assertThrows(BatchUpdateException.class, batch::executeBatch);
    }

    assertEquals(7, number(connection, "SELECT MAX(id) FROM account"));
  }
}
