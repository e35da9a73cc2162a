package scriptorium.database.load;

import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.Optional;
import org.h2.engine.SessionLocal;
import org.h2.jdbc.JdbcConnection;
import scriptorium.database.change.TableName;

/**
 * Whether the H2 of this JVM takes trees that were built for it: tried once, on a database of some
 * hundred rows, which is queried, violated and grown afterwards. Thread-safe.
 */
public final class LoadSelfCheck {
  private static final int ROWS = 150;
  private static final String SCHEMA =
      """
      CREATE TABLE t(id INTEGER PRIMARY KEY, name VARCHAR(9) UNIQUE, part INTEGER, born DATE);
      CREATE INDEX t_part ON t(part DESC, born);
      CREATE TABLE keyless(id INTEGER)""";

  private LoadSelfCheck() {}

  private static final class Once {
    static final Optional<String> OBJECTION = run();
  }

  /** Why no trees may be built; nothing if they may. */
  public static Optional<String> objection() {
    return Once.OBJECTION;
  }

  private static Optional<String> run() {
    try (Connection connection = DriverManager.getConnection("jdbc:h2:mem:");
        Statement statement = connection.createStatement()) {
      statement.execute(SCHEMA);
      load((SessionLocal) ((JdbcConnection) connection).getSession());
      check(statement);
      return Optional.empty();
    } catch (SQLException | RuntimeException | LinkageError e) {
      return Optional.of("this H2 does not take trees built for it: " + e);
    }
  }

  private static void load(SessionLocal session) {
    BottomUpLoad load = new BottomUpLoad(session, () -> 0);
    StringBuilder rows = new StringBuilder("INSERT INTO \"PUBLIC\".\"T\" VALUES\n");
    StringBuilder keyless = new StringBuilder("INSERT INTO \"PUBLIC\".\"KEYLESS\" VALUES\n");
    long[] keys = new long[ROWS];
    for (int i = 0; i < ROWS; i++) {
      String separator = i == 0 ? "" : ",\n";
      rows.append(separator)
          .append(
              "(%d, 'n%d', %d, DATE '2020-01-%02d')".formatted(i, i * 7 % ROWS, i / 9, i % 28 + 1));
      keyless.append(separator).append("(").append(i).append(")");
      keys[i] = 2L * i + 5;
    }
    insert(load, rows);
    insert(load, keyless);
    load.finish(Map.of(new TableName("PUBLIC", "KEYLESS"), keys));
  }

  private static void insert(BottomUpLoad load, StringBuilder statement) {
    byte[] bytes = statement.toString().getBytes(StandardCharsets.US_ASCII);
    load.insert(bytes, 0, bytes.length);
  }

  private static void check(Statement statement) throws SQLException {
    expect(statement, "SELECT SUM(id) FROM t", (ROWS - 1) * ROWS / 2);
    expect(statement, "SELECT id FROM t WHERE name = 'n14'", 2);
    expect(statement, "SELECT COUNT(*) FROM t WHERE part = 3", 9);
    expect(statement, "SELECT _ROWID_ FROM keyless WHERE id = 149", 303);
    expectRefusal(statement, "INSERT INTO t VALUES (1000, 'n14', 0, NULL)");
    statement.execute(
        "INSERT INTO t SELECT x + 149, 'm' || x, 7, NULL FROM SYSTEM_RANGE(1, " + ROWS + ")");
    expect(statement, "SELECT COUNT(*) FROM t WHERE part = 7", ROWS + 9);
    statement.execute("DELETE FROM t WHERE id < " + ROWS);
    expect(statement, "SELECT COUNT(*) FROM t WHERE part > 0", ROWS);
  }

  private static void expect(Statement statement, String query, long expected) throws SQLException {
    try (ResultSet found = statement.executeQuery(query)) {
      if (!found.next() || found.getLong(1) != expected) {
        throw new IllegalStateException(query + ": expected=" + expected);
      }
    }
  }

  private static void expectRefusal(Statement statement, String insert) {
    try {
      statement.execute(insert);
    } catch (SQLException expected) {
      return;
    }
    throw new IllegalStateException(insert + ": expected to be refused");
  }
}
