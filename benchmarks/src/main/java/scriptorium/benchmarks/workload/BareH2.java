package scriptorium.benchmarks.workload;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicLong;

/**
 * H2 in memory as the store opens it, and nothing of the store. Safe for use by several threads.
 */
public final class BareH2 {

  private static final AtomicLong OPENED = new AtomicLong();

  private static final String SETTINGS =
      ";DB_CLOSE_ON_EXIT=FALSE;OPTIMIZE_REUSE_RESULTS=FALSE;TRACE_LEVEL_FILE=0"
          + ";QUERY_CACHE_SIZE=1024";

  private BareH2() {}

  /** The first connection to a new, empty database, which ends with its last. */
  public static Connection open() throws SQLException {
    String url = "jdbc:h2:mem:scriptorium-bench-" + OPENED.incrementAndGet() + SETTINGS;
    return DriverManager.getConnection(url);
  }

  /** One more connection to the database of this one. */
  public static Connection another(Connection first) throws SQLException {
    return DriverManager.getConnection(first.getMetaData().getURL());
  }
}
