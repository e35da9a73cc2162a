package scriptorium.benchmarks.workload;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Locale;

/**
 * One table with two secondary indexes, one of them unique: the shape that Tarantool is given too,
 * by {@code tarantool-restart.lua}; change both.
 */
public final class NamedRows {

  public static final String SCHEMA =
      """
      CREATE TABLE THING (
        ID BIGINT PRIMARY KEY,
        NAME VARCHAR(20) NOT NULL UNIQUE,
        AMOUNT INT NOT NULL);
      CREATE INDEX THING_AMOUNT ON THING (AMOUNT);
      """;

  private static final long SCATTER = 2_654_435_761L;
  private static final int AMOUNTS = 100_000;

  private NamedRows() {}

  /** Inserts the rows from one to before another. */
  public static void insert(Connection connection, int from, int end) throws SQLException {
    try (PreparedStatement insert =
        connection.prepareStatement("INSERT INTO THING VALUES (?, ?, ?)")) {
      for (int id = from; id < end; id++) {
        insert.setInt(1, id);
        insert.setString(2, name(id));
        insert.setInt(3, amount(id));
        insert.executeUpdate();
      }
    }
  }

  /** A different one for each row, in another order than the rows. */
  static String name(int id) {
    return String.format(Locale.ROOT, "thing-%08x", id * SCATTER & 0xFFFF_FFFFL);
  }

  static int amount(int id) {
    return (int) (id * SCATTER % AMOUNTS);
  }
}
