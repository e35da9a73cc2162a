package scriptorium.database.guard;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.SQLException;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One guarded JDBC object of a kind that is seldom called: a proxy's handler around the raw object.
 * What is called for each row is a {@link Delegate}.
 *
 * @param <T> the JDBC interface
 */
abstract class Guard<T> implements InvocationHandler {

  /** What JDBC 4.3 gives a default; a default that is not here was added later. */
  private static final Set<String> KNOWN_DEFAULTS =
      Set.of("getMaxLogicalLobSize", "supportsRefCursors", "supportsSharding");

  private final T raw;
  private final GuardedSession session;

  Guard(T raw, GuardedSession session) {
    this.raw = raw;
    this.session = session;
  }

  /** A new guarded object with this handler. */
  <I> I proxy(Class<I> type) {
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
    if (method.isDefault() && !KNOWN_DEFAULTS.contains(method.getName())) {
      throw session.access().refusedCall(method.getName(), "this JDBC is not known here");
    }
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
  final @Nullable Object pass(Method method, @Nullable Object[] args) throws Throwable {
    gate().enter();
    try {
      return callRaw(method, args);
    } finally {
      gate().leave();
    }
  }

  /** Makes the raw call; inside the gate. */
  final @Nullable Object callRaw(Method method, @Nullable Object[] args) throws Throwable {
    try {
      @Nullable Object[] given = args.clone();
      for (int i = 0; i < given.length; i++) {
        given[i] = Exchange.in(given[i], session);
      }
      return Exchange.out(method.invoke(raw, given), session);
    } catch (InvocationTargetException e) {
      throw e.getCause() instanceof SQLException failed
          ? session.failure(failed)
          : e.getCause() == null ? e : e.getCause();
    }
  }

  static Object argument(@Nullable Object[] args, int index) throws SQLException {
    return Delegate.required(args[index], index + 1);
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
