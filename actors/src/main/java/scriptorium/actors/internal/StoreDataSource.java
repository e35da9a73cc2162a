package scriptorium.actors.internal;

import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.SQLTransientConnectionException;
import java.sql.SQLTransientException;
import java.time.Duration;
import java.util.logging.Logger;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import scriptorium.actors.StorePhase;
import scriptorium.actors.StoreSettings;
import scriptorium.actors.StoreStatus;
import scriptorium.database.EmbeddedDatabase;
import scriptorium.database.guard.LentConnection;
import scriptorium.database.guard.ReadConnections;
import scriptorium.database.guard.ReadLimits;
import scriptorium.database.guard.ReadSource;

/**
 * The store on this node as a {@link DataSource} for reading. It follows the store: a connection
 * reads the database that serves when its view begins. Safe for use by any thread.
 */
final class StoreDataSource implements DataSource, ReadSource {

  /** SQLState of a connection that cannot be had now. */
  private static final String NO_CONNECTION = "08001";

  /** SQLState of a statement that was stopped, here before it began. */
  private static final String CANCELLED = "57014";

  private static final String NOT_SUPPORTED = "0A000";

  private final NodeView view;
  private final ReadLimits limits;
  private final Duration permitTimeout;
  private volatile int loginTimeoutSeconds;
  private volatile @Nullable PrintWriter logWriter;

  StoreDataSource(NodeView view, StoreSettings.Read settings) {
    this.view = view;
    this.limits = new ReadLimits(settings.timeout(), settings.maxRows());
    this.permitTimeout = settings.permitTimeout();
  }

  @Override
  public Connection getConnection() throws SQLException {
    return LentConnection.open(this, limits);
  }

  /** Refused: the store has no users. */
  @Override
  public Connection getConnection(@Nullable String username, @Nullable String password)
      throws SQLException {
    throw new SQLFeatureNotSupportedException(
        "a store has no users; call getConnection()", NOT_SUPPORTED);
  }

  @Override
  public ReadConnections readers() throws SQLException {
    EmbeddedDatabase database = open().publication().database();
    if (database == null) {
      throw notServing();
    }
    return database.readers();
  }

  /**
   * Not of class 08, and no SQLTimeoutException, at both of which a connection pool throws a good
   * connection away.
   */
  @Override
  public Turn takeTurn() throws SQLException {
    Permits permits = open().reads().permits();
    if (!permits.acquireBounded(permitTimeout)) {
      throw new SQLTransientException(
          "statement not run, no read permit became free: permitTimeout="
              + permitTimeout
              + " waiting="
              + permits.waiting()
              + " running="
              + permits.taken()
              + (Thread.currentThread().isInterrupted() ? " interrupted" : "")
              + "; try again, or raise read.permits",
          CANCELLED);
    }
    return permits::release;
  }

  private OpenStore open() throws SQLException {
    OpenStore open = view.open();
    if (open == null) {
      throw notServing();
    }
    return open;
  }

  private SQLException notServing() {
    StoreStatus now = view.status();
    return new SQLTransientConnectionException(
        now.phase() == StorePhase.READY
            ? "this node does not write the store, and has nothing to read: writer="
                + now.writer().orElse("unknown")
                + "; read on that node"
            : "the store does not serve: phase=" + now.phase() + " detail=" + now.detail(),
        NO_CONNECTION);
  }

  @Override
  public @Nullable PrintWriter getLogWriter() {
    return logWriter;
  }

  /** Kept, never written to: the store logs by SLF4J. */
  @Override
  public void setLogWriter(@Nullable PrintWriter out) {
    logWriter = out;
  }

  /** Kept, and without effect: a connection is had at once or not at all. */
  @Override
  public void setLoginTimeout(int seconds) {
    loginTimeoutSeconds = seconds;
  }

  @Override
  public int getLoginTimeout() {
    return loginTimeoutSeconds;
  }

  @Override
  public Logger getParentLogger() throws SQLFeatureNotSupportedException {
    throw new SQLFeatureNotSupportedException("the store logs by SLF4J", NOT_SUPPORTED);
  }

  @Override
  public <T> T unwrap(Class<T> type) throws SQLException {
    if (!isWrapperFor(type)) {
      throw new SQLFeatureNotSupportedException(
          "unwrap(" + type.getName() + ") refused: what lies under it belongs to the store",
          NOT_SUPPORTED);
    }
    return type.cast(this);
  }

  @Override
  public boolean isWrapperFor(Class<?> type) {
    return type == DataSource.class;
  }

  @Override
  public String toString() {
    return "StoreDataSource";
  }
}
