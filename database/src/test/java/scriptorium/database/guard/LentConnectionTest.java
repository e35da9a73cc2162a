package scriptorium.database.guard;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static scriptorium.database.guard.GuardedDatabase.amply;
import static scriptorium.database.guard.GuardedDatabase.expectRefused;
import static scriptorium.database.guard.GuardedDatabase.number;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.sql.Savepoint;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.h2.jdbc.JdbcConnection;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The connection of a data source, over a pool that the test may put another in the place of. */
@Timeout(60)
class LentConnectionTest {

  private static final String SUM = "SELECT SUM(balance) FROM account";

  private GuardedDatabase database;
  private Source source;

  /** One pool serves at a time; turns are counted. */
  private static final class Source implements ReadSource {
    private final AtomicInteger running = new AtomicInteger();
    private final AtomicInteger taken = new AtomicInteger();
    private volatile ReadConnections readers;
    private volatile boolean refusing;
    private volatile boolean absent;

    Source(ReadConnections readers) {
      this.readers = readers;
    }

    @Override
    public ReadConnections readers() throws SQLException {
      if (absent) {
        throw new SQLTransientConnectionException("nothing serves", "08001");
      }
      return readers;
    }

    @Override
    public Turn takeTurn() throws SQLException {
      if (refusing) {
        throw new SQLException("no turn", "57014");
      }
      taken.incrementAndGet();
      running.incrementAndGet();
      return running::decrementAndGet;
    }
  }

  @BeforeEach
  void openDatabase() throws SQLException {
    database = new GuardedDatabase();
    source = new Source(database.readers(2));
  }

  @AfterEach
  void closeDatabase() throws SQLException {
    database.close();
  }

  private Connection lend() throws SQLException {
    return LentConnection.open(source, amply());
  }

  private List<OpenView.Use> uses() {
    return source.readers.openViews().stream().map(OpenView::use).toList();
  }

  private static OptionalLong shown(Connection connection) throws SQLException {
    return connection.unwrap(ReadPoint.class).sequenceNumber();
  }

  @ParameterizedTest
  @MethodSource("scriptorium.database.guard.RefusedReads#all")
  void refusesWhatIsNoQuery(String sql) throws SQLException {
    try (Connection connection = lend()) {
      assertThrows(SQLException.class, () -> connection.createStatement().execute(sql));
      assertThrows(SQLException.class, () -> connection.prepareStatement(sql).execute());

      assertEquals(300, number(connection, SUM));
    }
    assertEquals(
        1,
        database.committed(
            "SELECT BASE_VALUE FROM INFORMATION_SCHEMA.SEQUENCES WHERE SEQUENCE_NAME = 'NUMBERS'"));
    database.administer("UPDATE account SET balance = 0");
  }

  @Test
  void takesATurnForEachStatementAndGivesItBack() throws SQLException {
    try (Connection connection = lend()) {
      assertEquals(300, number(connection, SUM));
      assertThrows(
          SQLException.class, () -> number(connection, "SELECT 1 / (id - id) FROM account"));

      assertEquals(2, source.taken.get());
      assertEquals(0, source.running.get());
    }
  }

  @Test
  void runsNothingWithoutATurn() throws SQLException {
    try (Connection connection = lend()) {
      source.refusing = true;
      expectRefused("57014", () -> number(connection, SUM), "no turn");

      source.refusing = false;
      assertEquals(300, number(connection, SUM));
    }
  }

  @Test
  void tellsTheNumberOfWhatItsLatestStatementSaw() throws SQLException {
    database.publish(7, "UPDATE account SET balance = 1");
    try (Connection connection = lend()) {
      assertEquals(OptionalLong.empty(), shown(connection));
      number(connection, SUM);
      assertEquals(OptionalLong.of(7), shown(connection));
      database.publish(8, "UPDATE account SET balance = 2");
      assertEquals(OptionalLong.of(7), shown(connection));

      assertEquals(4, number(connection, SUM));

      assertEquals(OptionalLong.of(8), shown(connection));
    }
  }

