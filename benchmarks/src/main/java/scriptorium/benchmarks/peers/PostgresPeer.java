package scriptorium.benchmarks.peers;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import scriptorium.benchmarks.workload.AccountTable;
import scriptorium.benchmarks.workload.Parcel;
import scriptorium.benchmarks.workload.Side;
import scriptorium.benchmarks.workload.Transfers;

/** PostgreSQL, by one connection and by as many as there are callers. */
final class PostgresPeer implements Peer {

  /** Beside those of callers: for the table's making, and what PostgreSQL reserves. */
  private static final int SPARE_CONNECTIONS = 10;

  private final PostgresServer server;
  private final List<Connection> connections;

  private PostgresPeer(PostgresServer server, List<Connection> connections) {
    this.server = server;
    this.connections = connections;
  }

  static PostgresPeer open(Path folder)
      throws IOException, InterruptedException, SQLException, PeerUnavailableException {
    PostgresServer server = PostgresServer.start(folder, Transfers.CALLERS + SPARE_CONNECTIONS);
    try {
      createTables(server);
      List<Connection> connections = new ArrayList<>();
      for (int i = 0; i < Transfers.CALLERS; i++) {
        connections.add(server.connect());
      }
      return new PostgresPeer(server, connections);
    } catch (SQLException | RuntimeException e) {
      server.close();
      throw e;
    }
  }

  private static void createTables(PostgresServer server) throws SQLException {
    try (Connection connection = server.connect();
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
