package scriptorium.benchmarks.micro;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import scriptorium.benchmarks.workload.BareH2;
import scriptorium.benchmarks.workload.Parcel;
import scriptorium.database.DatabaseSettings;
import scriptorium.database.EmbeddedDatabase;
import scriptorium.database.Savepoint;
import scriptorium.database.change.RowChanges;
import scriptorium.database.guard.MutationConnection;

/** Databases with the same {@value #ROWS} parcels. */
final class Parcels {

  static final int ROWS = 10_000;

  static final String SELECT = "SELECT ID, STATE, GRAMS FROM PARCEL WHERE ID = ?";

  /** Changes rows. */
  @FunctionalInterface
  interface Change {
    /** By any statements. */
    void run(Connection connection) throws SQLException;
  }

  /** Makes what can fail to be made. */
  @FunctionalInterface
  interface Making<T> {
    /** Once. */
    T make() throws SQLException;
  }

  private Parcels() {}

  /** What a field's initializer may call. */
  static <T> T made(Making<T> making) {
    try {
      return making.make();
    } catch (SQLException e) {
      throw new IllegalStateException("benchmark not set up", e);
    }
  }

  /** Of the store's kind. */
  static EmbeddedDatabase embedded() {
    return made(
        () -> {
          EmbeddedDatabase database = EmbeddedDatabase.open(DatabaseSettings.defaults());
          database.executeSchema(Parcel.SCHEMA);
          write(database, Parcels::fill);
          return database;
        });
  }

  /** H2 alone. */
  static Connection bare() {
    return made(
        () -> {
          Connection connection = BareH2.open();
          execute(connection, Parcel.SCHEMA);
          fill(connection);
          return connection;
        });
  }

  /** Turns to transactions that show one point in time, as reads use them. */
  static Connection inSnapshots(Connection connection) {
    return made(
        () -> {
          execute(
              connection, "SET SESSION CHARACTERISTICS AS TRANSACTION ISOLATION LEVEL SNAPSHOT");
          connection.setAutoCommit(false);
          return connection;
        });
  }

  private static void execute(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private static void fill(Connection connection) throws SQLException {
    try (PreparedStatement insert = connection.prepareStatement(Parcel.INSERT)) {
      for (int id = 0; id < ROWS; id++) {
        Parcel.of(id).bind(insert);
        insert.executeUpdate();
      }
    }
  }

  /** Runs a mutation, commits it, and tells what it changed. */
  static RowChanges write(EmbeddedDatabase database, Change change) {
    Savepoint start = database.writer().savepoint();
    try (MutationConnection opened = database.openMutation()) {
      change.run(opened.connection());
    } catch (SQLException e) {
      throw new IllegalStateException("mutation failed", e);
    }
    RowChanges changes = database.writer().capture(start);
    database.writer().journaled();
    database.writer().commit();
    return changes;
  }

  static void setRevision(Connection connection, long id, int revision) throws SQLException {
    try (PreparedStatement update =
        connection.prepareStatement("UPDATE PARCEL SET REVISION = ? WHERE ID = ?")) {
      update.setInt(1, revision);
      update.setLong(2, id);
      update.executeUpdate();
    }
  }

  static long prepareAndSelect(Connection connection, long id) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(SELECT)) {
      return select(statement, id);
    }
  }

  static long select(PreparedStatement statement, long id) throws SQLException {
    statement.setLong(1, id);
    try (ResultSet row = statement.executeQuery()) {
      row.next();
      return row.getLong(1) + row.getString(2).length() + row.getInt(3);
    }
  }
}
