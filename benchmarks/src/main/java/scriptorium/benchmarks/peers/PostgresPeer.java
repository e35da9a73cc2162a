package scriptorium.benchmarks.peers;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import scriptorium.benchmarks.workload.AccountTable;
import scriptorium.benchmarks.workload.Parcel;
import scriptorium.benchmarks.workload.Side;
import scriptorium.benchmarks.workload.Transfers;
import scriptorium.servers.PostgresServer;
import scriptorium.servers.ServerUnavailableException;

/** PostgreSQL, by one connection and by as many as there are callers. */
final class PostgresPeer implements Peer {

  /** Beside those of callers: for the table's making, and what PostgreSQL reserves. */
  private static final int SPARE_CONNECTIONS = 10;

  /** As it comes, but with memory and log for what is measured; every commit is forced anyhow. */
  private static final Map<String, String> SETTINGS =
      Map.of(
          "max_connections",
          String.valueOf(Transfers.CALLERS + SPARE_CONNECTIONS),
          "shared_buffers",
          "256MB",
          "max_wal_size",
          "4GB",
          "checkpoint_timeout",
          "30min");

  private final PostgresServer server;
  private final List<Connection> connections;

  private PostgresPeer(PostgresServer server, List<Connection> connections) {
    this.server = server;
    this.connections = connections;
  }

  static PostgresPeer open(Path folder)
      throws IOException, InterruptedException, SQLException, PeerUnavailableException {
    PostgresServer server = started(folder);
    try {
      createTables(server);
      List<Connection> connections = new ArrayList<>();
      for (int i = 0; i < Transfers.CALLERS; i++) {
        connections.add(connect(server));
      }
      return new PostgresPeer(server, connections);
    } catch (SQLException | RuntimeException e) {
      server.close();
      throw e;
    }
  }

  private static PostgresServer started(Path folder)
      throws IOException, InterruptedException, PeerUnavailableException {
    try {
      return PostgresServer.start(folder, SETTINGS);
    } catch (ServerUnavailableException e) {
      throw new PeerUnavailableException(String.valueOf(e.getMessage()), e);
    }
  }

  private static Connection connect(PostgresServer server) throws SQLException {
    Properties properties = server.login();
    properties.setProperty("reWriteBatchedInserts", "true");
    return DriverManager.getConnection(server.url("postgres"), properties);
  }

  private static void createTables(PostgresServer server) throws SQLException {
    try (Connection connection = connect(server);
        Statement statement = connection.createStatement()) {
      statement.execute(Parcel.SCHEMA);
      statement.execute(AccountTable.SCHEMA);
      statement.execute(PostgresTransfers.FUNCTION);
      connection.setAutoCommit(false);
      AccountTable.fill(connection);
      connection.commit();
      connection.setAutoCommit(true);
      statement.execute("VACUUM ANALYZE");
    }
  }

  /** One that its sides use while they measure. */
  Connection connection() {
    return connections.get(0);
  }

  @Override
  public List<Side> inserts() {
    return List.of(
        new PostgresInserts("PostgreSQL, 1 connection", connections.subList(0, 1)),
        new PostgresInserts("PostgreSQL, 64 connections", connections));
  }

  @Override
  public List<Side> transfers(Transfers transfers) {
    return List.of(new PostgresTransfers(connections, transfers));
  }

  /** The server takes its connections with it. */
  @Override
  public void close() {
    server.close();
  }
}
