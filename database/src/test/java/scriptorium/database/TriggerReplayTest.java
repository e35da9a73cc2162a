package scriptorium.database;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import org.h2.api.Trigger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What triggers of every kind did arrives, and they do not run on the copy. */
class TriggerReplayTest {
  private static int fired;

  /** Gives each row a number that is never the same again, and a null where none is allowed. */
  public static final class Numbering implements Trigger {
    @Override
    public void fire(
        Connection connection, Object @Nullable [] oldRow, Object @Nullable [] newRow) {
      if (newRow != null) {
        newRow[1] = ++fired;
        newRow[2] = null;
      }
    }
  }

  /** Writes into the table behind a view. */
  public static final class Instead implements Trigger {
    @Override
    public void fire(Connection connection, Object @Nullable [] oldRow, Object @Nullable [] newRow)
        throws SQLException {
      Object[] row = newRow == null ? oldRow : newRow;
      if (row != null) {
        try (PreparedStatement merge =
            connection.prepareStatement("MERGE INTO stored KEY(id) VALUES(?, ?)")) {
          merge.setObject(1, row[0]);
          merge.setObject(2, newRow == null ? "deleted" : "by view");
          merge.execute();
        }
      }
    }
  }

  /** Once a statement, whatever the number of rows. */
  public static final class Counting implements Trigger {
    @Override
    public void fire(Connection connection, Object @Nullable [] oldRow, Object @Nullable [] newRow)
        throws SQLException {
      try (PreparedStatement count =
          connection.prepareStatement("UPDATE counted SET statements = statements + 1")) {
        count.execute();
      }
    }
  }

  private static String trigger(String event, String on, String each, Class<?> type) {
    return "CREATE TRIGGER tr %s ON %s %s CALL '%s'".formatted(event, on, each, type.getName());
  }

  @Test
  void rowChangedBeforeItIsStoredArrivesAsStored() throws SQLException {
    try (Copies copies =
        new Copies(
            "CREATE TABLE t(id INTEGER PRIMARY KEY, n INTEGER, d INTEGER DEFAULT 7 DEFAULT ON NULL)",
            trigger("BEFORE INSERT, UPDATE", "t", "FOR EACH ROW", Numbering.class))) {
      copies.write("INSERT INTO t(id) VALUES(1), (2)");
      copies.write("UPDATE t SET id = id + 1");
      int before = fired;

      copies.expectEqual();

      assertEquals(before, fired);
      assertEquals(List.of("[null]", "[null]"), Copies.query(copies.replayed, "SELECT d FROM t"));
    }
  }

  @Test
  void rowsWrittenInsteadOfAViewsArrive() throws SQLException {
    try (Copies copies =
        new Copies(
            "CREATE TABLE stored(id INTEGER PRIMARY KEY, v VARCHAR)",
            "CREATE VIEW shown AS SELECT * FROM stored",
            trigger("INSTEAD OF INSERT, UPDATE, DELETE", "shown", "FOR EACH ROW", Instead.class))) {
      copies.write("INSERT INTO shown VALUES(1, 'a'), (2, 'b')");
      copies.write("DELETE FROM shown WHERE id = 2");

      copies.expectEqual();

      assertEquals(
          List.of("[1, by view]", "[2, deleted]"),
          Copies.query(copies.replayed, "SELECT * FROM stored ORDER BY id"));
    }
  }

  @Test
  void triggersOfStatementsDoNotRunAgain() throws SQLException {
    try (Copies copies =
        new Copies(
            "CREATE TABLE t(v INTEGER)",
            "CREATE TABLE counted(statements INTEGER)",
            trigger("AFTER INSERT", "t", "", Counting.class))) {
      copies.write("INSERT INTO counted VALUES(0)");
      copies.write("INSERT INTO t VALUES(1), (2)", "INSERT INTO t VALUES(3)");

      copies.expectEqual();

      assertEquals(List.of("[2]"), Copies.query(copies.replayed, "SELECT * FROM counted"));
    }
  }
}
