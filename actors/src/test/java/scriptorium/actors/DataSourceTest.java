package scriptorium.actors;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.sql.SQLTransientException;
import java.sql.Savepoint;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import javax.sql.DataSource;
import org.h2.jdbc.JdbcConnection;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
final class DataSourceTest {

  private static final String COUNT = "select count(*) from word";

  private static final String ENDLESS =
      "select sum(a.x * b.x) from system_range(1, 1000000) a, system_range(1, 1000000) b";

  @TempDir Path folder;
  private StoreFixture store;

  @BeforeEach
  void prepare() {
    store = StoreFixture.closed(folder);
  }

  @AfterEach
  void close() {
    store.close();
  }

  private DataSource open(String overrides) {
    store.open(overrides).ready();
    store.schema("create table word(id int primary key, text varchar); create sequence numbers");
    store.execute("insert into word values(1, 'one')");
    return store.store().dataSource();
  }

  private static String one(Connection connection, String sql) throws SQLException {
    List<String> rows = StoreFixture.rows(connection, sql);
    assertEquals(1, rows.size());
    return rows.get(0);
  }

  private static SQLException expect(String state, Executable action, String part) {
    SQLException failure = assertThrows(SQLException.class, action);
    String message = String.valueOf(failure.getMessage());
    assertEquals(state, failure.getSQLState(), message);
    assertTrue(message.contains(part), message);
    return failure;
  }

  @Test
  void showsEachStatementWhatIsCommittedWithAutoCommit() throws SQLException {
    try (Connection connection = open("").getConnection()) {
      assertTrue(connection.getAutoCommit());
      assertEquals("1", one(connection, COUNT));

      store.execute("insert into word values(2, 'two')");

      assertEquals("2", one(connection, COUNT));
    }
  }

  @Test
  void showsAPreparedStatementEachCommit() throws SQLException {
    try (Connection connection = open("").getConnection();
        PreparedStatement statement = connection.prepareStatement(COUNT)) {
      for (int i = 2; i < 5; i++) {
        store.execute("insert into word values(?, 'more')", i);

        try (ResultSet rows = statement.executeQuery()) {
          assertTrue(rows.next());
          assertEquals(i, rows.getInt(1));
        }
      }
    }
  }

  @Test
  void staysAtOnePointInTimeUntilItsEnd() throws SQLException {
    try (Connection connection = open("").getConnection()) {
      connection.setAutoCommit(false);
      assertEquals("1", one(connection, COUNT));
      store.execute("insert into word values(2, 'two')");

      assertEquals("1", one(connection, COUNT));
      connection.commit();
      assertEquals("2", one(connection, COUNT));
      store.execute("insert into word values(3, 'three')");
      assertEquals("2", one(connection, COUNT));
      connection.rollback();
      assertEquals("3", one(connection, COUNT));
      store.execute("insert into word values(4, 'four')");
      connection.setAutoCommit(true);
      assertEquals("4", one(connection, COUNT));
    }
  }

  @Test
  void seesWhatWasCommittedBeforeItsFirstStatementWhateverItsMetaDataWereAskedBefore()
      throws SQLException {
    try (Connection connection = open("").getConnection()) {
      connection.setAutoCommit(false);
      try (ResultSet tables = connection.getMetaData().getTables(null, "PUBLIC", "WORD", null)) {
        assertTrue(tables.next());
      }
      store.execute("insert into word values(2, 'two')");

      assertEquals("2", one(connection, COUNT));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "insert into word values(2, 'two')",
        "update word set text = 'x'",
        "delete from word",
        "select * from word for update",
        "select next value for numbers",
        "create local temporary table t(id int)",
        "create table t(id int)"
      })
  void refusesToWriteAndSaysHow(String sql) throws SQLException {
    try (Connection connection = open("").getConnection();
        Statement statement = connection.createStatement()) {
      SQLException direct = assertThrows(SQLException.class, () -> statement.execute(sql));
      SQLException prepared =
          assertThrows(SQLException.class, () -> connection.prepareStatement(sql));

      assertEquals("25006", direct.getSQLState());
      assertEquals("25006", prepared.getSQLState());
      String way = sql.startsWith("create") ? "Store." : "Store.write";
      assertTrue(String.valueOf(direct.getMessage()).contains(way), direct.getMessage());
      assertEquals("1,one", one(connection, "select * from word"));
    }
  }