  @Test
  void staysAtOneNumberUntilItsTransactionEnds() throws SQLException {
    database.publish(7, "UPDATE account SET balance = 1");
    try (Connection connection = lend()) {
      connection.setAutoCommit(false);
      assertEquals(2, number(connection, SUM));
      database.publish(8, "UPDATE account SET balance = 2");
      assertEquals(2, number(connection, SUM));
      assertEquals(OptionalLong.of(7), shown(connection));

      connection.commit();

      assertEquals(4, number(connection, SUM));
      assertEquals(OptionalLong.of(8), shown(connection));
    }
  }

  @Test
  void givesUpAPointInTimeAfterTwiceItsTimeAndSaysSoUntilItsEnd() throws SQLException {
    try (Connection connection = lend()) {
      connection.setAutoCommit(false);
      assertEquals(300, number(connection, SUM));
      database.clock().advance(Duration.ofSeconds(59));
      source.readers.look();
      assertEquals(List.of(OpenView.Use.DATA_SOURCE), uses());

      database.clock().advance(Duration.ofSeconds(2));
      source.readers.look();

      assertEquals(0, source.readers.borrowed());
      expectRefused("08003", () -> number(connection, SUM), "time is over");
      assertFalse(connection.isValid(1));
      connection.rollback();
      assertEquals(300, number(connection, SUM));
    }
  }

  @Test
  void letsGoOfAViewBetweenTwoStatementsThatAreFarApart() throws SQLException {
    try (Connection connection = lend()) {
      assertEquals(300, number(connection, SUM));
      source.readers.look();
      assertEquals(List.of(OpenView.Use.DATA_SOURCE), uses());

      database.clock().advance(Duration.ofMinutes(1));
      source.readers.look();

      assertEquals(List.of(), uses());
      assertEquals(300, number(connection, SUM));
    }
  }

  @Test
  void letsGoOfTheViewOfAStatementThatIsLeftOpen() throws SQLException {
    try (Connection connection = lend();
        PreparedStatement statement = connection.prepareStatement("SELECT balance FROM account");
        ResultSet rows = statement.executeQuery()) {
      database.clock().advance(Duration.ofSeconds(61));
      source.readers.look();

      assertEquals(List.of(), uses());
      assertTrue(rows.next());
      assertTrue(rows.next());
      try (ResultSet again = statement.executeQuery()) {
        assertTrue(again.next());
      }
    }
  }

  @Test
  void pinsNothingForItsMetaData() throws SQLException {
    try (Connection connection = lend()) {
      connection.setAutoCommit(false);
      try (ResultSet tables = connection.getMetaData().getTables(null, null, "ACCOUNT", null)) {
        assertTrue(tables.next());
      }
      database.administerUnseen("UPDATE account SET balance = 0");

      assertEquals(List.of(), uses());
      assertEquals(0, number(connection, SUM));
    }
  }

  @Test
  void movesToThePoolThatServes() throws SQLException {
    ReadConnections old = source.readers;
    try (Connection connection = lend();
        PreparedStatement before = connection.prepareStatement(SUM)) {
      source.readers = database.readers(1);
      old.retire();

      expectRefused("40001", before::executeQuery, "make the statement again");
      assertEquals(300, number(connection, SUM));
      assertEquals(0, old.borrowed());
      assertEquals(1, source.readers.borrowed());
    }
  }

  @Test
  void staysWhereItsPointInTimeIs() throws SQLException {
    ReadConnections old = source.readers;
    try (Connection connection = lend()) {
      connection.setAutoCommit(false);
      assertEquals(300, number(connection, SUM));
      source.readers = database.readers(1);
      old.retire();

      assertEquals(300, number(connection, SUM));
      assertEquals(1, old.borrowed());
      connection.commit();
      assertEquals(300, number(connection, SUM));
      assertEquals(0, old.borrowed());
    }
  }

  @Test
  void isNotValidWhileNothingServes() throws SQLException {
    try (Connection connection = lend()) {
      source.absent = true;

      assertFalse(connection.isValid(1));
      expectRefused("08001", connection::createStatement, "nothing serves");
      assertThrows(SQLException.class, () -> connection.isValid(-1));
    }
  }

