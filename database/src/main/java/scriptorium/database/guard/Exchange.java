package scriptorium.database.guard;

import java.lang.reflect.Proxy;
import java.sql.Array;
import java.sql.Blob;
import java.sql.Clob;
import java.sql.NClob;
import java.sql.ParameterMetaData;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.SQLXML;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What goes out of H2 to user code, and what comes back. Plain values pass; objects that lead into
 * H2 are guarded on the way out and taken out of their guard on the way in. What is not known here
 * is refused. Stateless.
 */
final class Exchange {

  /** Objects called so seldom that a proxy will do; an object is shown as the first that fits. */
  private static final List<Class<?>> BY_PROXY =
      List.of(
          Blob.class, NClob.class, Clob.class, SQLXML.class, Array.class, ParameterMetaData.class);

  private static final String RAW_PACKAGE = "org.h2.jdbc";

  private Exchange() {}

  /**
   * A result as user code may have it.
   *
   * @param type what user code was promised
   */
  static <R> R outAs(R result, GuardedSession session, Class<R> type) throws SQLException {
    Object guarded = out(result, session);
    if (guarded == null || guarded == result) {
      return result;
    }
    if (!type.isInstance(guarded)) {
      throw session
          .access()
          .refusedCall("a result as " + type.getName(), "what lies under it belongs to the store");
    }
    return type.cast(guarded);
  }

  /** A result as user code may have it. */
  static @Nullable Object out(@Nullable Object result, GuardedSession session) throws SQLException {
    if (result == null || result instanceof String || result instanceof Number) {
      return result;
    }
    if (result instanceof ResultSet rows) {
      return new ResultSetGuard(rows, session, null);
    }
    if (result instanceof ResultSetMetaData columns) {
      return new ResultSetMetaDataGuard(columns, session);
    }
    if (result instanceof Object[] array) {
      for (int i = 0; i < array.length; i++) {
        array[i] = out(array[i], session);
      }
      return array;
    }
    for (Class<?> type : BY_PROXY) {
      if (type.isInstance(result)) {
        return new ValueGuard(result, session).proxy(type);
      }
    }
    if (result.getClass().getPackageName().startsWith(RAW_PACKAGE)) {
      throw session
          .access()
          .refusedCall("a result as " + result.getClass().getName(), "it belongs to the store");
    }
    return result;
  }

  /** An argument as H2 knows it: a guarded object calling back would find its own gate taken. */
  static @Nullable Object in(@Nullable Object argument, GuardedSession session)
      throws SQLException {
    if (argument == null || argument instanceof String || argument instanceof Number) {
      return argument;
    }
    if (argument instanceof Object[] array) {
      return in(array, session);
    }
    if (argument instanceof ResultSetGuard rows) {
      return own(rows.session(), session, rows.raw());
    }
    if (argument instanceof Proxy
        && Proxy.getInvocationHandler(argument) instanceof Guard<?> guard) {
      return own(guard.session(), session, guard.raw());
    }
    return argument;
  }

  private static Object[] in(Object[] array, GuardedSession session) throws SQLException {
    @Nullable Object[] copy = null;
    for (int i = 0; i < array.length; i++) {
      Object element = in(array[i], session);
      if (element != array[i]) {
        copy = copy == null ? Arrays.copyOf(array, array.length, Object[].class) : copy;
        copy[i] = element;
      }
    }
    return copy == null ? array : copy;
  }

  private static Object own(GuardedSession of, GuardedSession session, Object raw)
      throws SQLException {
    if (of != session) {
      throw session
          .access()
          .refusedCall(
              "an object of another " + of.access().word(),
              "it may be at its end; read its value and give that");
    }
    return raw;
  }
}