  @Test
  void hearsPoliteCallsInSilence() throws SQLException {
    try (Connection connection = open("").getConnection()) {
      connection.setReadOnly(true);
      connection.setReadOnly(false);
      connection.setAutoCommit(true);
      connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
      connection.setTransactionIsolation(connection.getTransactionIsolation());
      connection.setHoldability(connection.getHoldability());
      connection.setNetworkTimeout(Runnable::run, 1_000);
      connection.clearWarnings();
      connection.commit();
      connection.rollback();
      connection.setAutoCommit(false);
      Savepoint first = connection.setSavepoint();
      Savepoint second = connection.setSavepoint("second");
      connection.rollback(second);
      connection.releaseSavepoint(first);

      assertTrue(connection.isReadOnly());
      assertTrue(connection.isValid(1));
      assertEquals(1_000, connection.getNetworkTimeout());
      assertNotSame(first, second);
      assertEquals("1", one(connection, COUNT));
    }
  }

  @Test
  void refusesToShowWhatIsNotCommitted() throws SQLException {
    try (Connection connection = open("").getConnection()) {
      expect(
          "0A000",
          () -> connection.setTransactionIsolation(Connection.TRANSACTION_READ_UNCOMMITTED),
          "not committed");
    }
  }

  @Test
  void givesNothingOfWhatLiesUnderIt() throws SQLException {
    DataSource source = open("");
    try (Connection connection = source.getConnection();
        Statement statement = connection.createStatement()) {
      DatabaseMetaData metaData = connection.getMetaData();

      assertSame(connection, statement.getConnection());
      assertSame(connection, metaData.getConnection());
      assertSame(connection, connection.unwrap(Connection.class));
      assertFalse(connection.isWrapperFor(JdbcConnection.class));
      expect("0A000", () -> connection.unwrap(JdbcConnection.class), "belongs to the store");
      expect("0A000", () -> source.getConnection("sa", ""), "no users");
      assertSame(source, source.unwrap(DataSource.class));
    }
  }

  @Test
  void isOverOnceClosedOrAborted() throws SQLException {
    DataSource source = open("scriptorium.store.read.connections = 1");
    Connection closed = source.getConnection();
    Statement statement = closed.createStatement();

    closed.close();
    closed.close();

    assertTrue(closed.isClosed());
    assertFalse(closed.isValid(1));
    expect("08003", closed::createStatement, "closed");
    expect("08003", closed::commit, "closed");
    expect("08003", () -> statement.executeQuery(COUNT), "ended");
    Connection aborted = source.getConnection();
    aborted.abort(Runnable::run);
    assertTrue(aborted.isClosed());
    source.getConnection().close();
  }

  @Test
  void readsTheNewDatabaseAfterASchemaChange() throws SQLException {
    try (Connection connection = open("").getConnection();
        PreparedStatement old = connection.prepareStatement(COUNT)) {
      store.schema("alter table word add column length int default 3");

      assertTrue(connection.isValid(1));
      expect("40001", old::executeQuery, "schema change");
      assertEquals("1,one,3", one(connection, "select * from word"));
      store.execute("insert into word(id, text) values(2, 'two')");
      assertEquals("2", one(connection, COUNT));
    }
  }

  @Test
  void keepsItsPointInTimeThroughASchemaChange() throws SQLException {
    try (Connection connection = open("").getConnection()) {
      connection.setAutoCommit(false);
      assertEquals("1,one", one(connection, "select * from word"));
      store.schema("alter table word add column length int default 3");
      store.execute("update word set length = 4");

      assertEquals("1,one", one(connection, "select * from word"));
      connection.commit();
      assertEquals("1,one,4", one(connection, "select * from word"));
      connection.setAutoCommit(true);
    }
  }

  @Test
  void readsWhatWasRecovered() throws SQLException {
    open("").getConnection().close();

    store.crash();

    try (Connection connection = store.store().dataSource().getConnection()) {
      assertEquals("1,one", one(connection, "select * from word"));
    }
  }

  @Test
  void tellsThePhaseWhenNothingServes() throws SQLException {
    DataSource source = open("");
    Connection connection = source.getConnection();
    Statement statement = connection.createStatement();

    StoreFixture.get(store.store().stop());

    SQLException failure =
        expect("08001", source::getConnection, "phase=" + store.store().status().phase());
    assertTrue(failure instanceof SQLTransientConnectionException);
    expect("08001", () -> statement.executeQuery(COUNT), "phase=");
    expect("08001", connection::createStatement, "phase=");
    assertFalse(connection.isValid(1));
    connection.close();
  }

  @Test
  void waitsForAPermitAndThenRefuses() throws SQLException {
    DataSource source =
        open("scriptorium.store.read { permits = 1, permit-timeout = 200ms, connections = 4 }");
    CountDownLatch running = new CountDownLatch(1);
    CountDownLatch until = new CountDownLatch(1);
    CompletableFuture<ReadReply<Integer>> reading =
        store
            .store()
            .<Integer>read(
                connection -> {
                  running.countDown();
                  until.await();
                  return 1;
                })
            .toCompletableFuture();
    StoreFixture.await(running);

    try (Connection connection = source.getConnection()) {
      SQLException refused = expect("57014", () -> one(connection, COUNT), "permitTimeout=PT0.2S");

      until.countDown();
      StoreFixture.get(reading).orThrow();
      assertTrue(refused instanceof SQLTransientException);
      assertEquals("1", one(connection, COUNT));
    }
  }

