package scriptorium.database.guard;

import java.sql.PreparedStatement;
import java.sql.SQLException;

/** The guarded {@link PreparedStatement}. */
final class PreparedStatementGuard extends PreparedRuns<PreparedStatement> {

  PreparedStatementGuard(PreparedStatement raw, GuardedSession session) throws SQLException {
    super(raw, session);
  }
}
