package scriptorium.persistence.segment;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The real file system, of which every call is a step that is told before it is done. What is told
 * is found by reflection: a call that the log begins to make tomorrow is a step tomorrow. Nothing
 * is forced: the order of steps is tested with these files, not what a power failure leaves.
 */
final class SteppedFiles {
  /** Neither changes anything nor looks at anything that another process may change. */
  private static final Set<String> NO_STEPS = Set.of("close", "size");

  private final Consumer<String> before;
  private final Map<Path, Path> linked = new ConcurrentHashMap<>();

  private SteppedFiles(Consumer<String> before) {
    this.before = before;
  }

  /**
   * @param before is told each step, by the call and the kind of file: {@code "force segment"}
   */
  static LogFiles of(Consumer<String> before) {
    LogFiles disk = LogFiles.disk();
    SteppedFiles files = new SteppedFiles(before);
    return proxy(
        LogFiles.class,
        (proxy, method, arguments) -> {
          Path path = (Path) arguments[0];
          Object result = files.step(disk, method, arguments, () -> path);
          if (method.getName().equals("link")) {
            files.linked.put((Path) arguments[1], path);
          }
          return result instanceof LogFile file ? files.file(file, path) : result;
        });
  }

  /** Files without steps of a test's own process. */
  static LogFiles plain() {
    return of(step -> {});
  }

  private LogFile file(LogFile file, Path path) {
    return proxy(
        LogFile.class,
        (proxy, method, arguments) ->
            step(file, method, arguments, () -> linked.getOrDefault(path, path)));
  }

  private @Nullable Object step(
      Object target, Method method, Object @Nullable [] arguments, Supplier<Path> path)
      throws Throwable {
    String call = method.getName();
    if (!NO_STEPS.contains(call)) {
      before.accept(call + " " + kind(path.get()));
    }
    if (call.startsWith("force")) {
      return null;
    }
    try {
      return method.invoke(target, arguments);
    } catch (InvocationTargetException e) {
      throw e.getTargetException();
    }
  }

  private static String kind(Path path) {
    String name = path.getFileName().toString();
    int end = name.indexOf('-');
    return end < 0 ? "folder" : name.substring(0, end);
  }

  private static <T> T proxy(Class<T> type, InvocationHandler handler) {
    return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
  }
}
