package scriptorium.benchmarks.restart;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import scriptorium.benchmarks.workload.BareH2;

/** H2's own script of a database: what a snapshot holds too. */
public final class ScriptFile {

  private ScriptFile() {}

  /** Fills a database and writes its script. */
  static void write(Path file, Content content, int rows) throws SQLException {
    try (Connection connection = filled(content, rows)) {
      write(connection, file, false);
    }
  }

  /** A bare database with these rows, which ends with its connection. */
  public static Connection filled(Content content, int rows) throws SQLException {
    Connection connection = BareH2.open();
    try (Statement statement = connection.createStatement()) {
      statement.execute(content.schema());
      connection.setAutoCommit(false);
      content.insert(connection, rows, 0, rows);
      connection.commit();
      connection.setAutoCommit(true);
      return connection;
    } catch (SQLException e) {
      connection.close();
      throw e;
    }
  }

  /** Writes the script of a database, plain or through H2's gzip. */
  public static void write(Connection connection, Path file, boolean gzip) throws SQLException {
    String compression = gzip ? " COMPRESSION GZIP" : "";
    try (PreparedStatement script =
        connection.prepareStatement("SCRIPT NOPASSWORDS NOSETTINGS TO ?" + compression)) {
      script.setString(1, file.toString());
      script.execute();
    }
  }
}
