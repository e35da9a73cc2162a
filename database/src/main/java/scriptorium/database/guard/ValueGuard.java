package scriptorium.database.guard;

import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;

/** A guarded value that is read bit by bit, or leads to rows: LOB, array, parameter meta data. */
final class ValueGuard extends Guard<Object> {

  ValueGuard(Object raw, GuardedSession session) {
    super(raw, session);
  }

  @Override
  @Nullable Object call(Object proxy, Method method, @Nullable Object[] args) throws Throwable {
    if (method.getName().equals("free") && gate().isShut()) {
      gate().checkThread(); // the end has freed it
      return null;
    }
    return pass(method, args);
  }
}
