package scriptorium.database;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import scriptorium.database.change.RowChange;
import scriptorium.database.change.RowChanges;
import scriptorium.database.change.TableChanges;

/** What is a change: other stored bytes, whatever SQL calls equal. */
class ExactChangesTest {
  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      value = {
        "VARCHAR_IGNORECASE, 'abc', 'ABC'",
        "TIMESTAMP WITH TIME ZONE, TIMESTAMP WITH TIME ZONE '2024-01-01 12:00:00+00',"
            + " TIMESTAMP WITH TIME ZONE '2024-01-01 14:00:00+02'",
        "TIME WITH TIME ZONE, TIME WITH TIME ZONE '12:00:00+00', TIME WITH TIME ZONE '14:00:00+02'",
        "DOUBLE PRECISION, CAST('NaN' AS DOUBLE PRECISION), 1",
        "VARCHAR, 'a', 'a '",
        "VARCHAR, '', NULL"
      })
  void valuesThatSqlMayCallEqualAreDifferent(String type, String before, String after)
      throws SQLException {
    try (Copies copies = new Copies("CREATE TABLE t(id INTEGER PRIMARY KEY, v " + type + ")")) {
      copies.write("INSERT INTO t VALUES(1, " + before + ")");

      RowChanges changes = copies.write("UPDATE t SET v = " + after);

      assertEquals(1, changes.rowCount());
      assertEquals(0, copies.write("UPDATE t SET v = " + after).rowCount());
      copies.expectEqual();
    }
  }

  @Test
  void onlyTheColumnsThatChangeTravel() throws SQLException {
    try (Copies copies =
        new Copies("CREATE TABLE t(id INTEGER PRIMARY KEY, a VARCHAR, b CLOB, c NUMERIC(9, 2))")) {
      copies.write("INSERT INTO t VALUES(1, 'a', REPEAT('b', 1000), 1.5)");

      RowChanges changes = copies.write("UPDATE t SET a = 'a', b = REPEAT('b', 1000), c = 2.5");

      TableChanges table = changes.tables().get(0);
      RowChange.Updated updated = (RowChange.Updated) table.rows().get(0);
      assertEquals("{3}", updated.columns().toString());
    }
  }

  @Test
  void whatIsUndoneAgainLeavesNothing() throws SQLException {
    try (Copies copies = new Copies("CREATE TABLE t(id INTEGER PRIMARY KEY, v INTEGER)")) {
      copies.write("INSERT INTO t VALUES(1, 1), (2, 2)");

      RowChanges changes =
          copies.write(
              "UPDATE t SET v = v + 1",
              "UPDATE t SET v = v - 1",
              "INSERT INTO t VALUES(3, 3)",
              "DELETE FROM t WHERE id = 3",
              "DELETE FROM t WHERE id = 1",
              "INSERT INTO t VALUES(1, 1)");

      assertEquals(List.of(), changes.tables());
      assertEquals(0, changes.growthBytes());
    }
  }

  @Test
  void aRowDeletedAndMadeAnewIsAnUpdate() throws SQLException {
    try (Copies copies =
        new Copies("CREATE TABLE t(id INTEGER PRIMARY KEY, v INTEGER, w INTEGER)")) {
      copies.write("INSERT INTO t VALUES(1, 1, 1)");

      RowChanges changes =
          copies.write("DELETE FROM t", "INSERT INTO t VALUES(1, 1, 2)", "UPDATE t SET w = w + 1");

      RowChange.Updated updated = (RowChange.Updated) changes.tables().get(0).rows().get(0);
      assertEquals("{2}", updated.columns().toString());
      assertEquals("(3)", updated.values().toString());
      copies.expectEqual();
    }
  }
}
