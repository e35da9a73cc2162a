package scriptorium.persistence.segment;

import java.io.IOException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Files with which a writer looks for a newer marker before it writes a frame, and not after it was
 * forced: an order that loses events. Finds out whether a test would notice.
 */
final class CheckFirst {
  private final LogFiles files;
  private @Nullable Path marker;
  private boolean wasAbsent;

  private CheckFirst(LogFiles files) {
    this.files = files;
  }

  static LogFiles over(LogFiles files) {
    CheckFirst order = new CheckFirst(files);
    return proxy(
        LogFiles.class,
        (proxy, method, arguments) -> {
          if (method.getName().startsWith("isAbsent")) {
            return order.isAbsent((Path) arguments[0]);
          }
          Object result = invoke(() -> method.invoke(files, arguments));
          return result instanceof LogFile file ? order.file(file) : result;
        });
  }

  private LogFile file(LogFile file) {
    return proxy(
        LogFile.class,
        (proxy, method, arguments) -> {
          Path next = marker;
          if (method.getName().equals("write") && next != null) {
            wasAbsent = files.isAbsent(next);
          }
          return invoke(() -> method.invoke(file, arguments));
        });
  }

  private boolean isAbsent(Path path) throws IOException {
    if (!path.equals(marker)) {
      marker = path;
      wasAbsent = files.isAbsent(path);
    }
    return wasAbsent;
  }

  private interface Call {
    Object make() throws ReflectiveOperationException;
  }

  private static Object invoke(Call call) throws Throwable {
    try {
      return call.make();
    } catch (InvocationTargetException e) {
      throw e.getTargetException();
    }
  }

  private static <T> T proxy(Class<T> type, InvocationHandler handler) {
    return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
  }
}
