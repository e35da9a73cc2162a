package scriptorium.database.guard;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static scriptorium.database.guard.GuardedDatabase.expectRefused;
import static scriptorium.database.guard.GuardedDatabase.number;
import static scriptorium.database.guard.GuardedDatabase.update;

import java.sql.CallableStatement;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLIntegrityConstraintViolationException;
import java.sql.Statement;
import java.util.Collections;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which SQL runs in a mutation. */
class MutationStatementsTest {

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

  /** Nothing was committed, nothing rolled back, and the mutation can go on. */
  private void expectTransactionGoesOn() throws SQLException {
    assertEquals(100, database.committed("SELECT balance FROM account WHERE id = 1"));
    assertEquals(111, number(connection, "SELECT balance FROM account WHERE id = 1"));
    assertEquals(1, update(connection, "UPDATE account SET balance = 222 WHERE id = 2"));
  }

  private void expectStatementRefused(String sql, String reason) throws SQLException {
    expectRefused(
        "0A000", () -> connection.createStatement().execute(sql), "statement refused", reason);
    expectRefused("0A000", () -> connection.createStatement().executeUpdate(sql), reason);
    expectRefused("0A000", () -> connection.createStatement().addBatch(sql), reason);
    expectRefused("0A000", () -> connection.prepareStatement(sql), reason);
    expectRefused("0A000", () -> connection.prepareCall(sql), reason);
    expectTransactionGoesOn();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "CREATE TABLE t (id INT)",
        "create local temporary table t (id int)",
        "DECLARE LOCAL TEMPORARY TABLE t (id INT)",
        "CREATE INDEX i ON account (balance)",
        "ALTER TABLE account ADD COLUMN c INT",
        "ALTER SEQUENCE numbers RESTART WITH 7",
        "DROP TABLE account",
        "COMMENT ON TABLE account IS 'x'",
        "GRANT SELECT ON account TO reader",
        "DROP ALL OBJECTS"
      })
  void refusesSchemaChanges(String sql) throws SQLException {
    expectStatementRefused(sql, "Store.migrate");
  }

  @Test
  void refusesTruncate() throws SQLException {
    expectStatementRefused("TRUNCATE TABLE entry", "use DELETE FROM");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "COMMIT",
        "commit work",
        "CoMmIt",
        "/* select */ COMMIT",
        "-- select\n COMMIT;",
        "COMMIT TRANSACTION x",
        "PREPARE COMMIT x",
        "ROLLBACK",
        "ROLLBACK TRANSACTION x",
        "BEGIN",
        "SET AUTOCOMMIT TRUE",
        "SET AUTOCOMMIT OFF"
      })
  void refusesEverySpellingOfTheEndOfTheTransaction(String sql) throws SQLException {
    expectStatementRefused(sql, "the store alone ends the transaction");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "UPDATE account SET balance = 5 WHERE id = 2; COMMIT",
        "SELECT 1; COMMIT",
        "SELECT 1;;/* */;ROLLBACK;",
        "SELECT 1; nonsense",
        "INSERT INTO account VALUES (3, 1); INSERT INTO account VALUES (4, 1)"
      })
  void refusesSeveralStatementsInOneText(String sql) throws SQLException {
    expectStatementRefused(sql, "several statements");
  }

  @ParameterizedTest
  @ValueSource(strings = {"EXECUTE IMMEDIATE 'COMMIT'", "PREPARE p AS COMMIT"})
  void refusesStatementsThatHideAnother(String sql) throws SQLException {
    expectStatementRefused(sql, "it hides the statement to be run");
  }

  @ParameterizedTest
  @ValueSource(strings = {"EXECUTE p", "DEALLOCATE p"})
  void hasNoHiddenStatementsToExecute(String sql) throws SQLException {
    assertThrows(SQLException.class, () -> connection.createStatement().execute(sql));

    expectTransactionGoesOn();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SET LOCK_TIMEOUT 1",
        "SET QUERY_TIMEOUT 1",
        "SET SCHEMA public",
        "SET @x = 1",
        "SET SESSION CHARACTERISTICS AS TRANSACTION ISOLATION LEVEL READ UNCOMMITTED",
        "SET TIME ZONE 'UTC'",
        "SET LAZY_QUERY_EXECUTION 1",
        "USE public"
      })
  void refusesSettings(String sql) throws SQLException {
    expectStatementRefused(sql, "settings");
  }

  @ParameterizedTest
  @ValueSource(strings = {"SHUTDOWN", "SHUTDOWN IMMEDIATELY", "shutdown defrag"})
  void refusesShutdown(String sql) throws SQLException {
    expectStatementRefused(sql, "Store.stop");
  }

  @ParameterizedTest
  @ValueSource(strings = {"SAVEPOINT s", "ROLLBACK TO SAVEPOINT s"})
  void refusesSavepointsInSql(String sql) throws SQLException {
    expectStatementRefused(sql, "Connection.setSavepoint");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"SCRIPT", "ANALYZE", "CHECKPOINT", "BACKUP TO 'x.zip'", "RUNSCRIPT FROM 'x.sql'"})
  void refusesAdministration(String sql) throws SQLException {
    expectStatementRefused(sql, "the store's own work");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", ";", "RELEASE SAVEPOINT s"})
  void refusesWhatDoesNothing(String sql) throws SQLException {
    expectStatementRefused(sql, "would do nothing");
  }

  @Test
  void refusesValuesThatParsingWouldEvaluate() throws SQLException {
    expectStatementRefused("SELECT ? {1: NEXT VALUE FOR numbers}", "set them by JDBC");

    assertEquals(1, number(connection, "SELECT NEXT VALUE FOR numbers"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "CALL CSVWRITE('/nowhere/x.csv', 'SELECT 1')",
        "CALL FILE_WRITE('a', '/nowhere/x')",
        "SELECT * FROM CSVREAD('/nowhere/x.csv')",
        "SELECT ABORT_SESSION(1)"
      })
  void leavesFunctionsThatReachOutsideToTheRightsOfTheUser(String sql) throws SQLException {
    expectRefused("90040", () -> connection.createStatement().execute(sql));

    expectTransactionGoesOn();
  }

  @Test
  void shortensALongStatementInTheMessage() {
    String sql = "TRUNCATE TABLE entry /* " + "x".repeat(10_000) + " */";

    SQLException refusal =
        expectRefused(
            "0A000",
            () -> connection.createStatement().execute(sql),
            "sql=\"TRUNCATE TABLE entry /* xxx",
            "(" + sql.length() + " characters)");

    assertTrue(refusal.toString().length() < 500);
  }

  @Test
  void leavesSyntaxErrorsToTheParser() throws SQLException {
    expectRefused("42001", () -> connection.createStatement().execute("SELEC 1"), "SELEC");

    expectTransactionGoesOn();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT 1",
        "VALUES (1)",
        "TABLE account",
        "WITH a AS (SELECT 1 AS n) SELECT n FROM a",
        "SELECT * FROM account WHERE id = 1 FOR UPDATE",
        "SELECT NEXT VALUE FOR numbers",
        "SELECT id FROM FINAL TABLE (INSERT INTO entry (text) VALUES ('a'))",
        "EXPLAIN SELECT 1",
        "EXPLAIN ANALYZE UPDATE account SET balance = 5 WHERE id = 2",
        "SHOW TABLES",
        "CALL 1 + 1",
        "{call ABS(-1)}",
        "SELECT {fn ABS(-1)}, {d '2020-01-01'}",
        "SELECT 1 WHERE 'ab12' REGEXP '^[a-z]{2}[0-9]{1,2}$'",
        "SELECT 1;  -- the end\n ;"
      })
  void runsQueries(String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      assertTrue(statement.execute(sql));
    }
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      assertTrue(statement.execute());
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "INSERT INTO account VALUES (3, 300)",
        "INSERT INTO entry (text) SELECT 'a' FROM account WHERE id = 1",
        "UPDATE account SET balance = 5 WHERE id = 2;",
        "DELETE FROM account WHERE id = 2",
        "MERGE INTO account KEY (id) VALUES (2, 5)",
        "MERGE INTO account a USING (SELECT 2 AS id) n ON a.id = n.id"
            + " WHEN MATCHED THEN UPDATE SET balance = 5"
      })
  void runsChanges(String sql) throws SQLException {
    assertEquals(1, update(connection, sql));
  }

  @Test
  void callsThroughCallableStatement() throws SQLException {
    try (CallableStatement call = connection.prepareCall("{? = call ABS(?)}")) {
      call.setInt(2, -7);
      call.registerOutParameter(1, java.sql.Types.INTEGER);
      call.execute();

      assertEquals(7, call.getInt(1));
    }
  }

  @Test
  void runsBatches() throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.addBatch("INSERT INTO account VALUES (3, 300)");
      statement.addBatch("DELETE FROM account WHERE id > 1");

      assertArrayEquals(new int[] {1, 2}, statement.executeBatch());
    }
  }

  @Test
  void returnsGeneratedKeys() throws SQLException {
    try (PreparedStatement insert =
        connection.prepareStatement(
            "INSERT INTO entry (text) VALUES (?)", Statement.RETURN_GENERATED_KEYS)) {
      insert.setString(1, "a");
      insert.executeUpdate();

      try (ResultSet keys = insert.getGeneratedKeys()) {
        assertTrue(keys.next());
        assertEquals(1, keys.getLong(1));
      }
    }
  }

  @Test
  void goesOnAfterAFailedStatement() throws SQLException {
    assertThrows(
        SQLIntegrityConstraintViolationException.class,
        () -> update(connection, "INSERT INTO account VALUES (1, 1)"));

    expectTransactionGoesOn();
  }

  @Test
  void takesTenThousandParameters() throws SQLException {
    String marks = String.join(", ", Collections.nCopies(10_000, "?"));
    try (PreparedStatement query =
        connection.prepareStatement("SELECT COUNT(*) FROM account WHERE id IN (" + marks + ")")) {
      for (int i = 1; i <= 10_000; i++) {
        query.setLong(i, i);
      }

      try (ResultSet rows = query.executeQuery()) {
        assertTrue(rows.next());
        assertEquals(2, rows.getLong(1));
      }
    }
  }

  @Test
  void insertsByTenThousandParameters() throws SQLException {
    String rows = String.join(", ", Collections.nCopies(5_000, "(?, ?)"));
    try (PreparedStatement insert =
        connection.prepareStatement("INSERT INTO account VALUES " + rows)) {
      for (int i = 0; i < 5_000; i++) {
        insert.setLong(2 * i + 1, 1_000 + i);
        insert.setLong(2 * i + 2, i);
      }

      assertEquals(5_000, insert.executeUpdate());
    }
    assertEquals(5_002, number(connection, "SELECT COUNT(*) FROM account"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"SELECT @x := 7", "SELECT SET(@x, 7)", "CALL SET(@x, 7)"})
  void forgetsVariablesAtTheEnd(String sql) throws SQLException {
    assertEquals(7, number(connection, sql));
    assertEquals(7, number(connection, "SELECT @x"));

    Connection next = database.mutation().connection();

    assertEquals(-1, number(next, "SELECT COALESCE(@x, -1)"));
  }

  @Test
  void asksAnewAfterASchemaChange() throws SQLException {
    assertEquals(1, update(connection, "DELETE FROM account WHERE id = 2"));
    database.rollBackMutations();
    database.administer("DROP TABLE account CASCADE");

    expectRefused("42S02", () -> update(connection, "DELETE FROM account WHERE id = 2"));
  }
}
