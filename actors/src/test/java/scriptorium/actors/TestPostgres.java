package scriptorium.actors;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigRenderOptions;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import scriptorium.persistence.postgres.PostgresSchema;
import scriptorium.servers.PostgresServer;
import scriptorium.servers.SharedPostgres;

/**
 * A schema of a test's own, with the tables of a store, on the one real PostgreSQL server that all
 * tests of this process share. The server ends with the process.
 */
final class TestPostgres {

  private final String name;

  private TestPostgres(String name) {
    this.name = name;
  }

  /** A new schema with the tables. */
  static TestPostgres create() throws SQLException {
    TestPostgres created = empty();
    try (Connection connection = created.connect()) {
      PostgresSchema.create(connection);
    }
    return created;
  }

  /** A new schema without any. */
  static TestPostgres empty() throws SQLException {
    return new TestPostgres(SharedPostgres.newSchema());
  }

  static PostgresServer server() {
    return SharedPostgres.server();
  }

  Connection connect() throws SQLException {
    return server().connect(name);
  }

  /** The settings of a store on it. */
  String settings(String overrides) {
    return settings(server().port(), overrides);
  }

  /** The same by way of another port, where somebody passes bytes on. */
  String settings(int port, String overrides) {
    Config config =
        ConfigFactory.parseString(
                "include classpath(\"scriptorium-postgres.conf\")\n"
                    + "scriptorium.postgres.url = \"jdbc:postgresql://127.0.0.1:"
                    + port
                    + "/"
                    + name
                    + "\"\nscriptorium.postgres.user = "
                    + server().user()
                    + "\nscriptorium.postgres.password = \""
                    + server().password()
                    + "\"\n"
                    + overrides)
            .resolve();
    return config.root().render(ConfigRenderOptions.concise());
  }

  /** What a statement changed. */
  int execute(String sql) throws SQLException {
    try (Connection connection = connect();
        Statement statement = connection.createStatement()) {
      return statement.executeUpdate(sql);
    }
  }

  /** The first column of a query. */
  List<String> column(String sql) throws SQLException {
    List<String> found = new ArrayList<>();
    try (Connection connection = connect();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      while (rows.next()) {
        found.add(rows.getString(1));
      }
    }
    return found;
  }

  /** Whether a backend waits for a lock of another's. */
  boolean hasWaiting() {
    try {
      return !column(
              "select pid from pg_stat_activity where datname = current_database()"
                  + " and wait_event_type = 'Lock'")
          .isEmpty();
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }
}
