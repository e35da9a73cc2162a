package scriptorium.persistence.postgres;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * The tables that stores on PostgreSQL need: made here, or by a person's own hand from the same
 * text. Safe for use by any thread, and by several processes at once.
 */
public final class PostgresSchema {

  private static final String RESOURCE = "schema.sql";

  /** Of all who make tables at once one goes first: "IF NOT EXISTS" alone lets two collide. */
  private static final String LOCK = "SELECT pg_advisory_xact_lock(7161108513)";

  private static final String COUNT =
      "SELECT count(*) FROM pg_class WHERE oid IN"
          + " (to_regclass('event_journal'), to_regclass('event_tag'), to_regclass('snapshot'))";

  private static final int TABLES = 3;

  private PostgresSchema() {}

  /** The statements, with comments. */
  public static String sql() {
    try (InputStream in = PostgresSchema.class.getResourceAsStream(RESOURCE)) {
      if (in == null) {
        throw new IllegalStateException("not on the class path: resource=" + RESOURCE);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot be read: resource=" + RESOURCE, e);
    }
  }

  /**
   * Makes the tables that are not there, all or none, and leaves others as they are.
   *
   * @return whether one was made
   */
  public static boolean create(Connection connection) throws SQLException {
    boolean autoCommit = connection.getAutoCommit();
    connection.setAutoCommit(false);
    try (Statement statement = connection.createStatement()) {
      statement.execute(LOCK);
      int before = count(statement);
      statement.execute(sql());
      connection.commit();
      return before < TABLES;
    } catch (SQLException e) {
      rollBack(connection, e);
      throw e;
    } finally {
      connection.setAutoCommit(autoCommit);
    }
  }

  private static int count(Statement statement) throws SQLException {
    try (ResultSet rows = statement.executeQuery(COUNT)) {
      rows.next();
      return rows.getInt(1);
    }
  }

  private static void rollBack(Connection connection, SQLException failure) {
    try {
      connection.rollback();
    } catch (SQLException e) {
      failure.addSuppressed(e);
    }
  }
}
