package scriptorium.database.guard;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Statement;
import org.jspecify.annotations.Nullable;

/**
 * What every guarded statement does beside running: its results, limits and end.
 *
 * <p>The open statements of a session are a list, linked through the statements themselves; only
 * {@link GuardedSession} touches the links.
 */
abstract class StatementState<S extends Statement> extends Delegate<S> implements Statement {

  private final Connection connection;
  private int timeoutSeconds;
  private long askedMaxRows;

  @Nullable StatementState<?> openedBefore;
  @Nullable StatementState<?> openedAfter;

  StatementState(S raw, GuardedSession session) throws SQLException {
    super(raw, session);
    this.connection = session.shown();
    if (session.limits().maxRows() > 0) {
      limitRows();
    }
    session.opened(this);
  }

  final int timeoutSeconds() {
    return timeoutSeconds;
  }

  /** Rows of this statement; inside the gate. */
  final ResultSet rows(ResultSet raw) {
    return new ResultSetGuard(raw, session(), this);
  }

  @SuppressWarnings("NullAway") // null passes, as through JDBC, which says nothing of it
  private ResultSet rowsOrNull(@Nullable ResultSet raw) {
    return raw == null ? null : rows(raw);
  }

  @Override
  public final Connection getConnection() throws SQLException {
    gate().check();
    return connection;
  }

  /** Closing twice, or after the end, is harmless as JDBC wants it; the end has closed it. */
  @Override
  public final void close() throws SQLException {
    gate().checkThread();
    if (gate().isShut()) {
      return;
    }
    gate().enter();
    try {
      session().closed(this);
      raw().close();
      session().restWhenIdle();
    } finally {
      gate().leave();
    }
  }

  @Override
  public final boolean isClosed() throws SQLException {
    return gate().isShut() || raw().isClosed();
  }

  /** A read may be cancelled by any thread while its statement runs, so not inside the gate. */
  @Override
  public final void cancel() throws SQLException {
    gate().check();
    session().markCancelled();
    try {
      raw().cancel();
    } catch (SQLException e) {
      throw session().failure(e);
    }
  }

  /** Without escapes the text that was examined would not be the one that runs. */
  @Override
  public final void setEscapeProcessing(boolean wanted) throws SQLException {
    gate().check();
    if (!wanted) {
      throw session().access().refusedCall("setEscapeProcessing(false)", "escapes are always read");
    }
  }

  @Override
  public final int getQueryTimeout() throws SQLException {
    gate().check();
    return timeoutSeconds;
  }

  /** H2 would set the time limit of the whole session, for the mutations to come as well. */
  @Override
  public final void setQueryTimeout(int seconds) throws SQLException {
    gate().check();
    if (seconds < 0) {
      throw new SQLException("query timeout below zero: seconds=" + seconds, "HY024");
    }
    timeoutSeconds = seconds;
  }

  @Override
  public final int getMaxRows() throws SQLException {
    gate().check();
    return (int) Math.min(askedMaxRows, Integer.MAX_VALUE);
  }

  @Override
  public final void setMaxRows(int rows) throws SQLException {
    setLargeMaxRows(rows);
  }

  @Override
  public final long getLargeMaxRows() throws SQLException {
    gate().check();
    return askedMaxRows;
  }

  @Override
  public final void setLargeMaxRows(long rows) throws SQLException {
    if (rows < 0) {
      throw new SQLException("maximum of rows below zero: rows=" + rows, "HY024");
    }
    gate().enter();
    try {
      askedMaxRows = rows;
      limitRows();
    } finally {
      gate().leave();
    }
  }

  /** One row more than allowed is fetched, so that too long a result is told from a full one. */
  private void limitRows() throws SQLException {
    long allowed = session().limits().maxRows();
    boolean asksLess = askedMaxRows > 0 && (allowed == 0 || askedMaxRows <= allowed);
    raw().setLargeMaxRows(asksLess || allowed == 0 ? askedMaxRows : allowed + 1);
  }

  @Override
  public final ResultSet getResultSet() throws SQLException {
    return ask(statement -> rowsOrNull(statement.getResultSet()));
  }

  @Override
  public final ResultSet getGeneratedKeys() throws SQLException {
    return ask(statement -> rows(statement.getGeneratedKeys()));
  }

  @Override
  public final void clearBatch() throws SQLException {
    run(statement -> statement.clearBatch());
  }

  @Override
  public final void clearWarnings() throws SQLException {
    run(statement -> statement.clearWarnings());
  }

  @Override
  public final void closeOnCompletion() throws SQLException {
    run(statement -> statement.closeOnCompletion());
  }

  @Override
  public final int getFetchDirection() throws SQLException {
    return askInt(statement -> statement.getFetchDirection());
  }

  @Override
  public final int getFetchSize() throws SQLException {
    return askInt(statement -> statement.getFetchSize());
  }

  @Override
  public final long getLargeUpdateCount() throws SQLException {
    return askLong(statement -> statement.getLargeUpdateCount());
  }

  @Override
  public final int getMaxFieldSize() throws SQLException {
    return askInt(statement -> statement.getMaxFieldSize());
  }

  @Override
  public final boolean getMoreResults() throws SQLException {
    return askBoolean(statement -> statement.getMoreResults());
  }

  @Override
  public final boolean getMoreResults(int value) throws SQLException {
    return askBoolean(statement -> statement.getMoreResults(value));
  }

  @Override
  public final int getResultSetConcurrency() throws SQLException {
    return askInt(statement -> statement.getResultSetConcurrency());
  }

  @Override
  public final int getResultSetHoldability() throws SQLException {
    return askInt(statement -> statement.getResultSetHoldability());
  }

  @Override
  public final int getResultSetType() throws SQLException {
    return askInt(statement -> statement.getResultSetType());
  }

  @Override
  public final int getUpdateCount() throws SQLException {
    return askInt(statement -> statement.getUpdateCount());
  }

  @Override
  public final SQLWarning getWarnings() throws SQLException {
    return ask(statement -> statement.getWarnings());
  }

  @Override
  public final boolean isCloseOnCompletion() throws SQLException {
    return askBoolean(statement -> statement.isCloseOnCompletion());
  }

  @Override
  public final boolean isPoolable() throws SQLException {
    return askBoolean(statement -> statement.isPoolable());
  }

  @Override
  public final void setFetchDirection(int value) throws SQLException {
    run(statement -> statement.setFetchDirection(value));
  }

  @Override
  public final void setFetchSize(int value) throws SQLException {
    run(statement -> statement.setFetchSize(value));
  }

  @Override
  public final void setMaxFieldSize(int value) throws SQLException {
    run(statement -> statement.setMaxFieldSize(value));
  }

  @Override
  public final void setPoolable(boolean value) throws SQLException {
    run(statement -> statement.setPoolable(value));
  }

  @Override
  public final String enquoteIdentifier(String value, boolean always) throws SQLException {
    return ask(statement -> statement.enquoteIdentifier(value, always));
  }

  @Override
  public final String enquoteLiteral(String value) throws SQLException {
    return ask(statement -> statement.enquoteLiteral(value));
  }

  @Override
  public final String enquoteNCharLiteral(String value) throws SQLException {
    return ask(statement -> statement.enquoteNCharLiteral(value));
  }

  @Override
  public final boolean isSimpleIdentifier(String value) throws SQLException {
    return askBoolean(statement -> statement.isSimpleIdentifier(value));
  }

  @Override
  public final void setCursorName(String value) throws SQLException {
    run(statement -> statement.setCursorName(value));
  }
}
