package scriptorium.database.guard;

import java.sql.Array;
import java.sql.Blob;
import java.sql.CallableStatement;
import java.sql.Clob;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.NClob;
import java.sql.PreparedStatement;
import java.sql.SQLClientInfoException;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLTransientConnectionException;
import java.sql.SQLWarning;
import java.sql.SQLXML;
import java.sql.Savepoint;
import java.sql.Statement;
import java.sql.Struct;
import java.time.Duration;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Properties;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * A connection for code that expects one of a {@link javax.sql.DataSource}: it reads, and hears in
 * silence what frameworks politely say about transactions.
 *
 * <p>With auto-commit, as it begins, each statement sees what is committed when it starts. Without,
 * the first statement pins a point in time, which {@code commit}, {@code rollback} and {@code
 * close} end; one that is pinned for twice as long as a read may take is given up, and says so
 * until its end. A connection outlives its database: when another takes its place, the next
 * statement made sees that one; a view that is pinned stays where it is.
 *
 * <pre>
 * user code ─► LentConnection ─► {@link ReadConnection} of the database that serves ─► guards
 *                  │                     └─ {@link LentViews}: turn, view, deadline of each statement
 *                  └─ ReadSource: which database serves
 * </pre>
 *
 * <p>Several threads may use it, one call at a time; closing and aborting are for any thread.
 */
public final class LentConnection implements Connection, ReadPoint {

  /** Each of a row of schema changes may retire the pool that was just looked up. */
  private static final int BIND_ATTEMPTS = 5;

  private static final Duration ABORT_GRACE = Duration.ofMillis(100);

  private final ReadSource source;
  private final ReadLimits limits;
  private ReadConnection read;
  private LentViews views;
  private ReadConnections pool;
  private boolean autoCommit = true;
  private boolean closed;
  private int networkTimeoutMillis;
  private int savepoints;

  /** What {@link #bind} takes. */
  private record Binding(ReadConnections pool, ReadConnection read, LentViews views) {}

  private LentConnection(ReadSource source, ReadLimits limits) throws SQLException {
    this.source = source;
    this.limits = limits;
    Binding first = bind(source, limits, true);
    this.pool = first.pool();
    this.read = first.read();
    this.views = first.views();
  }

  /**
   * Borrows from the pool of the database that serves now.
   *
   * @param limits of each view
   * @throws SQLException when nothing serves, or the pool has no connection left
   */
  public static Connection open(ReadSource source, ReadLimits limits) throws SQLException {
    LentConnection lent = new LentConnection(source, limits);
    lent.read.showAs(lent);
    return lent;
  }

  // ---- statements, on the database that serves

  /** The connection to the database that serves now, unless a view is pinned in another. */
  private synchronized Connection current() throws SQLException {
    checkOpen();
    if (!views.isPinned() && (read.isEnded() || source.readers() != pool)) {
      read.close();
      Binding next = bind(source, limits, autoCommit);
      pool = next.pool();
      read = next.read();
      views = next.views();
      read.showAs(this);
    }
    return read.connection();
  }

  private static Binding bind(ReadSource source, ReadLimits limits, boolean autoCommit)
      throws SQLException {
    for (int attempt = 1; ; attempt++) {
      ReadConnections now = source.readers();
      try {
        return now.take(reader -> bind(source, now, now.deadline(limits), reader, autoCommit));
      } catch (SQLTransientConnectionException e) {
        if (attempt == BIND_ATTEMPTS || source.readers() == now) {
          throw e;
        }
      }
    }
  }

  private static Binding bind(
      ReadSource source,
      ReadConnections now,
      Deadline deadline,
      PooledReader reader,
      boolean autoCommit)
      throws SQLException {
    LentViews lent = new LentViews(reader, now, source, deadline, autoCommit);
    ReadConnection lender = new ReadConnection(reader, lent);
    lent.whenOverdue(lender::giveUp);
    reader.lend(lent);
    return new Binding(now, lender, lent);
  }

  @Override
  public Statement createStatement() throws SQLException {
    return current().createStatement();
  }

  @Override
  public Statement createStatement(int type, int concurrency) throws SQLException {
    return current().createStatement(type, concurrency);
  }

  @Override
  public Statement createStatement(int type, int concurrency, int holdability) throws SQLException {
    return current().createStatement(type, concurrency, holdability);
  }

