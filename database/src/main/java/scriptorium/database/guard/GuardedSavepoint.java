package scriptorium.database.guard;

import java.sql.SQLException;
import java.sql.Savepoint;

/** A savepoint that knows the mutation it was set in. */
final class GuardedSavepoint implements Savepoint {

  private final Savepoint raw;
  private final GuardedSession session;

  GuardedSavepoint(Savepoint raw, GuardedSession session) {
    this.raw = raw;
    this.session = session;
  }

  Savepoint raw() {
    return raw;
  }

  boolean belongsTo(GuardedSession asked) {
    return session == asked;
  }

  @Override
  public int getSavepointId() throws SQLException {
    return raw.getSavepointId();
  }

  @Override
  public String getSavepointName() throws SQLException {
    return raw.getSavepointName();
  }
}
