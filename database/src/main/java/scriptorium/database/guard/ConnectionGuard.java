package scriptorium.database.guard;

import java.sql.CallableStatement;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.sql.Statement;
import org.jspecify.annotations.Nullable;

/** The guarded {@link Connection}: statements, savepoints and its end. */
final class ConnectionGuard extends ConnectionSettings {

  private final Runnable onClose;

  ConnectionGuard(Connection raw, GuardedSession session, Runnable onClose) {
    super(raw, session);
    this.onClose = onClose;
  }

  @Override
  public void close() {
    onClose.run();
  }

  @Override
  public boolean isClosed() {
    return gate().isShut();
  }

  @Override
  public boolean isValid(int timeoutSeconds) {
    return !gate().isShut();
  }

  @Override
  public void commit() throws SQLException {
    throw refused("commit");
  }

  @Override
  public void rollback() throws SQLException {
    throw refused("rollback");
  }

  @Override
  public Savepoint setSavepoint() throws SQLException {
    return setSavepoint(Connection::setSavepoint);
  }

  @Override
  public Savepoint setSavepoint(String name) throws SQLException {
    return setSavepoint(connection -> connection.setSavepoint(name));
  }

  private Savepoint setSavepoint(Question<Connection, Savepoint> call) throws SQLException {
    return atSavepoint(
        "setSavepoint", connection -> new GuardedSavepoint(call.on(connection), session()));
  }

  /** Savepoints of a mutation's own: one of an earlier mutation would take its neighbours along. */
  @Override
  public void rollback(@Nullable Savepoint savepoint) throws SQLException {
    backTo("rollback", savepoint, Connection::rollback);
  }

  @Override
  public void releaseSavepoint(@Nullable Savepoint savepoint) throws SQLException {
    backTo("releaseSavepoint", savepoint, Connection::releaseSavepoint);
  }

  /** What is done with a savepoint. */
  @FunctionalInterface
  private interface SavepointCall {
    void on(Connection raw, Savepoint savepoint) throws SQLException;
  }

  private void backTo(String name, @Nullable Savepoint savepoint, SavepointCall call)
      throws SQLException {
    var unused =
        atSavepoint(
            name,
            connection -> {
              call.on(connection, own(name, savepoint));
              return true;
            });
  }

  private Savepoint own(String name, @Nullable Savepoint savepoint) throws SQLException {
    if (savepoint instanceof GuardedSavepoint guarded && guarded.belongsTo(session())) {
      return guarded.raw();
    }
    throw session()
        .access()
        .refusedCall(name + "(Savepoint)", "the savepoint was not set by this mutation");
  }

  private <R> R atSavepoint(String name, Question<Connection, R> call) throws SQLException {
    if (session().access() == Access.READ) {
      throw refused(name);
    }
    gate().enter();
    try {
      return call.on(raw());
    } catch (SQLException e) {
      throw session().failure(e);
    } finally {
      try {
        session().checkTransaction();
      } finally {
        gate().leave();
      }
    }
  }

  @Override
  public DatabaseMetaData getMetaData() throws SQLException {
    return ask(
        connection ->
            new MetaDataGuard(connection.getMetaData(), session(), session().shown())
                .proxy(DatabaseMetaData.class));
  }

  @Override
  public Statement createStatement() throws SQLException {
    return ask(connection -> new StatementGuard(connection.createStatement(), session()));
  }

  @Override
  public Statement createStatement(int type, int concurrency) throws SQLException {
    return ask(
        connection -> new StatementGuard(connection.createStatement(type, concurrency), session()));
  }

  @Override
  public Statement createStatement(int type, int concurrency, int holdability) throws SQLException {
    return ask(
        connection ->
            new StatementGuard(
                connection.createStatement(type, concurrency, holdability), session()));
  }

  /** Asks whether the text may run, before H2 sees it. */
  private PreparedStatement prepare(String sql, Question<Connection, PreparedStatement> call)
      throws SQLException {
    return ask(
        connection -> {
          session().checkStatement(required(sql, 1));
          return new PreparedStatementGuard(call.on(connection), session());
        });
  }

  @Override
  public PreparedStatement prepareStatement(String sql) throws SQLException {
    return prepare(sql, connection -> connection.prepareStatement(sql));
  }

  @Override
  public PreparedStatement prepareStatement(String sql, int generatedKeys) throws SQLException {
    return prepare(sql, connection -> connection.prepareStatement(sql, generatedKeys));
  }

  @Override
  public PreparedStatement prepareStatement(String sql, int[] columns) throws SQLException {
    return prepare(sql, connection -> connection.prepareStatement(sql, columns));
  }

  @Override
  public PreparedStatement prepareStatement(String sql, String[] columns) throws SQLException {
    return prepare(sql, connection -> connection.prepareStatement(sql, columns));
  }

  @Override
  public PreparedStatement prepareStatement(String sql, int type, int concurrency)
      throws SQLException {
    return prepare(sql, connection -> connection.prepareStatement(sql, type, concurrency));
  }

  @Override
  public PreparedStatement prepareStatement(String sql, int type, int concurrency, int holdability)
      throws SQLException {
    return prepare(
        sql, connection -> connection.prepareStatement(sql, type, concurrency, holdability));
  }

  private CallableStatement call(String sql, Question<Connection, CallableStatement> call)
      throws SQLException {
    return ask(
        connection -> {
          session().checkStatement(required(sql, 1));
          return new CallableStatementGuard(call.on(connection), session());
        });
  }

  @Override
  public CallableStatement prepareCall(String sql) throws SQLException {
    return call(sql, connection -> connection.prepareCall(sql));
  }

  @Override
  public CallableStatement prepareCall(String sql, int type, int concurrency) throws SQLException {
    return call(sql, connection -> connection.prepareCall(sql, type, concurrency));
  }

  @Override
  public CallableStatement prepareCall(String sql, int type, int concurrency, int holdability)
      throws SQLException {
    return call(sql, connection -> connection.prepareCall(sql, type, concurrency, holdability));
  }
}
