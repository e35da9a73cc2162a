package scriptorium.database.guard;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static scriptorium.database.guard.GuardedDatabase.expectRefused;
import static scriptorium.database.guard.GuardedDatabase.number;
import static scriptorium.database.guard.GuardedDatabase.update;

import java.io.IOException;
import java.io.Reader;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLClientInfoException;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.h2.jdbc.JdbcConnection;
import org.h2.jdbc.JdbcStatement;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Which JDBC calls a mutation may make, and what it gets from them. */
class MutationConnectionTest {

  private GuardedDatabase database;
  private MutationConnection mutation;
  private Connection connection;

  @BeforeEach
  void openMutation() throws SQLException {
    database = new GuardedDatabase();
    mutation = database.mutation();
    connection = mutation.connection();
  }

  @AfterEach
  void closeDatabase() throws SQLException {
    database.close();
  }

  @Test
  void refusesToCommit() throws SQLException {
    update(connection, "DELETE FROM account");

    expectRefused("0A000", connection::commit, "commit", "return from the mutation to commit");

    assertEquals(2, database.committed("SELECT COUNT(*) FROM account"));
  }

  @Test
  void refusesToRollBackAltogether() throws SQLException {
    update(connection, "DELETE FROM account");

    expectRefused("0A000", connection::rollback, "rollback", "throw to roll everything back");

    assertEquals(0, number(connection, "SELECT COUNT(*) FROM account"));
  }

  @Test
  void refusesAutoCommit() throws SQLException {
    connection.setAutoCommit(false);

    expectRefused("0A000", () -> connection.setAutoCommit(true), "setAutoCommit(true)");

    assertFalse(connection.getAutoCommit());
  }

  @Test
  void refusesSettingsOfTheSession() throws SQLException {
    connection.setReadOnly(false);
    connection.setTransactionIsolation(connection.getTransactionIsolation());

    expectRefused("0A000", () -> connection.setReadOnly(true), "Store.read");
    expectRefused(
        "0A000",
        () -> connection.setTransactionIsolation(Connection.TRANSACTION_READ_UNCOMMITTED),
        "setTransactionIsolation(1)");
    expectRefused("0A000", () -> connection.setSchema("PUBLIC"), "name the schema");
    expectRefused("0A000", () -> connection.setCatalog("X"), "setCatalog");
    expectRefused("0A000", () -> connection.setNetworkTimeout(Runnable::run, 1), "Timeout");
    expectRefused("0A000", () -> connection.abort(Runnable::run), "abort");
    assertThrows(SQLClientInfoException.class, () -> connection.setClientInfo("a", "b"));
  }

  @Test
  void keepsGoingWhenTheConnectionIsClosedInside() throws SQLException {
    connection.close();

    assertFalse(connection.isClosed());
    assertEquals(2, number(connection, "SELECT COUNT(*) FROM account"));
  }

  @Test
  void unwrapsToTheInterfaceOnly() throws SQLException {
    Statement statement = connection.createStatement();

    assertSame(connection, connection.unwrap(Connection.class));
    assertFalse(connection.isWrapperFor(JdbcConnection.class));
    expectRefused(
        "0A000", () -> connection.unwrap(JdbcConnection.class), "unwrap(org.h2.jdbc.JdbcConn");
    expectRefused("0A000", () -> statement.unwrap(JdbcStatement.class), "belongs to the store");
    assertThrows(ClassCastException.class, () -> JdbcConnection.class.cast(connection));
  }

  @Test
  void leadsBackToTheGuardFromEverything() throws SQLException {
    DatabaseMetaData metaData = connection.getMetaData();
    PreparedStatement prepared = connection.prepareStatement("SELECT 1");
    ResultSet rows = prepared.executeQuery();

    assertSame(connection, metaData.getConnection());
    assertSame(connection, connection.createStatement().getConnection());
    assertSame(connection, prepared.getConnection());
    assertSame(prepared, rows.getStatement());
    assertSame(connection, rows.getStatement().getConnection());
    assertSame(prepared, prepared.getResultSet().getStatement());
    expectRefused("0A000", () -> rows.getStatement().getConnection().commit(), "commit");
  }