  @Override
  public PreparedStatement prepareStatement(String sql) throws SQLException {
    return current().prepareStatement(sql);
  }

  @Override
  public PreparedStatement prepareStatement(String sql, int type, int concurrency)
      throws SQLException {
    return current().prepareStatement(sql, type, concurrency);
  }

  @Override
  public PreparedStatement prepareStatement(String sql, int type, int concurrency, int holdability)
      throws SQLException {
    return current().prepareStatement(sql, type, concurrency, holdability);
  }

  @Override
  public PreparedStatement prepareStatement(String sql, int generatedKeys) throws SQLException {
    return current().prepareStatement(sql, generatedKeys);
  }

  @Override
  public PreparedStatement prepareStatement(String sql, int[] columns) throws SQLException {
    return current().prepareStatement(sql, columns);
  }

  @Override
  public PreparedStatement prepareStatement(String sql, String[] columns) throws SQLException {
    return current().prepareStatement(sql, columns);
  }

  @Override
  public CallableStatement prepareCall(String sql) throws SQLException {
    return current().prepareCall(sql);
  }

  @Override
  public CallableStatement prepareCall(String sql, int type, int concurrency) throws SQLException {
    return current().prepareCall(sql, type, concurrency);
  }

  @Override
  public CallableStatement prepareCall(String sql, int type, int concurrency, int holdability)
      throws SQLException {
    return current().prepareCall(sql, type, concurrency, holdability);
  }

  @Override
  public DatabaseMetaData getMetaData() throws SQLException {
    return current().getMetaData();
  }

  // ---- the transaction, of which a reader has none to speak of

  @Override
  public synchronized boolean getAutoCommit() throws SQLException {
    checkOpen();
    return autoCommit;
  }

  @Override
  public synchronized void setAutoCommit(boolean wanted) throws SQLException {
    checkOpen();
    if (wanted != autoCommit) {
      endView();
      autoCommit = wanted;
      views.setAutoCommit(wanted);
    }
  }

  @Override
  public void commit() throws SQLException {
    endOpenView();
  }

  @Override
  public void rollback() throws SQLException {
    endOpenView();
  }

  private synchronized void endOpenView() throws SQLException {
    checkOpen();
    endView();
  }

  private void endView() throws SQLException {
    if (read.isEnded()) {
      views.forget();
    } else {
      read.inside(views::rest);
    }
  }

  @Override
  public synchronized Savepoint setSavepoint() throws SQLException {
    checkOpen();
    return new LentSavepoint(++savepoints, null);
  }

  @Override
  public synchronized Savepoint setSavepoint(String name) throws SQLException {
    checkOpen();
    return new LentSavepoint(++savepoints, name);
  }

  @Override
  public synchronized void rollback(Savepoint savepoint) throws SQLException {
    checkOpen();
  }

  @Override
  public synchronized void releaseSavepoint(Savepoint savepoint) throws SQLException {
    checkOpen();
  }

  @Override
  public synchronized boolean isReadOnly() throws SQLException {
    checkOpen();
    return true;
  }

  @Override
  public synchronized void setReadOnly(boolean readOnly) throws SQLException {
    checkOpen();
  }

  @Override
  public synchronized int getTransactionIsolation() throws SQLException {
    checkOpen();
    return Connection.TRANSACTION_SERIALIZABLE;
  }

  /**
   * A view of a database with one writer, none of whose changes is ever seen in part, keeps what
   * every level promises; only who asks to see what is not committed would be misled.
   */
  @Override
  public synchronized void setTransactionIsolation(int wanted) throws SQLException {
    checkOpen();
    if (wanted != Connection.TRANSACTION_READ_COMMITTED
        && wanted != Connection.TRANSACTION_REPEATABLE_READ
        && wanted != Connection.TRANSACTION_SERIALIZABLE) {
      throw Access.READ.refusedCall(
          "setTransactionIsolation(" + wanted + ")", "a read sees nothing that is not committed");
    }
  }

  // ---- the connection

  @Override
  public synchronized OptionalLong sequenceNumber() {
    return views.sequenceNumber();
  }

  @Override
  public <T> T unwrap(Class<T> type) throws SQLException {
    if (isWrapperFor(type)) {
      return type.cast(this);
    }
    throw Access.READ.refusedCall(
        "unwrap(" + type.getName() + ")", "what lies under it belongs to the store");
  }

