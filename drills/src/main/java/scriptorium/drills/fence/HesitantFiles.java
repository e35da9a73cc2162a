package scriptorium.drills.fence;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import scriptorium.persistence.segment.LogFile;
import scriptorium.persistence.segment.LogFiles;

/**
 * Files of which a call now and then begins late, so that other processes come between any two
 * steps of a log, however close they lie. All calls, found by reflection: none is left out when the
 * log gets new ones.
 */
final class HesitantFiles {

  private static final int ONE_IN = 40;
  private static final int LONGEST_NANOS = 3_000_000;

  private final Random random;

  private HesitantFiles(Random random) {
    this.random = random;
  }

  static LogFiles over(LogFiles files, Random random) {
    return new HesitantFiles(random).hesitant(LogFiles.class, files);
  }

  private <T> T hesitant(Class<T> type, T target) {
    InvocationHandler handler = (proxy, method, arguments) -> call(target, method, arguments);
    return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
  }

  private @Nullable Object call(Object target, Method method, Object @Nullable [] arguments)
      throws Throwable {
    if (random.nextInt(ONE_IN) == 0) {
      LockSupport.parkNanos(random.nextInt(LONGEST_NANOS));
    }
    try {
      Object result = method.invoke(target, arguments);
      return result instanceof LogFile file ? hesitant(LogFile.class, file) : result;
    } catch (InvocationTargetException e) {
      throw e.getTargetException();
    }
  }
}
