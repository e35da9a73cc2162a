package scriptorium.database.guard;

import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.SQLNonTransientException;
import java.sql.SQLWarning;
import java.sql.Statement;
import org.jspecify.annotations.Nullable;

/** The guarded {@link ResultSet}: moving, changing, closing. */
final class ResultSetGuard extends RowChangesByName {

  private final @Nullable Statement statement;
  private final long maxRows;

  /**
   * Guards rows.
   *
   * @param statement whose rows they are, for which a limit holds; null for rows of meta data
   */
  ResultSetGuard(ResultSet raw, GuardedSession session, @Nullable Statement statement) {
    super(raw, session);
    this.statement = statement;
    this.maxRows = statement == null ? 0 : session.limits().maxRows();
  }

  @Override
  public @Nullable Statement getStatement() throws SQLException {
    gate().check();
    return statement;
  }

  @Override
  public ResultSetMetaData getMetaData() throws SQLException {
    return ask(rows -> guarded(rows.getMetaData(), ResultSetMetaData.class));
  }

  @Override
  public void close() throws SQLException {
    if (gate().isShut()) {
      gate().checkThread();
    } else {
      run(ResultSet::close);
    }
  }

  @Override
  public boolean isClosed() throws SQLException {
    return gate().isShut() || raw().isClosed();
  }

  @Override
  public boolean next() throws SQLException {
    return askBoolean(rows -> notTooFar(rows.next()));
  }

  @Override
  public boolean previous() throws SQLException {
    return askBoolean(rows -> notTooFar(rows.previous()));
  }

  @Override
  public boolean first() throws SQLException {
    return askBoolean(rows -> notTooFar(rows.first()));
  }

  @Override
  public boolean last() throws SQLException {
    return askBoolean(rows -> notTooFar(rows.last()));
  }

  @Override
  public boolean absolute(int row) throws SQLException {
    return askBoolean(rows -> notTooFar(rows.absolute(row)));
  }

  @Override
  public boolean relative(int distance) throws SQLException {
    return askBoolean(rows -> notTooFar(rows.relative(distance)));
  }

  private boolean notTooFar(boolean moved) throws SQLException {
    if (maxRows > 0 && raw().getRow() > maxRows) {
      throw new SQLNonTransientException(
          "result too long: maxRows=" + maxRows + "; ask for less, or page by key", "54000");
    }
    return moved;
  }

  @Override
  public void insertRow() throws SQLException {
    change("insertRow", ResultSet::insertRow);
  }

  @Override
  public void updateRow() throws SQLException {
    change("updateRow", ResultSet::updateRow);
  }

  @Override
  public void deleteRow() throws SQLException {
    change("deleteRow", ResultSet::deleteRow);
  }

  private void change(String name, Call<ResultSet> call) throws SQLException {
    gate().check();
    if (session().access() == Access.READ) {
      throw new SQLNonTransientException(
          name + " refused in a read: write through Store.write", Access.READ_ONLY);
    }
    gate().enter();
    try {
      var unused =
          runStatement(
              rows -> {
                call.on(rows);
                return true;
              },
              0);
    } finally {
      gate().leave();
    }
  }

  @Override
  public void afterLast() throws SQLException {
    run(rows -> rows.afterLast());
  }

  @Override
  public void beforeFirst() throws SQLException {
    run(rows -> rows.beforeFirst());
  }

  @Override
  public void cancelRowUpdates() throws SQLException {
    run(rows -> rows.cancelRowUpdates());
  }

  @Override
  public void clearWarnings() throws SQLException {
    run(rows -> rows.clearWarnings());
  }

  @Override
  public int getConcurrency() throws SQLException {
    return askInt(rows -> rows.getConcurrency());
  }

  @Override
  public String getCursorName() throws SQLException {
    return ask(rows -> rows.getCursorName());
  }

  @Override
  public int getFetchDirection() throws SQLException {
    return askInt(rows -> rows.getFetchDirection());
  }

  @Override
  public int getFetchSize() throws SQLException {
    return askInt(rows -> rows.getFetchSize());
  }

  @Override
  public int getHoldability() throws SQLException {
    return askInt(rows -> rows.getHoldability());
  }

  @Override
  public int getRow() throws SQLException {
    return askInt(rows -> rows.getRow());
  }

  @Override
  public int getType() throws SQLException {
    return askInt(rows -> rows.getType());
  }

  @Override
  public SQLWarning getWarnings() throws SQLException {
    return ask(rows -> rows.getWarnings());
  }

  @Override
  public boolean isAfterLast() throws SQLException {
    return askBoolean(rows -> rows.isAfterLast());
  }

  @Override
  public boolean isBeforeFirst() throws SQLException {
    return askBoolean(rows -> rows.isBeforeFirst());
  }

  @Override
  public boolean isFirst() throws SQLException {
    return askBoolean(rows -> rows.isFirst());
  }

  @Override
  public boolean isLast() throws SQLException {
    return askBoolean(rows -> rows.isLast());
  }

  @Override
  public void moveToCurrentRow() throws SQLException {
    run(rows -> rows.moveToCurrentRow());
  }

  @Override
  public void moveToInsertRow() throws SQLException {
    run(rows -> rows.moveToInsertRow());
  }

  @Override
  public void refreshRow() throws SQLException {
    run(rows -> rows.refreshRow());
  }

  @Override
  public boolean rowDeleted() throws SQLException {
    return askBoolean(rows -> rows.rowDeleted());
  }

  @Override
  public boolean rowInserted() throws SQLException {
    return askBoolean(rows -> rows.rowInserted());
  }

  @Override
  public boolean rowUpdated() throws SQLException {
    return askBoolean(rows -> rows.rowUpdated());
  }

  @Override
  public void setFetchDirection(int column) throws SQLException {
    run(rows -> rows.setFetchDirection(column));
  }

  @Override
  public void setFetchSize(int column) throws SQLException {
    run(rows -> rows.setFetchSize(column));
  }

  @Override
  public boolean wasNull() throws SQLException {
    return askBoolean(rows -> rows.wasNull());
  }
}