  @Override
  public boolean isWrapperFor(Class<?> type) {
    return type == Connection.class || type == ReadPoint.class;
  }

  @Override
  public synchronized boolean isClosed() {
    return closed;
  }

  /** Whether a statement made now could run. */
  @Override
  public synchronized boolean isValid(int timeoutSeconds) throws SQLException {
    notBelowZero("timeout", timeoutSeconds);
    if (closed) {
      return false;
    }
    try {
      source.readers();
      return !(views.isPinned() && read.isEnded());
    } catch (SQLException e) { // nothing serves, which is the answer
      return false;
    }
  }

  @Override
  public void close() {
    end().close();
  }

  @Override
  public void abort(Executor executor) {
    ReadConnection ended = end();
    ended.cancel(ABORT_GRACE);
    ended.close();
  }

  private synchronized ReadConnection end() {
    closed = true;
    return read;
  }

  private void checkOpen() throws SQLException {
    if (closed) {
      throw new SQLNonTransientConnectionException(
          "the connection is closed", Access.CONNECTION_CLOSED);
    }
  }

  @Override
  public synchronized int getNetworkTimeout() throws SQLException {
    checkOpen();
    return networkTimeoutMillis;
  }

  /** Heard and kept; there is no network. */
  @Override
  public synchronized void setNetworkTimeout(Executor executor, int millis) throws SQLException {
    checkOpen();
    networkTimeoutMillis = notBelowZero("network timeout", millis);
  }

  private static int notBelowZero(String what, int value) throws SQLException {
    if (value < 0) {
      throw new SQLException(what + " below zero: " + value, "HY024");
    }
    return value;
  }

  // ---- what the guard of the read answers

  private synchronized Connection guard() throws SQLException {
    checkOpen();
    return read.connection();
  }

  @Override
  public String nativeSQL(String sql) throws SQLException {
    return guard().nativeSQL(sql);
  }

  @Override
  public String getCatalog() throws SQLException {
    return guard().getCatalog();
  }

  @Override
  public void setCatalog(String catalog) throws SQLException {
    guard().setCatalog(catalog);
  }

  @Override
  public String getSchema() throws SQLException {
    return guard().getSchema();
  }

  @Override
  public void setSchema(String schema) throws SQLException {
    guard().setSchema(schema);
  }

  @Override
  public @Nullable SQLWarning getWarnings() throws SQLException {
    return guard().getWarnings();
  }

  @Override
  public void clearWarnings() throws SQLException {
    guard().clearWarnings();
  }

  @Override
  public Map<String, Class<?>> getTypeMap() throws SQLException {
    return guard().getTypeMap();
  }

  @Override
  public void setTypeMap(Map<String, Class<?>> map) throws SQLException {
    guard().setTypeMap(map);
  }

  @Override
  public int getHoldability() throws SQLException {
    return guard().getHoldability();
  }

  @Override
  public void setHoldability(int holdability) throws SQLException {
    guard().setHoldability(holdability);
  }

  @Override
  public void setClientInfo(String name, String value) throws SQLClientInfoException {
    throw refusedClientInfo();
  }

  @Override
  public void setClientInfo(Properties properties) throws SQLClientInfoException {
    throw refusedClientInfo();
  }

  private static SQLClientInfoException refusedClientInfo() {
    return new SQLClientInfoException(
        "setClientInfo refused in a read: settings of the session belong to the store",
        Access.NOT_SUPPORTED,
        Map.of());
  }

  @Override
  public String getClientInfo(String name) throws SQLException {
    return guard().getClientInfo(name);
  }

  @Override
  public Properties getClientInfo() throws SQLException {
    return guard().getClientInfo();
  }

  @Override
  public Clob createClob() throws SQLException {
    return guard().createClob();
  }

  @Override
  public Blob createBlob() throws SQLException {
    return guard().createBlob();
  }

  @Override
  public NClob createNClob() throws SQLException {
    return guard().createNClob();
  }

  @Override
  public SQLXML createSQLXML() throws SQLException {
    return guard().createSQLXML();
  }

  @Override
  public Array createArrayOf(String type, Object[] elements) throws SQLException {
    return guard().createArrayOf(type, elements);
  }

  @Override
  public Struct createStruct(String type, Object[] attributes) throws SQLException {
    return guard().createStruct(type, attributes);
  }

  @Override
  public String toString() {
    return "LentConnection";
  }
}