  @Test
  void givesItsPermitBackHoweverAStatementEnds() throws SQLException {
    DataSource source =
        open(
            "scriptorium.store.read { permits = 1, permit-timeout = 2s, timeout = 1s,"
                + " max-rows = 2 }");

    try (Connection connection = source.getConnection()) {
      connection.setAutoCommit(false);
      expect("57014", () -> one(connection, ENDLESS), "");
      expect("57014", () -> one(connection, COUNT), "limit=PT1S");
      connection.rollback();
      expect("54000", () -> one(connection, "select x from system_range(1, 3)"), "maxRows=2");
      assertThrows(SQLException.class, () -> one(connection, "select 1 / 0"));
      connection.rollback();
      assertEquals("1", one(connection, COUNT));
    }
    assertEquals(List.of("1"), store.rows(COUNT));
  }

  @Test
  void givesUpAPointInTimeThatIsHeldTooLong() throws SQLException {
    DataSource source =
        open("scriptorium.store.read { permits = 1, connections = 1, timeout = 300ms }");

    try (Connection connection = source.getConnection()) {
      connection.setAutoCommit(false);
      assertEquals("1", one(connection, COUNT));
      ClusterFixture.await(() -> lends(source));

      expect("08003", () -> one(connection, COUNT), "time is over");
      connection.rollback();
      assertEquals("1", one(connection, COUNT));
    }
  }

  private static boolean lends(DataSource source) {
    try (Connection connection = source.getConnection()) {
      return connection.isValid(1);
    } catch (SQLException e) { // all are borrowed
      return false;
    }
  }

  @Test
  void countsAgainstThePool() throws SQLException {
    DataSource source = open("scriptorium.store.read { permits = 1, connections = 2 }");

    try (Connection first = source.getConnection();
        Connection second = source.getConnection()) {
      expect("08004", source::getConnection, "maximum=2");
      assertEquals(one(first, COUNT), one(second, COUNT));
    }

    source.getConnection().close();
  }

  @Test
  void refusesAtOnceWhenTooManyWaitForAPermit() throws SQLException {
    DataSource source =
        open("scriptorium.store.read { permits = 1, queue-capacity = 0, permit-timeout = 1h }");
    CountDownLatch running = new CountDownLatch(1);
    CountDownLatch until = new CountDownLatch(1);
    CompletableFuture<ReadReply<Integer>> reading = hold(running, until);
    StoreFixture.await(running);

    try (Connection connection = source.getConnection()) {
      expect("57014", () -> one(connection, COUNT), "no read permit became free");

      until.countDown();
      StoreFixture.get(reading).orThrow();
      assertEquals("1", one(connection, COUNT));
    }
  }

  private CompletableFuture<ReadReply<Integer>> hold(CountDownLatch running, CountDownLatch until) {
    return store
        .store()
        .<Integer>read(
            connection -> {
              running.countDown();
              until.await();
              return 1;
            })
        .toCompletableFuture();
  }

  @Test
  void showsItsPointInTimeAmongTheOpenViewsWithWhatItHolds() throws SQLException {
    try (Connection connection = open("").getConnection()) {
      connection.setAutoCommit(false);
      one(connection, COUNT);
      SequenceNumber shown = store.store().status().sequenceNumber();
      assertEquals(0, view().heldBytes());

      store.execute("update word set text = 'another'");

      assertEquals(shown, view().sequenceNumber());
      long held = view().heldBytes();
      assertTrue(held > 0, () -> "held=" + held);
    }
  }

  @Test
  void isSaidToHoldTheWholeDatabaseThatASchemaChangeHasReplaced() throws SQLException {
    try (Connection connection = open("").getConnection()) {
      store.execute("insert into word select x, 'more' from system_range(2, 1000)");
      connection.setAutoCommit(false);
      one(connection, COUNT);

      store.schema("alter table word add column length int default 3");

      long held = view().heldBytes();
      assertTrue(held > 1_000 * 40, () -> "held=" + held);
      connection.rollback();
      assertEquals(List.of(), dataSourceViews());
    }
  }

  private OpenView view() {
    assertEquals(1, dataSourceViews().size());
    return dataSourceViews().get(0);
  }

  private List<OpenView> dataSourceViews() {
    return store.store().openViews().stream()
        .filter(view -> view.use() == OpenView.Use.DATA_SOURCE)
        .toList();
  }
}
