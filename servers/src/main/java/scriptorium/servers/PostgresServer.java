package scriptorium.servers;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.UUID;
import java.util.concurrent.locks.LockSupport;

/**
 * A PostgreSQL server on the loopback address with a new data folder, reachable by a password that
 * only this process knows. Every commit is forced to the disk. It ends with this process, however
 * that ends; {@link #close} removes its folder where it chose it itself.
 *
 * <p>Starting and ending are for one thread; {@link #connect} is for any.
 */
public final class PostgresServer implements AutoCloseable {

  private static final String USER = "scriptorium";
  private static final Duration START_LIMIT = Duration.ofSeconds(60);
  private static final long LOOK_EVERY_NANOS = Duration.ofMillis(20).toNanos();

  private final PostgresFiles files;
  private final Path folder;
  private final boolean ownFolder;
  private final int port;
  private final String password;
  private final Map<String, String> settings;
  private ServerProcess process;

  private PostgresServer(
      PostgresFiles files,
      Path folder,
      boolean ownFolder,
      String password,
      Map<String, String> settings)
      throws IOException {
    this.files = files;
    this.folder = folder;
    this.ownFolder = ownFolder;
    this.port = freePort();
    this.password = password;
    this.settings = settings;
    this.process = startProcess();
  }

  /**
   * One in a folder of its own.
   *
   * @param settings the server's, by name, above those that make every commit durable
   * @throws ServerUnavailableException when the machine does not let it run
   */
  public static PostgresServer start(Map<String, String> settings)
      throws IOException, InterruptedException, ServerUnavailableException {
    Path folder = ServerFolders.create();
    try {
      return start(folder, true, settings);
    } catch (IOException | InterruptedException | ServerUnavailableException e) {
      ServerFolders.delete(folder);
      throw e;
    }
  }

  /**
   * One in this folder, which must be empty and is left behind.
   *
   * @throws ServerUnavailableException when the machine does not let it run
   */
  public static PostgresServer start(Path folder, Map<String, String> settings)
      throws IOException, InterruptedException, ServerUnavailableException {
    return start(folder, false, settings);
  }

  private static PostgresServer start(Path folder, boolean own, Map<String, String> settings)
      throws IOException, InterruptedException, ServerUnavailableException {
    PostgresFiles files = PostgresFiles.unpack(folder);
    String password = UUID.randomUUID().toString();
    initialize(files, folder, password);
    PostgresServer server = new PostgresServer(files, folder, own, password, settings);
    try {
      server.awaitStart();
      return server;
    } catch (IOException | InterruptedException | ServerUnavailableException | RuntimeException e) {
      server.process.close();
      throw e;
    }
  }

  private static void initialize(PostgresFiles files, Path folder, String password)
      throws IOException, InterruptedException, ServerUnavailableException {
    Path file = Files.writeString(folder.resolve("password"), password);
    files.call(
        files.command(
            "initdb",
            "--pgdata=" + folder.resolve("data"),
            "--username=" + USER,
            "--pwfile=" + file,
            "--auth=scram-sha-256",
            "--encoding=UTF8",
            "--no-locale",
            "--no-sync"));
    Files.delete(file);
  }

  private ServerProcess startProcess() throws IOException {
    List<String> words =
        new ArrayList<>(
            List.of("-D", folder.resolve("data").toString(), "-p", String.valueOf(port)));
    setting(words, "listen_addresses", "127.0.0.1");
    setting(words, "unix_socket_directories", "");
    setting(words, "fsync", "on");
    setting(words, "synchronous_commit", "on");
    settings.forEach((name, value) -> setting(words, name, value));
    return ServerProcess.start(
        files.command("postgres", words.toArray(String[]::new)), folder.resolve("postgres.log"));
  }

  private static void setting(List<String> words, String name, String value) {
    words.add("-c");
    words.add(name + "=" + value);
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private void awaitStart() throws IOException, InterruptedException, ServerUnavailableException {
    long limit = System.nanoTime() + START_LIMIT.toNanos();
    while (true) {
      try {
        connect().close();
        return;
      } catch (SQLException e) {
        if (!process.isAlive() || System.nanoTime() > limit) {
          throw new ServerUnavailableException(
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

  /** Its port on the loopback address. */
  public int port() {
    return port;
  }

  /** Who may log in: the owner of everything. */
  public String user() {
    return USER;
  }

  /** What it logs in with. */
  public String password() {
    return password;
  }

  /** The JDBC URL of a database, and what may follow in one, without user and password. */
  public String url(String database) {
    return "jdbc:postgresql://127.0.0.1:" + port + "/" + database;
  }

  /** A new connection to the database that is there from the start, to be closed by the caller. */
  public Connection connect() throws SQLException {
    return connect("postgres");
  }

  /** A new connection, to be closed by the caller. */
  public Connection connect(String database) throws SQLException {
    return DriverManager.getConnection(url(database), login());
  }

  /** What a connection is made with: user and password. */
  public Properties login() {
    Properties login = new Properties();
    login.setProperty("user", USER);
    login.setProperty("password", password);
    return login;
  }

  /** Makes a database of this name, lower-case letters and digits. */
  public void createDatabase(String database) throws SQLException {
    try (Connection connection = connect();
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE DATABASE " + database);
    }
  }

  /**
   * Ends the server as a crash would, without a last word to its clients, and starts it again on
   * the same port and data; returns when it answers.
   */
  public void crashAndStart() throws IOException, InterruptedException, ServerUnavailableException {
    end();
    startAgain();
  }

  /** Ends the server at once; its data stay for {@link #startAgain}. */
  public void end() {
    process.close();
  }

  /** Starts it again on the same port and data; returns when it answers. */
  public void startAgain() throws IOException, InterruptedException, ServerUnavailableException {
    process = startProcess();
    awaitStart();
  }

  @Override
  public void close() {
    process.close();
    if (ownFolder) {
      try {
        ServerFolders.delete(folder);
      } catch (IOException e) {
        throw new UncheckedIOException("folder of a server cannot be removed: " + folder, e);
      }
    }
  }
}
