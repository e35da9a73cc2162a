package scriptorium.database.guard;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import org.h2.engine.SessionLocal;
import org.h2.mvstore.tx.Transaction;
import org.junit.jupiter.api.function.Executable;

/** A real H2 in memory with the three users of a store and two tables. */
final class GuardedDatabase implements AutoCloseable {

  private static final String SCHEMA =
      """
      CREATE TABLE account (id BIGINT PRIMARY KEY, balance BIGINT NOT NULL);
      CREATE TABLE entry (id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY, text VARCHAR);
      CREATE SEQUENCE numbers;
      CREATE VIEW next_number AS SELECT NEXT VALUE FOR numbers AS n;
      CREATE VIEW through_view AS SELECT n + 1 AS m FROM next_number;
      CREATE VIEW far_view AS SELECT * FROM (SELECT m FROM through_view) t;
      CREATE VIEW rich AS SELECT id, 'FOR UPDATE' AS "NEXT VALUE FOR" FROM account;
      CREATE TABLE numbered (id BIGINT DEFAULT NEXT VALUE FOR numbers PRIMARY KEY);
      INSERT INTO account VALUES (1, 100), (2, 200);
      CREATE USER writer PASSWORD 'w';
      CREATE USER reader PASSWORD 'r';
      GRANT SELECT, INSERT, UPDATE, DELETE ON SCHEMA public TO writer;
      GRANT SELECT ON SCHEMA public TO reader;
      """;

  private final String url = "jdbc:h2:mem:" + UUID.randomUUID();
  private final PublishedNumber published = new PublishedNumber();
  private final MovableClock clock = new MovableClock();
  private final Connection admin;
  private final Connection rawWriter;
  private final SessionLocal writerSession;
  private final MutationConnections mutations;

  GuardedDatabase() throws SQLException {
    admin =
        DriverManager.getConnection(
            url + ";OPTIMIZE_REUSE_RESULTS=FALSE;DB_CLOSE_DELAY=-1", "admin", "");
    administer(SCHEMA);
    rawWriter = DriverManager.getConnection(url, "writer", "w");
    rawWriter.setAutoCommit(false);
    // H2 would wait four seconds at shutdown for a session that has never run a statement.
    number(rawWriter, "SELECT 1");
    writerSession = GuardedSession.sessionOf(rawWriter);
    mutations = new MutationConnections(rawWriter);
  }

  /** Runs anything as administrator. */
  void administer(String sql) throws SQLException {
    administerUnseen(sql);
    published.commit(() -> {});
  }

  /** The same, without telling that something was committed: only a new view shows it. */
  void administerUnseen(String sql) throws SQLException {
    try (Statement statement = admin.createStatement()) {
      statement.execute(sql);
    }
  }

  /** The same as the change of this number. */
  void publish(long number, String sql) {
    published.publish(
        number,
        () -> {
          try {
            administerUnseen(sql);
          } catch (SQLException e) {
            throw new IllegalStateException(e);
          }
        });
  }

  /** A mutation of the calling thread, which fails should its transaction be replaced. */
  MutationConnection mutation() throws SQLException {
    Transaction transaction = writerSession.getTransaction();
    return mutations.open(
        Thread.currentThread(),
        () -> {
          if (writerSession.getTransaction() != transaction) {
            throw new SQLException("the transaction is another one", "25000");
          }
        });
  }

  MutationConnection mutation(Thread runner, TransactionCheck check) throws SQLException {
    return mutations.open(runner, check);
  }

  void rollBackMutations() throws SQLException {
    rawWriter.rollback();
  }

  Connection openReader() throws SQLException {
    return DriverManager.getConnection(url, "reader", "r");
  }

  ReadConnections readers(int maximum) {
    return new ReadConnections(this::openReader, maximum, basis());
  }

  /** The clock of the readers. */
  MovableClock clock() {
    return clock;
  }

  /** Views are used again for a minute, unless the clock is moved. */
  ReadConnections.Basis basis() {
    return new ReadConnections.Basis(
        published, new HeldHeap(new AtomicLong()), clock, Duration.ofMinutes(1));
  }

  /** Limits that no test reaches by accident. */
  static ReadLimits amply() {
    return new ReadLimits(Duration.ofSeconds(30), 1_000);
  }

  /** The committed value. */
  long committed(String query) throws SQLException {
    return number(admin, query);
  }

  /** The one number a query answers on this connection. */
  static long number(Connection connection, String query) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(query)) {
      assertTrue(rows.next());
      return rows.getLong(1);
    }
  }

  static int update(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      return statement.executeUpdate(sql);
    }
  }

  /** Expects a refusal whose message has all these parts. */
  static SQLException expectRefused(String state, Executable action, String... parts) {
    SQLException refusal = assertThrows(SQLException.class, action);
    String message = String.valueOf(refusal.getMessage());
    assertEquals(state, refusal.getSQLState(), message);
    for (String part : parts) {
      assertTrue(message.contains(part), message);
    }
    return refusal;
  }

  @Override
  public void close() throws SQLException {
    try (Statement statement = admin.createStatement()) {
      statement.execute("SHUTDOWN IMMEDIATELY");
    }
  }
}
