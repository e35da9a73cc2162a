package scriptorium.database.guard;

import java.lang.reflect.Method;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import org.jspecify.annotations.Nullable;

/** The guarded {@link DatabaseMetaData}. */
final class MetaDataGuard extends Guard<DatabaseMetaData> {

  private final Connection connection;

  MetaDataGuard(DatabaseMetaData raw, GuardedSession session, Connection connection) {
    super(raw, session);
    this.connection = connection;
  }

  @Override
  @Nullable Object call(Object proxy, Method method, @Nullable Object[] args) throws Throwable {
    switch (method.getName()) {
      case "getConnection" -> {
        gate().check();
        return connection;
      }
      // These two may throw nothing, and are constants.
      case "getDriverMajorVersion" -> {
        return raw().getDriverMajorVersion();
      }
      case "getDriverMinorVersion" -> {
        return raw().getDriverMinorVersion();
      }
      default -> {}
    }
    gate().enter();
    try {
      return callRaw(method, args);
    } finally {
      try {
        session().restWhenIdle(); // H2 answers out of tables of its own, in the transaction
      } finally {
        gate().leave();
      }
    }
  }
}
