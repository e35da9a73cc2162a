package scriptorium.database.internal;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HexFormat;
import java.util.concurrent.atomic.AtomicLong;
import java.util.random.RandomGenerator;
import org.h2.engine.SessionLocal;
import org.h2.jdbc.JdbcConnection;

/**
 * Raw connections to one private in-memory database, by role.
 *
 * <p>The database's name and all passwords are secrets of this object: code that was handed a
 * connection of one role cannot open another. Thread-safe.
 */
public final class Connections {
  /** May do anything; owns the schema. */
  public static final String ADMIN = "ADMIN";

  /** May SELECT, INSERT, UPDATE and DELETE. */
  public static final String WRITER = "WRITER";

  /** May SELECT. */
  public static final String READER = "READER";

  /**
   * Cached results are off: they were wrong under a concurrent writer in two earlier H2 lines. The
   * delay keeps the database when its last connection closes; nothing is traced to files. A session
   * remembers as many parsed statements as an application may have: parsing costs more than
   * running.
   */
  private static final String OWNER_SETTINGS =
      ";DB_CLOSE_DELAY=-1;DB_CLOSE_ON_EXIT=FALSE;OPTIMIZE_REUSE_RESULTS=FALSE;TRACE_LEVEL_FILE=0"
          + ";QUERY_CACHE_SIZE=1024";

  /**
   * Schema statements go between times with and without a zone as in UTC, wherever they are
   * replayed. Sessions of user code keep the program's zone: JDBC's dates go by it.
   */
  private static final String ZONE = ";TIME ZONE=UTC";

  private static final AtomicLong OPENED = new AtomicLong();

  private final String name;
  private final String url;
  private final String adminPassword;
  private final String writerPassword;
  private final String readerPassword;
  private final Connection admin;

  /** Creates the database and its users. */
  public Connections(RandomGenerator secrets) throws SQLException {
    name = "scriptorium-" + OPENED.incrementAndGet();
    url = "jdbc:h2:mem:" + name + '-' + secret(secrets);
    adminPassword = secret(secrets);
    writerPassword = secret(secrets);
    readerPassword = secret(secrets);
    admin = DriverManager.getConnection(url + OWNER_SETTINGS + ZONE, ADMIN, adminPassword);
    try (Statement statement = admin.createStatement()) {
      statement.execute("CREATE USER " + WRITER + " PASSWORD '" + writerPassword + '\'');
      statement.execute("CREATE USER " + READER + " PASSWORD '" + readerPassword + '\'');
    }
  }

  private static String secret(RandomGenerator secrets) {
    byte[] bytes = new byte[16];
    secrets.nextBytes(bytes);
    return HexFormat.of().formatHex(bytes);
  }

  /** The part of the database's name that is no secret. */
  public String name() {
    return name;
  }

  /** The one connection that exists as long as the database. */
  public Connection admin() {
    return admin;
  }

  public Connection openAdmin() throws SQLException {
    return open(ADMIN, adminPassword);
  }

  public Connection openWriter() throws SQLException {
    return open(WRITER, writerPassword);
  }

  /**
   * @param pauseMillis how long a statement that scans many rows sleeps in each 50 ms, by H2's own
   *     throttle, which it looks at every 128 rows; 0 for never
   */
  public Connection openReader(int pauseMillis) throws SQLException {
    Connection connection = open(READER, readerPassword);
    session(connection).setThrottle(pauseMillis);
    return connection;
  }

  /** A session that never ran a statement would hold up the database's closing for seconds. */
  private Connection open(String user, String password) throws SQLException {
    Connection connection = DriverManager.getConnection(url, user, password);
    try (Statement statement = connection.createStatement()) {
      statement.execute("SELECT 1");
    }
    return connection;
  }

  /**
   * Discards the database under all its connections. Not by the SQL statement SHUTDOWN IMMEDIATELY:
   * that one waits for every idle session, twice the lock time-out in all.
   */
  public void shutdown() {
    session(admin).getDatabase().shutdownImmediately();
  }

  /** The session behind a raw connection. */
  public static SessionLocal session(Connection connection) {
    return (SessionLocal) ((JdbcConnection) connection).getSession();
  }
}
