package scriptorium.benchmarks.peers;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Properties;
import java.util.UUID;
import java.util.concurrent.locks.LockSupport;

/**
 * A PostgreSQL server on the loopback address with a new database, reachable by a password that
 * only this process knows. Every commit is forced to the disk.
 */
final class PostgresServer implements AutoCloseable {

  private static final String USER = "bench";
  private static final Duration START_LIMIT = Duration.ofSeconds(60);
  private static final long LOOK_EVERY_NANOS = Duration.ofMillis(50).toNanos();

  private final ServerProcess process;
  private final String url;
  private final Properties login = new Properties();

  private PostgresServer(ServerProcess process, int port, String password) {
    this.process = process;
    this.url = "jdbc:postgresql://127.0.0.1:" + port + "/postgres?reWriteBatchedInserts=true";
    login.setProperty("user", USER);
    login.setProperty("password", password);
  }

  /** Makes a database in the folder and starts its server. */
  static PostgresServer start(Path folder, int maxConnections)
      throws IOException, InterruptedException, PeerUnavailableException {
    PostgresFiles files = PostgresFiles.unpack(folder);
    String password = UUID.randomUUID().toString();
    Path data = folder.resolve("data");
    initialize(files, folder, data, password);
    int port = freePort();
    ServerProcess process =
        ServerProcess.start(
            command(files, data, port, maxConnections), folder.resolve("postgres.log"));
    PostgresServer server = new PostgresServer(process, port, password);
    try {
      server.awaitStart();
      return server;
    } catch (IOException | InterruptedException | PeerUnavailableException | RuntimeException e) {
      server.close();
      throw e;
    }
  }

  private static void initialize(PostgresFiles files, Path folder, Path data, String password)
      throws IOException, InterruptedException, PeerUnavailableException {
    Path file = Files.writeString(folder.resolve("password"), password);
    files.call(
        files.command(
            "initdb",
            "--pgdata=" + data,
            "--username=" + USER,
            "--pwfile=" + file,
            "--auth=scram-sha-256",
            "--encoding=UTF8",
            "--no-locale",
            "--no-sync"));
    Files.delete(file);
  }

  /** As it comes, but with memory and log for what is measured; durability is spelled out. */
  private static List<String> command(
      PostgresFiles files, Path data, int port, int maxConnections) {
    return files.command(
        "postgres",
        "-D",
        data.toString(),
        "-p",
        String.valueOf(port),
        "-c",
        "listen_addresses=127.0.0.1",
        "-c",
        "unix_socket_directories=",
        "-c",
        "max_connections=" + maxConnections,
        "-c",
        "fsync=on",
        "-c",
        "synchronous_commit=on",
        "-c",
        "shared_buffers=256MB",
        "-c",
        "max_wal_size=4GB",
        "-c",
        "checkpoint_timeout=30min");
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private void awaitStart() throws IOException, InterruptedException, PeerUnavailableException {
    long limit = System.nanoTime() + START_LIMIT.toNanos();
    while (true) {
      try {
        connect().close();
        return;
      } catch (SQLException e) {
        if (!process.isAlive() || System.nanoTime() > limit) {
          throw new PeerUnavailableException(
              "PostgreSQL does not answer: " + e.getMessage() + "; it says: " + process.lastWords(),
              e);
        }
      }
      LockSupport.parkNanos(LOOK_EVERY_NANOS);
      if (Thread.interrupted()) {
        throw new InterruptedException("interrupted while PostgreSQL starts");
      }
    }
  }

  /** A new connection, to be closed by the caller. */
  Connection connect() throws SQLException {
    return DriverManager.getConnection(url, login);
  }

  @Override
  public void close() {
    process.close();
  }
}