  @Test
  void standsForItselfAndTheReadPointAlone() throws SQLException {
    try (Connection connection = lend();
        Statement statement = connection.createStatement()) {
      assertTrue(connection.isWrapperFor(Connection.class));
      assertTrue(connection.isWrapperFor(ReadPoint.class));
      assertFalse(connection.isWrapperFor(JdbcConnection.class));
      assertSame(connection, connection.unwrap(Connection.class));
      assertSame(connection, statement.getConnection());
      assertSame(connection, connection.getMetaData().getConnection());
      expectRefused("0A000", () -> connection.unwrap(JdbcConnection.class), "belongs to the store");
    }
  }

  @Test
  void hearsWhatIsSaidAboutTransactionsAndRefusesWhatIsNotCommitted() throws SQLException {
    try (Connection connection = lend()) {
      connection.setReadOnly(false);
      Savepoint unnamed = connection.setSavepoint();
      Savepoint named = connection.setSavepoint("n");
      connection.rollback(named);
      connection.releaseSavepoint(unnamed);
      connection.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
      connection.setNetworkTimeout(Runnable::run, 5);

      assertTrue(connection.isReadOnly());
      assertTrue(connection.getAutoCommit());
      assertEquals("n", named.getSavepointName());
      assertEquals(Connection.TRANSACTION_SERIALIZABLE, connection.getTransactionIsolation());
      assertEquals(5, connection.getNetworkTimeout());
      expectRefused(
          "0A000",
          () -> connection.setTransactionIsolation(Connection.TRANSACTION_READ_UNCOMMITTED),
          "not committed");
      expectRefused("0A000", () -> connection.setSchema("X"), "setSchema");
      expectRefused("0A000", () -> connection.setCatalog("X"), "setCatalog");
      assertThrows(SQLException.class, () -> connection.setClientInfo("a", "b"));
    }
  }

  @Test
  void answersWhatTheReadAnswers() throws SQLException {
    try (Connection connection = lend()) {
      assertEquals("PUBLIC", connection.getSchema());
      assertEquals("SELECT 1", connection.nativeSQL("SELECT 1"));
      connection.setHoldability(connection.getHoldability());
      connection.clearWarnings();

      assertEquals(
          2, ((Object[]) connection.createArrayOf("INT", new Object[] {1, 2}).getArray()).length);
      try (PreparedStatement scrolling =
              connection.prepareStatement(
                  SUM, ResultSet.TYPE_SCROLL_INSENSITIVE, ResultSet.CONCUR_READ_ONLY);
          ResultSet rows = scrolling.executeQuery()) {
        assertTrue(rows.last());
      }
    }
  }

  @Test
  void refusesEverythingOnceItIsClosed() throws SQLException {
    Connection connection = lend();
    connection.close();
    connection.close();

    assertTrue(connection.isClosed());
    assertFalse(connection.isValid(1));
    assertEquals(0, source.readers.borrowed());
    expectRefused("08003", connection::createStatement, "closed");
    expectRefused("08003", connection::commit, "closed");
    expectRefused("08003", connection::getAutoCommit, "closed");
    expectRefused("08003", connection::getSchema, "closed");
  }

  @Test
  void stopsTheRunningStatementWhenAborted() throws Exception {
    Connection connection = lend();
    CountDownLatch begun = new CountDownLatch(1);
    CompletableFuture<SQLException> failure =
        CompletableFuture.supplyAsync(
            () -> {
              begun.countDown();
              return assertThrows(
                  SQLException.class,
                  () ->
                      number(
                          connection, "SELECT SUM(a.x + b.x) FROM" + RevocationTest.ENDLESS_ROWS));
            });
    assertTrue(begun.await(5, TimeUnit.SECONDS));

    connection.abort(Runnable::run);

    failure.get(10, TimeUnit.SECONDS);
    assertTrue(connection.isClosed());
    assertEquals(0, source.running.get());
  }
}
