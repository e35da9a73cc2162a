package scriptorium.database.guard;

import java.lang.reflect.Method;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLNonTransientException;
import java.sql.Statement;
import org.jspecify.annotations.Nullable;

/** The guarded {@link ResultSet}. */
final class ResultSetGuard extends Guard<ResultSet> {

  private final @Nullable Statement statement;

  ResultSetGuard(ResultSet raw, GuardedSession session, @Nullable Statement statement) {
    super(raw, session);
    this.statement = statement;
  }

  @Override
  @Nullable Object call(Object proxy, Method method, @Nullable Object[] args) throws Throwable {
    return switch (method.getName()) {
      case "getStatement" -> statement;
      case "next", "previous", "first", "last", "absolute", "relative" -> move(method, args);
      case "insertRow", "updateRow", "deleteRow" -> change(method, args);
      case "close" -> gate().isShut() ? closed() : pass(proxy, method, args);
      case "isClosed" -> gate().isShut() || raw().isClosed();
      default -> pass(proxy, method, args);
    };
  }

  private @Nullable Object move(Method method, @Nullable Object[] args) throws Throwable {
    gate().enter();
    try {
      Object moved =
          method.getName().equals("next") ? (Object) raw().next() : callRaw(method, args);
      long maxRows = session().limits().maxRows();
      if (maxRows > 0 && statement != null && raw().getRow() > maxRows) {
        throw new SQLNonTransientException(
            "result too long: maxRows=" + maxRows + "; ask for less, or page by key", "54000");
      }
      return moved;
    } finally {
      gate().leave();
    }
  }

  private @Nullable Object change(Method method, @Nullable Object[] args) throws Throwable {
    if (session().access() == Access.READ) {
      throw new SQLNonTransientException(
          method.getName() + " refused in a read: write through Store.write", Access.READ_ONLY);
    }
    gate().enter();
    try {
      return runRaw(method, args, 0);
    } finally {
      gate().leave();
    }
  }

  private @Nullable Object closed() throws SQLException {
    gate().checkThread();
    return null;
  }
}
