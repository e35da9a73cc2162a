package scriptorium.database.guard;

import java.sql.SQLException;
import java.sql.Statement;

/** The guarded {@link Statement}. */
final class StatementGuard extends StatementRuns<Statement> {

  StatementGuard(Statement raw, GuardedSession session) throws SQLException {
    super(raw, session);
  }
}
