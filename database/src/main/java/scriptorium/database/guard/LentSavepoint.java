package scriptorium.database.guard;

import java.sql.SQLException;
import java.sql.Savepoint;
import org.jspecify.annotations.Nullable;

/**
 * A savepoint of a connection that changes nothing: frameworks set one for a nested transaction.
 *
 * @param name null where it has none
 */
record LentSavepoint(int id, @Nullable String name) implements Savepoint {

  @Override
  public int getSavepointId() throws SQLException {
    if (name != null) {
      throw new SQLException("a savepoint with a name has no id", "3B001");
    }
    return id;
  }

  @Override
  public String getSavepointName() throws SQLException {
    if (name == null) {
      throw new SQLException("a savepoint without a name", "3B001");
    }
    return name;
  }
}
