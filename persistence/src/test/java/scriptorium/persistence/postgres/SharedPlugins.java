package scriptorium.persistence.postgres;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import java.sql.Connection;
import java.sql.SQLException;
import scriptorium.servers.PostgresServer;
import scriptorium.servers.SharedPostgres;

/** akka-persistence-jdbc as it is shipped, on the server that all tests of this process share. */
final class SharedPlugins {

  private SharedPlugins() {}

  private static final class Holder {
    static final String SCHEMA = newSchema();
    static final Config CONFIG = create(SCHEMA);

    private static String newSchema() {
      try {
        return SharedPostgres.newSchema();
      } catch (SQLException e) {
        throw new IllegalStateException(e);
      }
    }

    private static Config create(String schema) {
      try {
        PostgresServer server = SharedPostgres.server();
        try (Connection connection = server.connect(schema)) {
          PostgresSchema.create(connection);
        }
        return ConfigFactory.parseString(
            """
            include classpath("scriptorium-postgres.conf")
            scriptorium.postgres { url = "%s", user = "%s", password = "%s" }
            akka.loglevel = OFF
            akka.persistence.journal.plugin = "jdbc-journal"
            akka.persistence.snapshot-store.plugin = "jdbc-snapshot-store"
            """
                .formatted(server.url(schema), server.user(), server.password()));
      } catch (SQLException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  static Config config() {
    return Holder.CONFIG;
  }

  /** To the same tables, to be closed by the caller. */
  static Connection connect() throws SQLException {
    return SharedPostgres.server().connect(Holder.SCHEMA);
  }
}