  @Test
  void answersMetaData() throws SQLException {
    try (ResultSet tables =
            connection
                .getMetaData()
                .getTables(null, "PUBLIC", "ACC%", new String[] {"BASE TABLE"});
        ResultSet rows = connection.createStatement().executeQuery("TABLE account")) {
      assertTrue(tables.next());
      assertEquals("ACCOUNT", tables.getString("TABLE_NAME"));
      assertEquals("BALANCE", rows.getMetaData().getColumnName(2));
    }
  }

  @Test
  void rollsBackToItsOwnSavepoint() throws SQLException {
    Savepoint named = connection.setSavepoint("a");
    update(connection, "DELETE FROM account WHERE id = 1");
    Savepoint unnamed = connection.setSavepoint();
    update(connection, "DELETE FROM account");

    connection.rollback(unnamed);
    assertEquals(1, number(connection, "SELECT COUNT(*) FROM account"));
    connection.rollback(named);
    assertEquals(2, number(connection, "SELECT COUNT(*) FROM account"));

    assertEquals("a", named.getSavepointName());
    connection.releaseSavepoint(named);
    assertThrows(SQLException.class, () -> connection.rollback(named));
  }

  @Test
  void refusesTheSavepointOfAnotherMutation() throws SQLException {
    Savepoint old = connection.setSavepoint();
    update(connection, "DELETE FROM account");
    mutation.close();
    Connection next = database.mutation().connection();

    expectRefused("0A000", () -> next.rollback(old), "not set by this mutation");

    assertEquals(0, number(next, "SELECT COUNT(*) FROM account"));
  }

  @Test
  void refusesASavepointOfSomebodyElse() throws SQLException {
    Savepoint foreign =
        new Savepoint() {
          @Override
          public int getSavepointId() {
            return 1;
          }

          @Override
          public String getSavepointName() {
            return "foreign";
          }
        };

    for (Savepoint savepoint : new Savepoint[] {null, foreign}) {
      expectRefused("0A000", () -> connection.rollback(savepoint), "not set by this mutation");
      expectRefused(
          "0A000", () -> connection.releaseSavepoint(savepoint), "not set by this mutation");
    }
  }

  @Test
  @SuppressWarnings("NullAway") // null is what it refuses
  void refusesToGuardWhatIsNoConnectionOfH2s() {
    IllegalArgumentException foreign =
        assertThrows(IllegalArgumentException.class, () -> new MutationConnections(connection));
    IllegalArgumentException none =
        assertThrows(IllegalArgumentException.class, () -> new MutationConnections(null));

    assertTrue(String.valueOf(foreign.getMessage()).contains("found=ConnectionGuard"));
    assertTrue(String.valueOf(none.getMessage()).contains("found=null"));
  }

  @Test
  void updatesThroughResultSets() throws SQLException {
    try (Statement statement =
            connection.createStatement(
                ResultSet.TYPE_SCROLL_INSENSITIVE, ResultSet.CONCUR_UPDATABLE);
        ResultSet rows = statement.executeQuery("SELECT id, balance FROM account ORDER BY id")) {
      assertTrue(rows.first());
      rows.updateLong(2, 7);
      rows.updateRow();
    }

    assertEquals(7, number(connection, "SELECT balance FROM account WHERE id = 1"));
  }

  @Test
  void passesLargeObjects() throws SQLException, IOException {
    try (PreparedStatement query = connection.prepareStatement("SELECT CAST(? AS CLOB)")) {
      query.setString(1, "x".repeat(100_000));
      try (ResultSet rows = query.executeQuery()) {
        assertTrue(rows.next());
        try (Reader text = rows.getClob(1).getCharacterStream()) {
          assertEquals(99_999, text.skip(99_999));
          assertEquals('x', text.read());
        }
      }
    }
  }

  @Test
  void refusesTextsThatWouldSkipTheTranslation() throws SQLException {
    Statement statement = connection.createStatement();
    statement.setEscapeProcessing(true);

    expectRefused("0A000", () -> statement.setEscapeProcessing(false), "setEscapeProcessing");
  }

