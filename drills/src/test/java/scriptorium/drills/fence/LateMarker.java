package scriptorium.drills.fence;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import scriptorium.persistence.segment.LogFiles;

/**
 * An order of steps that loses events: the marker is not made before the log is read again, but
 * after, so that the writer of before goes on acknowledging what the new one has not read. Finds
 * out whether the drill would notice.
 */
final class LateMarker implements AlteredOrder {

  private @Nullable Object marker;
  private @Nullable Path complete;

  @Override
  public LogFiles over(LogFiles files) {
    return (LogFiles)
        Proxy.newProxyInstance(
            LogFiles.class.getClassLoader(),
            new Class<?>[] {LogFiles.class},
            (proxy, method, arguments) -> {
              try {
                return call(files, method.getName(), arguments)
                    ? null
                    : method.invoke(files, arguments);
              } catch (InvocationTargetException e) {
                throw e.getTargetException();
              }
            });
  }

  /** Whether the call was put off, or forgotten. */
  private boolean call(LogFiles files, String method, Object[] arguments) throws Exception {
    String name = ((Path) arguments[0]).getFileName().toString();
    if (method.equals("link") && name.startsWith("epoch-")) {
      marker = arguments[0];
      complete = (Path) arguments[1];
      return true;
    }
    if (method.equals("delete") && arguments[0].equals(complete) && marker != null) {
      return true;
    }
    Path late = (Path) marker;
    Path content = complete;
    if (method.equals("link") && late != null && content != null) {
      marker = null;
      files.link(late, content);
      files.delete(content);
    }
    return false;
  }
}
