package scriptorium.database.guard;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static scriptorium.database.guard.GuardedDatabase.amply;
import static scriptorium.database.guard.GuardedDatabase.expectRefused;
import static scriptorium.database.guard.GuardedDatabase.number;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a read may do, and what it sees. */
@Timeout(30)
class ReadConnectionTest {

  private GuardedDatabase database;
  private ReadConnections readers;

  @BeforeEach
  void openDatabase() throws SQLException {
    database = new GuardedDatabase();
    readers = database.readers(4);
  }

  @AfterEach
  void closeDatabase() throws SQLException {
    readers.close();
    database.close();
  }

  /** Refused, without an effect, and the read goes on. */
  private void expectStatementRefused(String sql, String reason) throws SQLException {
    try (ReadConnection read = readers.borrow(amply())) {
      Connection connection = read.connection();
      expectRefused("25006", () -> connection.createStatement().execute(sql), reason);
      expectRefused("25006", () -> connection.prepareStatement(sql), reason);
      assertEquals(300, number(connection, "SELECT SUM(balance) FROM account"));
    }
    assertEquals(
        1,
        database.committed(
            "SELECT BASE_VALUE FROM INFORMATION_SCHEMA.SEQUENCES WHERE SEQUENCE_NAME = 'NUMBERS'"));
  }

  @ParameterizedTest
  @MethodSource("scriptorium.database.guard.RefusedReads#withEffect")
  void refusesQueriesWithAnEffect(String sql) throws SQLException {
    expectStatementRefused(sql, "a read has none");
  }

  @Test
  void judgesViewsAndFunctionsAnewAfterASchemaChange() throws SQLException {
    try (ReadConnection read = readers.borrow(amply())) {
      assertEquals(2, number(read.connection(), "SELECT COUNT(*) FROM (TABLE rich) t"));
    }

    database.administer(
        """
        CREATE OR REPLACE VIEW rich AS SELECT NEXT VALUE FOR numbers AS n;
        CREATE ALIAS now_nanos FOR 'java.lang.System.nanoTime';
        """);

    expectStatementRefused("SELECT COUNT(*) FROM (TABLE rich) t", "a read has none");
    expectStatementRefused("SELECT * FROM (SELECT now_nanos()) t", "a read has none");
  }

