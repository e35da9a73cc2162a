package scriptorium.database;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import scriptorium.database.change.RowChanges;

/** Runs mutations for tests of what is captured, without the guards around a user's connection. */
public final class WriterAccess {
  private WriterAccess() {}

  /** Runs statements as one mutation and commits it. */
  public static RowChanges commit(EmbeddedDatabase database, String... statements)
      throws SQLException {
    WriterTransaction writer = database.writer();
    Savepoint start = writer.savepoint();
    Connection connection = writer.rawConnection();
    try (Statement statement = connection.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    }
    RowChanges changes = writer.capture(start);
    writer.journaled();
    writer.commit();
    return changes;
  }
}
