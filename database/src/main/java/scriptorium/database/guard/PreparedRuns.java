package scriptorium.database.guard;

import java.sql.ParameterMetaData;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;

/** Running a guarded {@link PreparedStatement}, whose text was asked about when it was prepared. */
abstract class PreparedRuns<S extends PreparedStatement> extends PreparedParameters<S> {

  PreparedRuns(S raw, GuardedSession session) throws SQLException {
    super(raw, session);
  }

  @Override
  public final ResultSet executeQuery() throws SQLException {
    return execute(statement -> rows(statement.executeQuery()));
  }

  @Override
  public final int executeUpdate() throws SQLException {
    return execute(PreparedStatement::executeUpdate);
  }

  @Override
  public final long executeLargeUpdate() throws SQLException {
    return execute(PreparedStatement::executeLargeUpdate);
  }

  @Override
  public final boolean execute() throws SQLException {
    return execute(PreparedStatement::execute);
  }

  @Override
  public final void addBatch() throws SQLException {
    run(PreparedStatement::addBatch);
  }

  @Override
  public final ResultSetMetaData getMetaData() throws SQLException {
    return ask(statement -> guarded(statement.getMetaData(), ResultSetMetaData.class));
  }

  @Override
  public final ParameterMetaData getParameterMetaData() throws SQLException {
    return ask(statement -> guarded(statement.getParameterMetaData(), ParameterMetaData.class));
  }
}