  @Test
  void refusesCalls() throws SQLException {
    expectStatementRefused("CALL (SELECT n FROM next_number)", "use SELECT");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT id FROM rich",
        "SELECT id AS \"FOR UPDATE\", 'it''s NEXT VALUE FOR \"' FROM account",
        "SELECT COUNT(id) FROM numbered",
        "WITH RECURSIVE t (n) AS (VALUES 1 UNION ALL SELECT n + 1 FROM t WHERE n < 5) TABLE t",
        "VALUES (1), (2)",
        "EXPLAIN ANALYZE SELECT * FROM account",
        "SHOW TABLES",
        "SELECT U&'\\0041', $$FOR UPDATE$$ /* FOR UPDATE */ -- NEXT VALUE FOR",
        "SELECT * FROM INFORMATION_SCHEMA.SEQUENCES"
      })
  void runsQueriesWithoutEffect(String sql) throws SQLException {
    try (ReadConnection read = readers.borrow(amply());
        Statement statement = read.connection().createStatement()) {
      assertTrue(statement.execute(sql));
    }
  }

  @Test
  void refusesValuesThatParsingWouldEvaluate() throws SQLException {
    expectStatementRefused("SELECT ? {1: NEXT VALUE FOR numbers}", "set them by JDBC");
  }

  @ParameterizedTest
  @MethodSource("scriptorium.database.guard.RefusedReads#noQueries")
  void refusesWhatAMutationMayNotDoEither(String sql) throws SQLException {
    expectStatementRefused(sql, "statement refused in a read");
  }

  @ParameterizedTest
  @MethodSource("scriptorium.database.guard.RefusedReads#changesAndFiles")
  void refusesChangesAndFiles(String sql) throws SQLException {
    try (ReadConnection read = readers.borrow(amply())) {
      assertThrows(SQLException.class, () -> read.connection().createStatement().execute(sql));
      assertEquals(300, number(read.connection(), "SELECT SUM(balance) FROM account"));
    }
  }

  @Test
  void refusesJdbcCallsThatEndOrChangeTheTransaction() throws SQLException {
    try (ReadConnection read = readers.borrow(amply())) {
      Connection connection = read.connection();
      connection.setReadOnly(true);
      connection.setAutoCommit(false);

      assertTrue(connection.isReadOnly());
      expectRefused("0A000", connection::commit, "nothing to commit");
      expectRefused("0A000", connection::rollback, "one point in time");
      expectRefused("0A000", connection::setSavepoint, "nothing to roll back to");
      expectRefused("0A000", () -> connection.setAutoCommit(true), "setAutoCommit(true)");
      expectRefused("0A000", () -> connection.setReadOnly(false), "Store.write");
      expectRefused(
          "0A000",
          () -> connection.setTransactionIsolation(Connection.TRANSACTION_READ_UNCOMMITTED),
          "setTransactionIsolation(1)");
    }
  }

  @Test
  void refusesToUpdateThroughResultSets() throws SQLException {
    try (ReadConnection read = readers.borrow(amply());
        Statement statement =
            read.connection()
                .createStatement(ResultSet.TYPE_SCROLL_INSENSITIVE, ResultSet.CONCUR_UPDATABLE);
        ResultSet rows = statement.executeQuery("SELECT id, balance FROM account")) {
      assertTrue(rows.next());

      expectRefused("25006", rows::deleteRow, "deleteRow");
    }
  }

  @Test
  void seesThePointInTimeOfBorrowingInAllStatements() throws SQLException {
    try (ReadConnection read = readers.borrow(amply())) {
      database.administer("UPDATE account SET balance = 0");
      assertEquals(300, number(read.connection(), "SELECT SUM(balance) FROM account"));
      database.administer("INSERT INTO entry (text) VALUES ('a')");
      assertEquals(0, number(read.connection(), "SELECT COUNT(*) FROM entry"));
    }
    try (ReadConnection read = readers.borrow(amply())) {
      assertEquals(0, number(read.connection(), "SELECT SUM(balance) FROM account"));
      assertEquals(1, number(read.connection(), "SELECT COUNT(*) FROM entry"));
    }
  }

  @Test
  void refusesAnyLockThatSlippedThrough() throws SQLException {
    try (Connection raw = database.openReader()) {
      PooledReader reader = new PooledReader(raw, database.basis(), ended -> {});
      reader.begin();
      reader.checkUnchanged();
      number(raw, "SELECT balance FROM account WHERE id = 1 FOR UPDATE");

      expectRefused("25006", reader::checkUnchanged, "rolled back");

      database.administer("UPDATE account SET balance = 0");
    }
  }

  @Test
  void stopsAStatementAtTheDeadline() throws SQLException {
    ReadLimits limits = new ReadLimits(Duration.ofMillis(200), 10);
    try (ReadConnection read = readers.borrow(limits)) {
      String endless = "SELECT SUM(a.x + b.x) FROM" + RevocationTest.ENDLESS_ROWS;

      expectRefused("57014", () -> number(read.connection(), endless));

      expectRefused("57014", () -> number(read.connection(), "SELECT 1"), "limit=PT0.2S");
    }
    try (ReadConnection read = readers.borrow(amply())) {
      assertEquals(100_000, number(read.connection(), "SELECT COUNT(*) FROM SYSTEM_RANGE(1, 1E5)"));
    }
  }

  @Test
  void answersAResultAtTheRowLimitAndRefusesALongerOne() throws SQLException {
    try (ReadConnection read = readers.borrow(new ReadLimits(Duration.ofSeconds(30), 3));
        Statement statement = read.connection().createStatement()) {
      assertEquals(3, count(statement.executeQuery("SELECT x FROM SYSTEM_RANGE(1, 3)")));
      ResultSet tooLong = statement.executeQuery("SELECT x FROM SYSTEM_RANGE(1, 4)");

      expectRefused("54000", () -> count(tooLong), "maxRows=3");

      statement.setMaxRows(2);
      assertEquals(2, statement.getMaxRows());
      assertEquals(2, count(statement.executeQuery("SELECT x FROM SYSTEM_RANGE(1, 4)")));
    }
  }

  private static int count(ResultSet rows) throws SQLException {
    int count = 0;
    while (rows.next()) {
      count++;
    }
    return count;
  }

  @Test
  void isCancelledFromAnotherThread() throws Exception {
    ReadConnection read = readers.borrow(amply());
    CountDownLatch begun = new CountDownLatch(1);
    CompletableFuture<SQLException> failure =
        CompletableFuture.supplyAsync(
            () -> {
              begun.countDown();
              return assertThrows(
                  SQLException.class,
                  () ->
                      number(
                          read.connection(),
                          "SELECT SUM(a.x + b.x) FROM" + RevocationTest.ENDLESS_ROWS));
            });
    assertTrue(begun.await(5, TimeUnit.SECONDS));

    assertEquals(Revocation.FREE, read.cancel(Duration.ofSeconds(5)));

    assertTrue(failure.get(5, TimeUnit.SECONDS).toString().contains("the read was cancelled"));
    read.close();
    assertEquals(0, readers.borrowed());
  }

  @Test
  void closingTheConnectionEndsTheRead() throws SQLException {
    ReadConnection read = readers.borrow(amply());
    Connection connection = read.connection();
    assertFalse(connection.isClosed());

    connection.close();

    assertTrue(connection.isClosed());
    assertEquals(0, readers.borrowed());
    expectRefused("08003", connection::createStatement, "the read has ended");
    connection.close();
    read.close();
    assertEquals(0, readers.borrowed());
  }
}
