package scriptorium.actors;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import org.h2.api.Trigger;
import org.jspecify.annotations.Nullable;

/** Triggers of a user's, whose effects must be captured and not happen again. */
final class EchoTrigger {

  private EchoTrigger() {}

  /** Writes a row of another table. */
  public static final class After implements Trigger {
    @Override
    public void fire(Connection connection, Object @Nullable [] oldRow, Object @Nullable [] newRow)
        throws SQLException {
      try (PreparedStatement insert =
          connection.prepareStatement("INSERT INTO PUBLIC.echo(what) VALUES(?)")) {
        insert.setString(1, (oldRow == null ? "+" : newRow == null ? "-" : "~"));
        insert.execute();
      }
    }
  }

  /** Changes the row that is being written: the fourth column becomes null now and then. */
  public static final class Before implements Trigger {
    @Override
    public void fire(
        Connection connection, Object @Nullable [] oldRow, Object @Nullable [] newRow) {
      if (newRow != null && newRow[0] instanceof Integer id && id % 7 == 0) {
        newRow[3] = null;
      }
    }
  }
}
