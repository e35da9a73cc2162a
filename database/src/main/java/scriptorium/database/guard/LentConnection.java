package scriptorium.database.guard;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLTransientConnectionException;
import java.time.Duration;
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
public final class LentConnection implements InvocationHandler {

  /** Each of a row of schema changes may retire the pool that was just looked up. */
  private static final int BIND_ATTEMPTS = 5;

  private static final Duration ABORT_GRACE = Duration.ofMillis(100);

  private final ReadSource source;
  private final ReadLimits limits;
  private final Connection proxy;
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
    this.proxy =
        (Connection)
            Proxy.newProxyInstance(
                LentConnection.class.getClassLoader(), new Class<?>[] {Connection.class}, this);
    Binding first = bind(true);
    this.pool = first.pool();
    this.read = first.read();
    this.views = first.views();
    read.showAs(proxy);
  }

  /**
   * Borrows from the pool of the database that serves now.
   *
   * @param limits of each view
   * @throws SQLException when nothing serves, or the pool has no connection left
   */
  public static Connection open(ReadSource source, ReadLimits limits) throws SQLException {
    return new LentConnection(source, limits).proxy;
  }

  @Override
  public @Nullable Object invoke(
      Object self, Method method, @Nullable Object @Nullable [] arguments) throws Throwable {
    @Nullable Object[] args = arguments == null ? new Object[0] : arguments;
    return switch (method.getName()) {
      case "toString" -> "LentConnection";
      case "hashCode" -> System.identityHashCode(self);
      case "equals" -> self == args[0];
      case "close" -> {
        close();
        yield null;
      }
      case "abort" -> {
        abort();
        yield null;
      }
      case "isClosed" -> isClosed();
      case "isValid" -> isValid((int) Guard.argument(args, 0));
      case "createStatement", "prepareStatement", "prepareCall", "getMetaData" ->
          pass(current(), method, args);
      default -> polite(method, args);
    };
  }

  /** Calls about the transaction, of which a reader has none to speak of. */
  private synchronized @Nullable Object polite(Method method, @Nullable Object[] args)
      throws Throwable {
    checkOpen();
    return switch (method.getName()) {
      case "getAutoCommit" -> autoCommit;
      case "setAutoCommit" -> setAutoCommit((boolean) Guard.argument(args, 0));
      case "commit" -> endView();
      case "rollback" -> args.length == 0 ? endView() : null;
      case "setSavepoint" ->
          new LentSavepoint(++savepoints, args.length == 0 ? null : (String) args[0]);
      case "unwrap" -> unwrap((Class<?>) Guard.argument(args, 0));
      case "isReadOnly" -> true;
      case "releaseSavepoint", "setReadOnly" -> null;
      case "getTransactionIsolation" -> Connection.TRANSACTION_SERIALIZABLE;
      case "setTransactionIsolation" -> checkIsolation((int) Guard.argument(args, 0));
      case "getNetworkTimeout" -> networkTimeoutMillis;
      case "setNetworkTimeout" -> setNetworkTimeout((int) Guard.argument(args, 1));
      default -> pass(read.connection(), method, args);
    };
  }

  private Object unwrap(Class<?> type) throws SQLException {
    if (type.isInstance(proxy)) {
      return proxy;
    }
    throw Access.READ.refusedCall(
        "unwrap(" + type.getName() + ")", "what lies under it belongs to the store");
  }

  // What JDBC declares void answers null, the value of a proxy's void call.

  private @Nullable Object setAutoCommit(boolean wanted) throws SQLException {
    if (wanted != autoCommit) {
      endView();
      autoCommit = wanted;
      views.setAutoCommit(wanted);
    }
    return null;
  }

  private @Nullable Object setNetworkTimeout(int millis) throws SQLException {
    networkTimeoutMillis = notBelowZero("network timeout", millis);
    return null;
  }

  private @Nullable Object endView() throws SQLException {
    if (read.isEnded()) {
      views.forget();
    } else {
      read.inside(views::rest);
    }
    return null;
  }

  /**
   * A view of a database with one writer, none of whose changes is ever seen in part, keeps what
   * every level promises; only who asks to see what is not committed would be misled.
   */
  private static @Nullable Object checkIsolation(int wanted) throws SQLException {
    if (wanted != Connection.TRANSACTION_READ_COMMITTED
        && wanted != Connection.TRANSACTION_REPEATABLE_READ
        && wanted != Connection.TRANSACTION_SERIALIZABLE) {
      throw Access.READ.refusedCall(
          "setTransactionIsolation(" + wanted + ")", "a read sees nothing that is not committed");
    }
    return null;
  }

  private static int notBelowZero(String what, int value) throws SQLException {
    if (value < 0) {
      throw new SQLException(what + " below zero: " + value, "HY024");
    }
    return value;
  }

  /** The connection to the database that serves now, unless a view is pinned in another. */
  private synchronized Connection current() throws SQLException {
    checkOpen();
    if (!views.isPinned() && (read.isEnded() || source.readers() != pool)) {
      read.close();
      Binding next = bind(autoCommit);
      pool = next.pool();
      read = next.read();
      views = next.views();
      read.showAs(proxy);
    }
    return read.connection();
  }

  private Binding bind(boolean withAutoCommit) throws SQLException {
    for (int attempt = 1; ; attempt++) {
      ReadConnections now = source.readers();
      try {
        return now.take(reader -> bind(now, reader, withAutoCommit));
      } catch (SQLTransientConnectionException e) {
        if (attempt == BIND_ATTEMPTS || source.readers() == now) {
          throw e;
        }
      }
    }
  }

  private Binding bind(ReadConnections now, PooledReader reader, boolean withAutoCommit)
      throws SQLException {
    LentViews lent = new LentViews(reader, now, source, now.deadline(limits), withAutoCommit);
    ReadConnection lender = new ReadConnection(reader, lent);
    lent.whenOverdue(lender::giveUp);
    return new Binding(now, lender, lent);
  }

  private synchronized boolean isClosed() {
    return closed;
  }

  /** Whether a statement made now could run. */
  private synchronized boolean isValid(int timeoutSeconds) throws SQLException {
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

  private void close() {
    end().close();
  }

  private void abort() {
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

  private static @Nullable Object pass(Connection target, Method method, @Nullable Object[] args)
      throws Throwable {
    try {
      return method.invoke(target, args);
    } catch (InvocationTargetException e) {
      throw e.getCause() == null ? e : e.getCause();
    }
  }
}
