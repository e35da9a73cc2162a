package scriptorium.database.guard;

import java.lang.reflect.Method;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.jspecify.annotations.Nullable;

/** The guarded {@link Statement}, prepared or callable ones too. */
final class StatementGuard extends Guard<Statement> {

  private final Connection connection;
  private int timeoutSeconds;
  private long askedMaxRows;

  StatementGuard(Statement raw, GuardedSession session, Connection connection) throws SQLException {
    super(raw, session);
    this.connection = connection;
    if (session.limits().maxRows() > 0) {
      limitRows();
    }
  }

  @Override
  @Nullable Object call(Object proxy, Method method, @Nullable Object[] args) throws Throwable {
    return switch (method.getName()) {
      case "execute",
          "executeQuery",
          "executeUpdate",
          "executeLargeUpdate",
          "executeBatch",
          "executeLargeBatch" ->
          execute(proxy, method, args);
      case "addBatch" -> addBatch(proxy, method, args);
      case "getConnection" -> connection;
      case "close" -> close();
      case "isClosed" -> gate().isShut() || raw().isClosed();
      case "cancel" -> cancel(method, args);
      case "setEscapeProcessing" -> escapes(argument(args, 0));
      case "setQueryTimeout", "getQueryTimeout" -> queryTimeout(args);
      case "setMaxRows", "setLargeMaxRows" -> setMaxRows(args);
      case "getMaxRows" -> (int) Math.min(askedMaxRows, Integer.MAX_VALUE);
      case "getLargeMaxRows" -> askedMaxRows;
      default -> pass(proxy, method, args);
    };
  }

  private @Nullable Object execute(Object proxy, Method method, @Nullable Object[] args)
      throws Throwable {
    gate().enter();
    try {
      if (args.length > 0) {
        session().checkStatement((String) argument(args, 0));
      }
      return guarded(proxy, runRaw(method, args, timeoutSeconds));
    } finally {
      gate().leave();
    }
  }

  private @Nullable Object addBatch(Object proxy, Method method, @Nullable Object[] args)
      throws Throwable {
    gate().enter();
    try {
      if (args.length > 0) {
        session().checkStatement((String) argument(args, 0));
      }
      return guarded(proxy, callRaw(method, args));
    } finally {
      gate().leave();
    }
  }

  /** Closing twice, or after the end, is harmless as JDBC wants it; the end has closed it. */
  private @Nullable Object close() throws SQLException {
    gate().checkThread();
    if (!gate().isShut()) {
      gate().enter();
      try {
        session().closed(raw());
        raw().close();
        session().restWhenIdle();
      } finally {
        gate().leave();
      }
    }
    return null;
  }

  /** A read may be cancelled by any thread while its statement runs, so not inside the gate. */
  private @Nullable Object cancel(Method method, @Nullable Object[] args) throws Throwable {
    gate().checkThread();
    if (gate().isShut()) {
      throw gate().refusal();
    }
    session().markCancelled();
    return callRaw(method, args);
  }

  /** Without escapes the text that was examined would not be the one that runs. */
  private @Nullable Object escapes(Object wanted) throws SQLException {
    gate().checkThread();
    if (!wanted.equals(true)) {
      throw session().access().refusedCall("setEscapeProcessing(false)", "escapes are always read");
    }
    return null;
  }

  /** H2 would set the time limit of the whole session, for the mutations to come as well. */
  private @Nullable Object queryTimeout(@Nullable Object[] args) throws SQLException {
    gate().checkThread();
    if (args.length == 0) {
      return timeoutSeconds;
    }
    int seconds = (int) argument(args, 0);
    if (seconds < 0) {
      throw new SQLException("query timeout below zero: seconds=" + seconds, "HY024");
    }
    timeoutSeconds = seconds;
    return null;
  }

  private @Nullable Object setMaxRows(@Nullable Object[] args) throws SQLException {
    long rows = ((Number) argument(args, 0)).longValue();
    if (rows < 0) {
      throw new SQLException("maximum of rows below zero: rows=" + rows, "HY024");
    }
    gate().enter();
    try {
      askedMaxRows = rows;
      limitRows();
      return null;
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
}
