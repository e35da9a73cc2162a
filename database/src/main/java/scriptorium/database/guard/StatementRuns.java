package scriptorium.database.guard;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** Running texts of SQL: each is asked about before it runs. */
abstract class StatementRuns<S extends Statement> extends StatementState<S> {

  StatementRuns(S raw, GuardedSession session) throws SQLException {
    super(raw, session);
  }

  /** Runs what has been prepared or added to a batch. */
  final <R> R execute(Question<? super S, R> call) throws SQLException {
    gate().enter();
    try {
      return runStatement(call, timeoutSeconds());
    } finally {
      gate().leave();
    }
  }

  /** Runs a text if it may run. */
  private <R> R execute(String sql, Question<? super S, R> call) throws SQLException {
    gate().enter();
    try {
      session().checkStatement(required(sql, 1));
      return runStatement(call, timeoutSeconds());
    } finally {
      gate().leave();
    }
  }

  @Override
  public final void addBatch(String sql) throws SQLException {
    gate().enter();
    try {
      session().checkStatement(required(sql, 1));
      raw().addBatch(sql);
    } catch (SQLException e) {
      throw session().failure(e);
    } finally {
      gate().leave();
    }
  }

  @Override
  public final int[] executeBatch() throws SQLException {
    return execute(Statement::executeBatch);
  }

  @Override
  public final long[] executeLargeBatch() throws SQLException {
    return execute(Statement::executeLargeBatch);
  }

  @Override
  public final ResultSet executeQuery(String sql) throws SQLException {
    return execute(sql, statement -> rows(statement.executeQuery(sql)));
  }

  @Override
  public final boolean execute(String sql) throws SQLException {
    return execute(sql, statement -> statement.execute(sql));
  }

  @Override
  public final boolean execute(String sql, int generatedKeys) throws SQLException {
    return execute(sql, statement -> statement.execute(sql, generatedKeys));
  }

  @Override
  public final boolean execute(String sql, int[] columns) throws SQLException {
    return execute(sql, statement -> statement.execute(sql, columns));
  }

  @Override
  public final boolean execute(String sql, String[] columns) throws SQLException {
    return execute(sql, statement -> statement.execute(sql, columns));
  }

  @Override
  public final int executeUpdate(String sql) throws SQLException {
    return execute(sql, statement -> statement.executeUpdate(sql));
  }

  @Override
  public final int executeUpdate(String sql, int generatedKeys) throws SQLException {
    return execute(sql, statement -> statement.executeUpdate(sql, generatedKeys));
  }

  @Override
  public final int executeUpdate(String sql, int[] columns) throws SQLException {
    return execute(sql, statement -> statement.executeUpdate(sql, columns));
  }

  @Override
  public final int executeUpdate(String sql, String[] columns) throws SQLException {
    return execute(sql, statement -> statement.executeUpdate(sql, columns));
  }

  @Override
  public final long executeLargeUpdate(String sql) throws SQLException {
    return execute(sql, statement -> statement.executeLargeUpdate(sql));
  }

  @Override
  public final long executeLargeUpdate(String sql, int generatedKeys) throws SQLException {
    return execute(sql, statement -> statement.executeLargeUpdate(sql, generatedKeys));
  }

  @Override
  public final long executeLargeUpdate(String sql, int[] columns) throws SQLException {
    return execute(sql, statement -> statement.executeLargeUpdate(sql, columns));
  }

  @Override
  public final long executeLargeUpdate(String sql, String[] columns) throws SQLException {
    return execute(sql, statement -> statement.executeLargeUpdate(sql, columns));
  }
}
