package scriptorium.benchmarks.reading;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/**
 * A way to select rows by their primary key.
 *
 * @param name what the table calls it
 * @param selecting does it; used by one thread
 */
public record ReadWay(String name, Selecting selecting) {

  static final String SELECT = "SELECT ID, STATE, GRAMS FROM PARCEL WHERE ID = ?";

  /** How often the clock is looked at. */
  private static final int SELECTS_A_LOOK = 16;

  /** Selects until the time is over. */
  @FunctionalInterface
  public interface Selecting {
    /** How many rows in how long. */
    Selected run(Keys keys, long nanos) throws Exception;
  }

  /** Selects one row. */
  @FunctionalInterface
  interface One {
    /** The id of the row found. */
    long select(long id) throws Exception;
  }

  /** What was done. */
  public record Selected(long rows, long nanos) {}

  /** One row after another. */
  static ReadWay oneByOne(String name, One one) {
    return new ReadWay(
        name,
        (keys, nanos) -> {
          long start = System.nanoTime();
          long rows = 0;
          long took = 0;
          while (took < nanos) {
            for (int i = 0; i < SELECTS_A_LOOK; i++) {
              long id = keys.next();
              requireRow(id, one.select(id));
            }
            rows += SELECTS_A_LOOK;
            took = System.nanoTime() - start;
          }
          return new Selected(rows, took);
        });
  }

  static void requireRow(long id, long found) {
    if (id != found) {
      throw new IllegalStateException("another row was read: found=" + found + " expected=" + id);
    }
  }

  static long select(PreparedStatement statement, long id) throws SQLException {
    statement.setLong(1, id);
    try (ResultSet row = statement.executeQuery()) {
      if (!row.next()) {
        throw new IllegalStateException("row not found: id=" + id);
      }
      long found = row.getLong(1);
      return row.getString(2).isEmpty() || row.getInt(3) < 0 ? -1 : found;
    }
  }

  /** Prepares, selects, closes. */
  static long prepareAndSelect(Connection connection, long id) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(SELECT)) {
      return select(statement, id);
    }
  }
}
