package scriptorium.database.guard;

import java.lang.reflect.Method;
import java.sql.CallableStatement;
import java.sql.ClientInfoStatus;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.PreparedStatement;
import java.sql.SQLClientInfoException;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.sql.Statement;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The guarded {@link Connection}: what it does not know, also in later JDBC, it refuses. */
final class ConnectionGuard extends Guard<Connection> {

  private static final String ENDS_BY_STORE =
      "the store alone ends the transaction, after the journal has accepted it: return from the"
          + " mutation to commit, throw to roll everything back";
  private static final String READ_ENDS_BY_STORE =
      "a read sees one point in time and has nothing to commit; close the connection to end it";
  private static final String STORE_SETTING = "settings of the session belong to the store";

  private final Runnable onClose;

  ConnectionGuard(Connection raw, GuardedSession session, Runnable onClose) {
    super(raw, session);
    this.onClose = onClose;
  }

  @Override
  @Nullable Object call(Object proxy, Method method, @Nullable Object[] args) throws Throwable {
    return switch (method.getName()) {
      case "prepareStatement", "prepareCall" -> prepare(method, args);
      case "createStatement", "getMetaData" -> create(method, args);
      case "setSavepoint", "releaseSavepoint", "rollback" -> savepoint(method, args);
      case "close" -> {
        onClose.run();
        yield null;
      }
      case "isClosed" -> gate().isShut();
      case "isValid" -> !gate().isShut();
      case "getAutoCommit", "isReadOnly", "beginRequest", "endRequest" -> answer(method.getName());
      case "setAutoCommit", "setReadOnly", "setTransactionIsolation", "setHoldability" ->
          onlyAsItIs(method.getName(), argument(args, 0));
      case "setClientInfo" -> throw clientInfo();
      case "nativeSQL",
          "createArrayOf",
          "createBlob",
          "createClob",
          "createNClob",
          "createSQLXML",
          "createStruct",
          "getCatalog",
          "getSchema",
          "getClientInfo",
          "getHoldability",
          "getNetworkTimeout",
          "getTransactionIsolation",
          "getTypeMap",
          "getWarnings",
          "clearWarnings" ->
          pass(proxy, method, args);
      default -> throw refused(method.getName());
    };
  }

  private Object prepare(Method method, @Nullable Object[] args) throws Throwable {
    gate().enter();
    try {
      session().checkStatement((String) argument(args, 0));
      return statement((Statement) result(method, args));
    } finally {
      gate().leave();
    }
  }

  private Object create(Method method, @Nullable Object[] args) throws Throwable {
    gate().enter();
    try {
      return result(method, args) instanceof Statement statement
          ? statement(statement)
          : new MetaDataGuard(raw().getMetaData(), session(), session().shown())
              .proxy(DatabaseMetaData.class);
    } finally {
      gate().leave();
    }
  }

  private Statement statement(Statement raw) throws SQLException {
    StatementGuard guard = new StatementGuard(raw, session(), session().shown());
    session().opened(raw);
    if (raw instanceof CallableStatement) {
      return guard.proxy(CallableStatement.class);
    }
    return raw instanceof PreparedStatement
        ? guard.proxy(PreparedStatement.class)
        : guard.proxy(Statement.class);
  }

  private Object result(Method method, @Nullable Object[] args) throws Throwable {
    Object result = callRaw(method, args);
    if (result == null) {
      throw new IllegalStateException(method.getName() + " answered null");
    }
    return result;
  }

  /** Savepoints of a mutation's own: one of an earlier mutation would take its neighbours along. */
  private @Nullable Object savepoint(Method method, @Nullable Object[] args) throws Throwable {
    String name = method.getName();
    if (session().access() == Access.READ || (name.equals("rollback") && args.length == 0)) {
      throw refused(name);
    }
    gate().enter();
    try {
      if (name.equals("setSavepoint")) {
        return new GuardedSavepoint((Savepoint) result(method, args), session());
      }
      if (!(args[0] instanceof GuardedSavepoint savepoint) || !savepoint.belongsTo(session())) {
        throw session()
            .access()
            .refusedCall(name + "(Savepoint)", "the savepoint was not set by this mutation");
      }
      return callRaw(method, new Object[] {savepoint.raw()});
    } finally {
      try {
        session().afterStatement();
      } finally {
        gate().leave();
      }
    }
  }

  private @Nullable Object answer(String call) throws SQLException {
    gate().checkThread();
    if (gate().isShut()) {
      throw gate().refusal();
    }
    return switch (call) {
      case "getAutoCommit" -> false;
      case "isReadOnly" -> session().access() == Access.READ;
      default -> null;
    };
  }

  /** Frameworks like to set what is set already; that is heard in silence and not passed on. */
  private @Nullable Object onlyAsItIs(String setter, Object wanted) throws SQLException {
    gate().enter();
    try {
      Object now =
          switch (setter) {
            case "setAutoCommit" -> false;
            case "setReadOnly" -> session().access() == Access.READ;
            case "setHoldability" -> raw().getHoldability();
            default -> raw().getTransactionIsolation();
          };
      if (!wanted.equals(now)) {
        throw refused(setter + "(" + wanted + ")");
      }
      return null;
    } finally {
      gate().leave();
    }
  }

  private SQLException refused(String call) {
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

  /** The one method that may throw nothing but an exception of its own. */
  private static SQLClientInfoException clientInfo() {
    return new SQLClientInfoException(
        "setClientInfo refused: " + STORE_SETTING,
        Access.NOT_SUPPORTED,
        Map.<String, ClientInfoStatus>of());
  }
}
