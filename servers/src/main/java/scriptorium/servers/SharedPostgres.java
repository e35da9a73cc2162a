package scriptorium.servers;

import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The one PostgreSQL server that all tests of a process share: started by the first who asks, ended
 * and removed with the process. Safe for use by any thread.
 */
public final class SharedPostgres {

  private static final String CONNECTIONS = "200";
  private static final AtomicInteger NAMES = new AtomicInteger();

  private SharedPostgres() {}

  private static final class Holder {
    static final PostgresServer SERVER = start();

    private static PostgresServer start() {
      try {
        PostgresServer server = PostgresServer.start(Map.of("max_connections", CONNECTIONS));
        Runtime.getRuntime().addShutdownHook(new Thread(server::close, "remove-server"));
        return server;
      } catch (IOException | ServerUnavailableException e) {
        throw new IllegalStateException("no PostgreSQL for these tests", e);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException(e);
      }
    }
  }

  /** The server. Who ends it starts it again. */
  public static PostgresServer server() {
    return Holder.SERVER;
  }

  /** The name of a new, empty database on it: some hundred milliseconds. */
  public static String newDatabase() throws SQLException {
    String name = "test" + NAMES.incrementAndGet();
    server().createDatabase(name);
    return name;
  }

  /**
   * A new, empty schema in the database that is there from the start: quick. Told as the end of a
   * JDBC URL, by which it comes first on the search path.
   */
  public static String newSchema() throws SQLException {
    String name = "test" + NAMES.incrementAndGet();
    try (Connection connection = server().connect();
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE SCHEMA " + name);
    }
    return "postgres?currentSchema=" + name;
  }
}
