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
    return method.getName().equals("getConnection") ? connection : pass(proxy, method, args);
  }
}
