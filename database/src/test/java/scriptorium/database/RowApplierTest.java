package scriptorium.database;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import scriptorium.database.change.ReplayFailedException;
import scriptorium.database.change.RowChanges;

class RowApplierTest {
  private Copies copies;

  @BeforeEach
  void open() throws SQLException {
    copies = new Copies("CREATE TABLE t(id INTEGER PRIMARY KEY, u INTEGER UNIQUE, v VARCHAR)");
    copies.write("INSERT INTO t VALUES(1, 1, 'a'), (2, 2, 'b'), (3, 3, 'c')");
  }

  @AfterEach
  void close() {
    copies.close();
  }

  private ReplayFailedException expectFailure(RowChanges changes) throws SQLException {
    List<String> before = Copies.query(copies.replayed, "SELECT * FROM t ORDER BY 1");
    ReplayFailedException failure =
        assertThrows(ReplayFailedException.class, () -> copies.replayed.applier().apply(changes));
    copies.replayed.applier().commit();
    assertEquals(before, Copies.query(copies.replayed, "SELECT * FROM t ORDER BY 1"));
    return failure;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "DELETE FROM t WHERE id = 3",
        "UPDATE t SET v = 'x' WHERE id = 3",
        "UPDATE t SET u = 7 WHERE id = 3",
        "UPDATE t SET id = 7 WHERE id = 3"
      })
  void missingRowStopsReplay(String sql) throws SQLException {
    copies.replayed.adminConnection().createStatement().execute("DELETE FROM t WHERE id = 3");
    RowChanges changes = captured("INSERT INTO t VALUES(4, 4, 'd')", sql);

    String message = String.valueOf(expectFailure(changes).getMessage());

    assertTrue(message.contains("table=\"PUBLIC\".\"T\" rowKey=3 expected=a row"), message);
    assertTrue(message.contains("found=none"), message);
  }

  @ParameterizedTest
  @ValueSource(strings = {"(9, 90, 'x')", "(90, 9, 'x')"})
  void rowInTheWayStopsReplay(String row) throws SQLException {
    copies.replayed.adminConnection().createStatement().execute("INSERT INTO t VALUES" + row);
    RowChanges changes = captured("DELETE FROM t WHERE id = 1", "INSERT INTO t VALUES(9, 9, 'y')");

    String message = String.valueOf(expectFailure(changes).getMessage());

    assertTrue(message.contains("table=\"PUBLIC\".\"T\" rowKey=9 expected=no row"), message);
  }

  @Test
  void unknownTableAndOtherColumnsStopReplay() throws SQLException {
    RowChanges changes = captured("INSERT INTO t VALUES(9, 9, 'y')");
    copies.replayed.executeSchema("ALTER TABLE t ADD COLUMN w INTEGER");
    String columns = String.valueOf(expectFailure(changes).getMessage());
    copies.replayed.executeSchema("ALTER TABLE t RENAME TO other");

    ReplayFailedException unknown =
        assertThrows(ReplayFailedException.class, () -> copies.replayed.applier().apply(changes));

    assertTrue(columns.contains("expected=3 columns found=4 columns"), columns);
    assertTrue(String.valueOf(unknown.getMessage()).contains("unknown table"));
  }

  @Test
  void changeSetsOfOneTransactionSeeEachOther() throws SQLException {
    RowChanges first = captured("INSERT INTO t VALUES(9, 9, 'y')");
    RowChanges second = captured("UPDATE t SET u = -u", "UPDATE t SET v = v || '!'");
    RowChanges third = captured("UPDATE t SET id = id + 1", "DELETE FROM t WHERE id = 2");

    copies.replayed.applier().apply(first);
    copies.replayed.applier().apply(second);
    copies.replayed.applier().apply(third);
    copies.replayed.applier().rollback();
    copies.replayed.applier().apply(first);
    copies.replayed.applier().apply(second);
    copies.replayed.applier().apply(third);
    copies.replayed.applier().commit();

    copies.expectEqual();
  }

  /** Commits on the written side only. */
  private RowChanges captured(String... statements) throws SQLException {
    WriterTransaction writer = copies.written.writer();
    Savepoint start = writer.savepoint();
    try (var statement = writer.rawConnection().createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    }
    RowChanges changes = copies.overBytes(writer.capture(start));
    writer.journaled();
    writer.commit();
    return changes;
  }
}
