package scriptorium.database.guard;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.Statement;
import org.jspecify.annotations.Nullable;

/**
 * One guarded JDBC object: a proxy's handler around the raw object.
 *
 * @param <T> the JDBC interface
 */
abstract class Guard<T> implements InvocationHandler {

  private final T raw;
  private final GuardedSession session;

  Guard(T raw, GuardedSession session) {
    this.raw = raw;
    this.session = session;
  }

  /** A new guarded object with this handler. */
  <I extends T> I proxy(Class<I> type) {
    return type.cast(
        Proxy.newProxyInstance(Guard.class.getClassLoader(), new Class<?>[] {type}, this));
  }

  T raw() {
    return raw;
  }

  GuardedSession session() {
    return session;
  }

  CallGate gate() {
    return session.gate();
  }

  @Override
  public final @Nullable Object invoke(
      Object proxy, Method method, @Nullable Object @Nullable [] arguments) throws Throwable {
    @Nullable Object[] args = arguments == null ? new Object[0] : arguments;
    return switch (method.getName()) {
      case "toString" -> getClass().getSimpleName() + " of a " + session.access().word();
      case "hashCode" -> System.identityHashCode(proxy);
      case "equals" -> proxy == args[0];
      case "isWrapperFor" -> ((Class<?>) argument(args, 0)).isInstance(proxy);
      case "unwrap" -> unwrap(proxy, (Class<?>) argument(args, 0));
      default -> call(proxy, method, args);
    };
  }

  /** Any call but those every object has. */
  abstract @Nullable Object call(Object proxy, Method method, @Nullable Object[] args)
      throws Throwable;

  /** Makes the raw call inside the gate. */
  final @Nullable Object pass(Object proxy, Method method, @Nullable Object[] args)
      throws Throwable {
    gate().enter();
    try {
      return guarded(proxy, callRaw(method, args));
    } finally {
      gate().leave();
    }
  }

  /** Makes the raw call; inside the gate. */
  final @Nullable Object callRaw(Method method, @Nullable Object[] args) throws Throwable {
    try {
      return method.invoke(raw, args);
    } catch (InvocationTargetException e) {
      throw failure(e.getCause() == null ? e : e.getCause());
    }
  }

  /** Makes a raw call that runs SQL, with all that belongs before and after; inside the gate. */
  final @Nullable Object runRaw(Method method, @Nullable Object[] args, int timeoutSeconds)
      throws Throwable {
    session.beforeStatement(timeoutSeconds);
    Throwable failure = null;
    try {
      return callRaw(method, args);
    } catch (SQLException | RuntimeException e) {
      failure = e;
      throw e;
    } finally {
      try {
        afterStatement(failure);
      } finally {
        session.endTurn();
      }
    }
  }

  /** A result as user code may have it. */
  final @Nullable Object guarded(Object proxy, @Nullable Object result) {
    if (result instanceof ResultSet rows) {
      Statement owner = proxy instanceof Statement statement ? statement : null;
      return new ResultSetGuard(rows, session, owner).proxy(ResultSet.class);
    }
    return result;
  }

  static Object argument(@Nullable Object[] args, int index) throws SQLException {
    Object value = args[index];
    if (value == null) {
      throw new SQLException("argument " + (index + 1) + " is null", "HY009");
    }
    return value;
  }

  private void afterStatement(@Nullable Throwable failure) throws SQLException {
    try {
      if (failure != null) {
        session.takeBack(failure);
      }
      session.afterStatement();
    } catch (SQLException | RuntimeException e) {
      if (failure != null) {
        e.addSuppressed(failure);
      }
      throw e;
    }
  }

  /** A statement stopped by the revocation says so, not only that it was cancelled. */
  private Throwable failure(Throwable cause) {
    if (gate().isShut() && cause instanceof SQLException) {
      SQLException refusal = gate().refusal();
      return new SQLNonTransientConnectionException(
          refusal.getMessage(), refusal.getSQLState(), cause);
    }
    return cause;
  }

  private Object unwrap(Object proxy, Class<?> type) throws SQLException {
    if (type.isInstance(proxy)) {
      return proxy;
    }
    throw session
        .access()
        .refusedCall("unwrap(" + type.getName() + ")", "what lies under it belongs to the store");
  }
}