  @Test
  void keepsAStatementsTimeLimitToTheStatement() throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.setQueryTimeout(1);
      assertEquals(1, statement.getQueryTimeout());
      expectRefused(
          "57014",
          () -> statement.executeQuery("SELECT SUM(a.x + b.x) FROM" + RevocationTest.ENDLESS_ROWS));
    }

    assertEquals(0, connection.createStatement().getQueryTimeout());
    assertEquals(
        0,
        number(
            connection,
            "SELECT CAST(SETTING_VALUE AS INT) FROM"
                + " INFORMATION_SCHEMA.SETTINGS WHERE SETTING_NAME = 'QUERY_TIMEOUT' UNION SELECT 0"));
  }

  @Test
  void refusesAnotherThread() throws SQLException {
    Statement statement = connection.createStatement();

    CompletionException failure =
        assertThrows(
            CompletionException.class,
            () ->
                CompletableFuture.runAsync(
                        () -> {
                          try {
                            statement.execute("SELECT 1");
                          } catch (SQLException e) {
                            throw new CompletionException(e);
                          }
                        })
                    .join());

    assertTrue(failure.toString().contains("belongs to the thread that runs it"));
    assertTrue(statement.execute("SELECT 1"));
  }

  @Test
  void refusesEverythingAfterTheEnd() throws SQLException {
    PreparedStatement statement = connection.prepareStatement("SELECT 1");
    ResultSet rows = statement.executeQuery();
    DatabaseMetaData metaData = connection.getMetaData();

    mutation.close();
    mutation.close();

    String ended = "the mutation has ended";
    expectRefused("08003", connection::createStatement, ended);
    expectRefused("08003", statement::executeQuery, ended);
    expectRefused("08003", rows::next, ended);
    expectRefused("08003", () -> metaData.getTables(null, null, null, null), ended);
    expectRefused("08003", connection::getAutoCommit, ended);
    assertTrue(connection.isClosed() && statement.isClosed() && rows.isClosed());
    rows.close();
    statement.close();
    connection.close();
  }

  @Test
  void closesStatementsLeftOpen() throws SQLException {
    for (int i = 0; i < 100; i++) {
      connection.prepareStatement("SELECT " + i + " FROM SYSTEM_RANGE(1, 10)").executeQuery();
    }

    mutation.close();

    assertEquals(2, number(database.mutation().connection(), "SELECT COUNT(*) FROM account"));
  }

  @Test
  void stopsForGoodWhenTheTransactionIsAnotherOne() throws SQLException {
    MutationConnection broken =
        database.mutation(
            Thread.currentThread(),
            () -> {
              throw new SQLException("transaction lost", "25000");
            });

    expectRefused("25000", () -> update(broken.connection(), "DELETE FROM entry"), "lost");

    expectRefused("08003", () -> update(broken.connection(), "DELETE FROM entry"), "lost");
  }

  @Test
  void isFreeAfterACheckThatFailed() throws SQLException {
    MutationConnection broken =
        database.mutation(
            Thread.currentThread(),
            () -> {
              throw new IllegalStateException("transaction lost");
            });

    assertThrows(IllegalStateException.class, broken.connection()::setSavepoint);

    assertEquals(Revocation.FREE, broken.revoke(Duration.ofMillis(1)));
    expectRefused("08003", broken.connection()::createStatement, "lost");
  }

  @Test
  void refusesACallFromInsideAnother() throws SQLException {
    PreparedStatement insert = connection.prepareStatement("INSERT INTO entry (text) VALUES (?)");
    Reader meddling =
        new Reader() {
          @Override
          public int read(char[] target, int offset, int length) throws IOException {
            try {
              connection.createStatement();
              return -1;
            } catch (SQLException e) {
              throw new IOException(e);
            }
          }

          @Override
          public void close() {}
        };

    SQLException failure =
        assertThrows(
            SQLException.class,
            () -> {
              insert.setCharacterStream(1, meddling);
              insert.executeUpdate();
            });

    assertTrue(failure.toString().contains("one call at a time"), failure.toString());
    assertEquals(2, number(connection, "SELECT COUNT(*) FROM account"));
  }
}
