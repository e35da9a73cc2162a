package scriptorium.database.guard;

import java.sql.Array;
import java.sql.Blob;
import java.sql.ClientInfoStatus;
import java.sql.Clob;
import java.sql.Connection;
import java.sql.NClob;
import java.sql.SQLClientInfoException;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.SQLXML;
import java.sql.ShardingKey;
import java.sql.Struct;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.Executor;

/** What a guarded {@link Connection} tells, makes, and refuses to be set. */
abstract class ConnectionSettings extends Delegate<Connection> implements Connection {

  private static final String ENDS_BY_STORE =
      "the store alone ends the transaction, after the journal has accepted it: return from the"
          + " mutation to commit, throw to roll everything back";
  private static final String READ_ENDS_BY_STORE =
      "a read sees one point in time and has nothing to commit; close the connection to end it";
  private static final String STORE_SETTING = "settings of the session belong to the store";

  ConnectionSettings(Connection raw, GuardedSession session) {
    super(raw, session);
  }

  final SQLException refused(String call) {
    boolean read = session().access() == Access.READ;
    String reason =
        switch (call) {
          case "commit", "rollback", "setAutoCommit(true)" ->
              read ? READ_ENDS_BY_STORE : ENDS_BY_STORE;
          case "setSavepoint", "releaseSavepoint" -> "a read has nothing to roll back to";
          case "setReadOnly(false)" -> "a read changes nothing; write through Store.write";
          case "setReadOnly(true)" -> "a mutation is there to write; read through Store.read";
          case "abort" -> "the store stops a call that takes too long";
          case "setSchema" -> STORE_SETTING + "; name the schema in the statement";
          default -> STORE_SETTING;
        };
    return session().access().refusedCall(call, reason);
  }

  @Override
  public final boolean getAutoCommit() throws SQLException {
    gate().check();
    return false;
  }

  @Override
  public final boolean isReadOnly() throws SQLException {
    gate().check();
    return session().access() == Access.READ;
  }

  @Override
  public final void beginRequest() throws SQLException {
    gate().check();
  }

  @Override
  public final void endRequest() throws SQLException {
    gate().check();
  }

  // Frameworks like to set what is set already; that is heard in silence and not passed on.

  @Override
  public final void setAutoCommit(boolean wanted) throws SQLException {
    onlyAsItIs("setAutoCommit", wanted, connection -> false);
  }

  @Override
  public final void setReadOnly(boolean wanted) throws SQLException {
    onlyAsItIs("setReadOnly", wanted, connection -> session().access() == Access.READ);
  }

  @Override
  public final void setTransactionIsolation(int wanted) throws SQLException {
    onlyAsItIs("setTransactionIsolation", wanted, Connection::getTransactionIsolation);
  }

  @Override
  public final void setHoldability(int wanted) throws SQLException {
    onlyAsItIs("setHoldability", wanted, Connection::getHoldability);
  }

  private void onlyAsItIs(String setter, Object wanted, Question<Connection, Object> present)
      throws SQLException {
    Object now = ask(present);
    if (!wanted.equals(now)) {
      throw refused(setter + "(" + wanted + ")");
    }
  }

  /** The one kind of method that may throw nothing but an exception of its own. */
  private static SQLClientInfoException clientInfo() {
    return new SQLClientInfoException(
        "setClientInfo refused: " + STORE_SETTING,
        Access.NOT_SUPPORTED,
        Map.<String, ClientInfoStatus>of());
  }

  @Override
  public final void setClientInfo(String name, String value) throws SQLClientInfoException {
    throw clientInfo();
  }

  @Override
  public final void setClientInfo(Properties properties) throws SQLClientInfoException {
    throw clientInfo();
  }

  @Override
  public final void abort(Executor executor) throws SQLException {
    throw refused("abort");
  }

  @Override
  public final void setCatalog(String catalog) throws SQLException {
    throw refused("setCatalog");
  }

  @Override
  public final void setSchema(String schema) throws SQLException {
    throw refused("setSchema");
  }

  @Override
  public final void setNetworkTimeout(Executor executor, int millis) throws SQLException {
    throw refused("setNetworkTimeout");
  }

  @Override
  public final void setTypeMap(Map<String, Class<?>> types) throws SQLException {
    throw refused("setTypeMap");
  }

  @Override
  public final void setShardingKey(ShardingKey key) throws SQLException {
    throw refused("setShardingKey");
  }

  @Override
  public final void setShardingKey(ShardingKey key, ShardingKey superKey) throws SQLException {
    throw refused("setShardingKey");
  }

  @Override
  public final boolean setShardingKeyIfValid(ShardingKey key, int timeout) throws SQLException {
    throw refused("setShardingKeyIfValid");
  }

  @Override
  public final boolean setShardingKeyIfValid(ShardingKey key, ShardingKey superKey, int timeout)
      throws SQLException {
    throw refused("setShardingKeyIfValid");
  }

  @Override
  public final Array createArrayOf(String type, Object[] elements) throws SQLException {
    return ask(connection -> guarded(connection.createArrayOf(type, given(elements)), Array.class));
  }

  @Override
  public final Struct createStruct(String type, Object[] attributes) throws SQLException {
    return ask(
        connection -> guarded(connection.createStruct(type, given(attributes)), Struct.class));
  }

  @Override
  public final String nativeSQL(String sql) throws SQLException {
    return ask(connection -> connection.nativeSQL(sql));
  }

  @Override
  public final String getClientInfo(String name) throws SQLException {
    return ask(connection -> connection.getClientInfo(name));
  }

  @Override
  public final void clearWarnings() throws SQLException {
    run(connection -> connection.clearWarnings());
  }

  @Override
  public final Blob createBlob() throws SQLException {
    return ask(connection -> guarded(connection.createBlob(), Blob.class));
  }

  @Override
  public final Clob createClob() throws SQLException {
    return ask(connection -> guarded(connection.createClob(), Clob.class));
  }

  @Override
  public final NClob createNClob() throws SQLException {
    return ask(connection -> guarded(connection.createNClob(), NClob.class));
  }

  @Override
  public final SQLXML createSQLXML() throws SQLException {
    return ask(connection -> guarded(connection.createSQLXML(), SQLXML.class));
  }

  @Override
  public final String getCatalog() throws SQLException {
    return ask(connection -> connection.getCatalog());
  }

  @Override
  public final Properties getClientInfo() throws SQLException {
    return ask(connection -> connection.getClientInfo());
  }

  @Override
  public final int getHoldability() throws SQLException {
    return askInt(connection -> connection.getHoldability());
  }

  @Override
  public final int getNetworkTimeout() throws SQLException {
    return askInt(connection -> connection.getNetworkTimeout());
  }

  @Override
  public final String getSchema() throws SQLException {
    return ask(connection -> connection.getSchema());
  }

  @Override
  public final int getTransactionIsolation() throws SQLException {
    return askInt(connection -> connection.getTransactionIsolation());
  }

  @Override
  public final Map<String, Class<?>> getTypeMap() throws SQLException {
    return ask(connection -> connection.getTypeMap());
  }

  @Override
  public final SQLWarning getWarnings() throws SQLException {
    return ask(connection -> connection.getWarnings());
  }
}
