package scriptorium.database;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.h2.api.Trigger;
import org.junit.jupiter.api.Test;
import scriptorium.database.change.ColumnSet;
import scriptorium.database.change.RowChange;
import scriptorium.database.change.RowChanges;
import scriptorium.database.change.SequencePosition;

/** What SQL can do to rows arrives on a second database exactly, without being run again. */
class CaptureAndReplayTest {
  private static final String FAMILY =
      "CREATE TABLE parent(id INTEGER PRIMARY KEY, name VARCHAR UNIQUE)";
  private static final String CASCADED =
      "CREATE TABLE child(id INTEGER PRIMARY KEY, parent INTEGER"
          + " REFERENCES parent ON DELETE CASCADE ON UPDATE CASCADE)";
  private static final String NULLED =
      "CREATE TABLE pet(id INTEGER PRIMARY KEY, owner INTEGER REFERENCES child ON DELETE SET NULL)";

  @Test
  void cascadesAndSetNullArrive() throws SQLException {
    try (Copies copies = new Copies(FAMILY, CASCADED, NULLED)) {
      copies.write(
          "INSERT INTO parent VALUES(1, 'a'), (2, 'b')",
          "INSERT INTO child VALUES(10, 1), (11, 1), (20, 2)",
          "INSERT INTO pet VALUES(100, 10), (101, 20)");
      copies.write("DELETE FROM parent WHERE id = 1");
      copies.expectEqual();

      copies.write("UPDATE parent SET id = 3 WHERE id = 2");
      copies.expectEqual();

      assertEquals(List.of("[20, 3]"), Copies.query(copies.replayed, "SELECT * FROM child"));
    }
  }

  @Test
  void selfReferencingAndCyclicRowsArriveInAnyOrder() throws SQLException {
    try (Copies copies =
        new Copies(
            "CREATE TABLE a(id INTEGER PRIMARY KEY, up INTEGER REFERENCES a, b INTEGER)",
            "CREATE TABLE b(id INTEGER PRIMARY KEY, a INTEGER REFERENCES a)",
            "ALTER TABLE a ADD FOREIGN KEY(b) REFERENCES b")) {
      copies.write(
          "INSERT INTO a VALUES(1, 1, NULL), (2, 1, NULL)",
          "INSERT INTO b VALUES(1, 2)",
          "UPDATE a SET b = 1");
      copies.write("UPDATE a SET b = NULL, up = NULL", "DELETE FROM b", "DELETE FROM a");

      copies.expectEqual();
    }
  }

  @Test
  void mergeInsertSelectAndDeltaTablesArrive() throws SQLException {
    try (Copies copies = new Copies("CREATE TABLE t(id INTEGER PRIMARY KEY, v VARCHAR)")) {
      copies.write("INSERT INTO t SELECT x, 'v' || x FROM SYSTEM_RANGE(1, 50)");
      copies.write("MERGE INTO t KEY(id) VALUES(50, 'merged'), (51, 'new')");
      copies.write(
          """
          MERGE INTO t USING (SELECT x FROM SYSTEM_RANGE(45, 55)) s(x) ON t.id = s.x
          WHEN MATCHED AND s.x < 48 THEN DELETE
          WHEN MATCHED THEN UPDATE SET v = 'matched'
          WHEN NOT MATCHED THEN INSERT VALUES(s.x, 'not matched')""");
      copies.write("SELECT * FROM FINAL TABLE(INSERT INTO t VALUES(99, 'final'))");
      copies.write("SELECT * FROM OLD TABLE(DELETE FROM t WHERE id < 10)");

      copies.expectEqual();
    }
  }

  @Test
  void failedStatementThatIsCaughtLeavesNothing() throws SQLException {
    try (Copies copies = new Copies("CREATE TABLE t(id INTEGER PRIMARY KEY, v INTEGER UNIQUE)")) {
      RowChanges changes =
          copies.write(
              statement -> {
                statement.execute("INSERT INTO t VALUES(1, 1)");
                assertThrows(
                    SQLException.class,
                    () -> statement.execute("INSERT INTO t VALUES(2, 2), (3, 3), (4, 1)"));
                statement.execute("INSERT INTO t VALUES(5, 5)");
              });

      assertEquals(2, changes.rowCount());
      copies.expectEqual();
    }
  }

  @Test
  void mutationRolledBackInsideABatchLeavesItsNeighboursAlone() throws SQLException {
    try (Copies copies =
        new Copies("CREATE TABLE t(id INTEGER PRIMARY KEY, v INTEGER, big CLOB)")) {
      copies.write("INSERT INTO t SELECT x, x, REPEAT('o', 5000) FROM SYSTEM_RANGE(1, 5)");
      WriterTransaction writer = copies.written.writer();
      try (Statement statement = writer.rawConnection().createStatement()) {
        Savepoint first = writer.savepoint();
        statement.execute("UPDATE t SET v = 10, big = REPEAT('n', 5000) WHERE id = 1");
        RowChanges kept = copies.overBytes(writer.capture(first));
        Savepoint second = writer.savepoint();
        statement.execute("UPDATE t SET v = v + 1");
        statement.execute("DELETE FROM t WHERE id < 4");
        writer.rollbackTo(second);
        Savepoint third = writer.savepoint();
        statement.execute("UPDATE t SET v = v + 1 WHERE id = 1");
        RowChanges last = copies.overBytes(writer.capture(third));
        writer.journaled();
        writer.commit();

        copies.replayed.applier().apply(kept);
        copies.replayed.applier().apply(last);
        copies.replayed.applier().commit();
      }

      copies.expectEqual();
      assertEquals(List.of("[11]"), Copies.query(copies.replayed, "SELECT v FROM t WHERE id = 1"));
    }
  }

  @Test
  void savepointsOfTheMutationItselfAreFollowed() throws SQLException {
    try (Copies copies = new Copies("CREATE TABLE t(id INTEGER PRIMARY KEY, v INTEGER)")) {
      RowChanges changes =
          copies.write(
              "INSERT INTO t VALUES(1, 1)",
              "SAVEPOINT s",
              "INSERT INTO t VALUES(2, 2)",
              "UPDATE t SET v = 7",
              "ROLLBACK TO SAVEPOINT s",
              "INSERT INTO t VALUES(3, 3)");

      assertEquals(2, changes.rowCount());
      copies.expectEqual();
    }
  }

  @Test
  void uniqueValuesAreSwapped() throws SQLException {
    try (Copies copies =
        new Copies("CREATE TABLE t(id INTEGER PRIMARY KEY, place INTEGER UNIQUE, v VARCHAR)")) {
      copies.write("INSERT INTO t VALUES(1, 1, 'a'), (2, 2, 'b'), (3, 3, 'c')");
      copies.write("UPDATE t SET place = -place", "UPDATE t SET place = 4 + place");
      copies.write("DELETE FROM t WHERE id = 1", "INSERT INTO t VALUES(9, 3, 'd')");

      copies.expectEqual();
    }
  }

  @Test
  void primaryKeysChangeAndSwap() throws SQLException {
    try (Copies copies =
        new Copies(
            "CREATE TABLE n(id BIGINT PRIMARY KEY, v VARCHAR)",
            "CREATE TABLE s(id VARCHAR PRIMARY KEY, v VARCHAR)",
            "CREATE TABLE c(a INTEGER, b VARCHAR, v VARCHAR, PRIMARY KEY(a, b))")) {
      copies.write(
          "INSERT INTO n VALUES(-1, 'a'), (0, 'z'), (1, 'b')",
          "INSERT INTO s VALUES('x', 'a'), ('y', 'b')",
          "INSERT INTO c VALUES(1, 'x', 'a'), (1, 'y', 'b')");
      copies.expectEqual();
      copies.write(
          "UPDATE n SET id = -id",
          "UPDATE s SET id = 'tmp' WHERE id = 'x'",
          "UPDATE s SET id = 'x' WHERE id = 'y'",
          "UPDATE s SET id = 'y' WHERE id = 'tmp'",
          "UPDATE c SET a = a + 1");
      copies.expectEqual();

      copies.write("UPDATE n SET id = id + 5", "DELETE FROM s WHERE id = 'x'", "DELETE FROM c");
      copies.expectEqual();
    }
  }

  @Test
  void tablesWithoutAnyKeyKeepTheirRowsApart() throws SQLException {
    try (Copies copies = new Copies("CREATE TABLE t(v INTEGER)")) {
      copies.write("INSERT INTO t VALUES(1), (1), (1), (2)");
      copies.refuse("INSERT INTO t VALUES(8), (9)");
      copies.write("DELETE FROM t WHERE _ROWID_ = 2");
      copies.write("UPDATE t SET v = 5 WHERE _ROWID_ = 3", "INSERT INTO t VALUES(6)");

      copies.expectEqual();
    }
  }

  @Test
  void keyAddedToAFilledTableNamesItsRows() throws SQLException {
    try (Copies copies = new Copies("CREATE TABLE t(id INTEGER NOT NULL, v INTEGER UNIQUE)")) {
      copies.write("INSERT INTO t SELECT 100 - x, x FROM SYSTEM_RANGE(1, 9)");
      // By the owner's connection, which does not rebuild the table: the keys stay hidden.
      copies
          .written
          .adminConnection()
          .createStatement()
          .execute("ALTER TABLE t ADD PRIMARY KEY(id)");
      copies
          .replayed
          .adminConnection()
          .createStatement()
          .execute("ALTER TABLE t ADD PRIMARY KEY(id)");
      copies.written.forgetEstimatedBytes();
      copies.replayed.forgetEstimatedBytes();

      copies.write("UPDATE t SET id = 190 - id, v = 10 - v", "DELETE FROM t WHERE id = 95");
      copies.write("INSERT INTO t VALUES(95, 1000)", "UPDATE t SET v = -v WHERE id > 97");
      copies.expectEqual();

      copies.copyByScript();
      RowChanges changes = copies.write("UPDATE t SET v = 77 WHERE id = 95");
      copies.write("UPDATE t SET id = 190 - id WHERE v < 50");

      assertEquals(95, changes.tables().get(0).rows().get(0).rowKey());
      copies.expectEqual();
    }
  }

  @Test
  void nextValuesContinueWhereTheWriterStands() throws SQLException {
    try (Copies copies =
        new Copies(
            "CREATE TABLE t(id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY, v INTEGER UNIQUE)",
            "CREATE SEQUENCE s START WITH 5 INCREMENT BY 3",
            "CREATE SEQUENCE few MAXVALUE 2",
            "CREATE SEQUENCE round MAXVALUE 2 CYCLE")) {
      copies.refuse("INSERT INTO t(v) VALUES(1), (2)", "SELECT NEXT VALUE FOR s");
      copies.write(
          statement -> {
            statement.execute("INSERT INTO t(v) VALUES(1)");
            assertThrows(
                SQLException.class, () -> statement.execute("INSERT INTO t(v) VALUES(2), (1)"));
          });
      copies.expectEqual();

      copies.write("SELECT NEXT VALUE FOR few, NEXT VALUE FOR round");
      copies.write("SELECT NEXT VALUE FOR few, NEXT VALUE FOR round, NEXT VALUE FOR s");
      copies.expectEqual();
      copies.write("INSERT INTO t(v) SELECT x FROM SYSTEM_RANGE(10, 99)");
      copies.expectEqual();

      String next = "SELECT id FROM FINAL TABLE(INSERT INTO t(v) VALUES(7))";
      assertEquals(Copies.query(copies.written, next), Copies.query(copies.replayed, next));
      for (String sequence : List.of("s", "round")) {
        String value = "SELECT NEXT VALUE FOR " + sequence;
        assertEquals(Copies.query(copies.written, value), Copies.query(copies.replayed, value));
      }
      String none = "SELECT NEXT VALUE FOR few";
      assertThrows(SQLException.class, () -> Copies.query(copies.written, none));
      assertThrows(SQLException.class, () -> Copies.query(copies.replayed, none));
    }
  }

  @Test
  void positionsOfARolledBackBatchAreToldAgain() throws SQLException {
    try (Copies copies = new Copies("CREATE SEQUENCE s")) {
      WriterTransaction writer = copies.written.writer();
      try (Statement statement = writer.rawConnection().createStatement()) {
        Savepoint start = writer.savepoint();
        statement.execute("SELECT NEXT VALUE FOR s");
        assertEquals(1, writer.capture(start).positions().size());
        writer.rollback();
      }

      RowChanges changes = copies.write("SELECT 1");

      assertEquals(
          List.of(new SequencePosition.FreeSequence("PUBLIC", "S", 2)), changes.positions());
    }
  }

  @Test
  void oddIdentifiersAndSeveralSchemasAreKept() throws SQLException {
    try (Copies copies =
        new Copies(
            "CREATE SCHEMA \"a \"\" b\"",
            "CREATE TABLE \"a \"\" b\".\"t.\"\"1\"(\"Ü\" INTEGER PRIMARY KEY, \"select\" INTEGER)",
            "CREATE TABLE \"t.\"\"1\"(id IDENTITY PRIMARY KEY, v INTEGER)",
            "CREATE SEQUENCE \"a \"\" b\".\"s;\"")) {
      copies.write(
          "INSERT INTO \"a \"\" b\".\"t.\"\"1\" VALUES(1, 1)",
          "INSERT INTO \"t.\"\"1\"(v) VALUES(NEXT VALUE FOR \"a \"\" b\".\"s;\")");

      copies.expectEqual();
    }
  }

  /** Writes a second row for each first one, with a generated key. */
  public static final class Echo implements Trigger {
    @Override
    public void fire(Connection connection, Object[] oldRow, Object[] newRow) throws SQLException {
      try (Statement statement = connection.createStatement()) {
        statement.execute("INSERT INTO echo(v) VALUES(" + newRow[1] + ")");
      }
    }
  }

  @Test
  void triggersDoNotFireAgain() throws SQLException {
    try (Copies copies =
        new Copies(
            "CREATE TABLE t(id INTEGER PRIMARY KEY, v INTEGER)",
            "CREATE TABLE echo(id IDENTITY PRIMARY KEY, v INTEGER)",
            "CREATE TRIGGER e AFTER INSERT, UPDATE ON t FOR EACH ROW CALL '"
                + Echo.class.getName()
                + "'")) {
      copies.write("INSERT INTO t VALUES(1, 1), (2, 2)");
      copies.write("UPDATE t SET v = v + 1");

      assertEquals(4, Copies.query(copies.replayed, "SELECT * FROM echo").size());
      copies.expectEqual();
    }
  }

  @Test
  void defaultsGeneratedAndOnUpdateColumnsAreNotComputedAgain() throws SQLException {
    try (Copies copies =
        new Copies(
            """
            CREATE TABLE t(id INTEGER PRIMARY KEY, v INTEGER,
              double_v INTEGER GENERATED ALWAYS AS (v * 2),
              made UUID DEFAULT RANDOM_UUID(),
              touched TIMESTAMP(9) DEFAULT TIMESTAMP '2020-01-01' ON UPDATE LOCALTIMESTAMP(9),
              filled INTEGER DEFAULT 7 DEFAULT ON NULL)""")) {
      copies.write("INSERT INTO t(id, v) VALUES(1, 1), (2, 2)");
      copies.write("UPDATE t SET v = v + 1");
      copies.write("UPDATE t SET v = 9, touched = touched WHERE id = 1");
      RowChanges changes = copies.write("UPDATE t SET filled = DEFAULT, touched = touched, v = 10");

      assertEquals(
          ColumnSet.of(1, 2),
          assertInstanceOf(RowChange.Updated.class, changes.tables().get(0).rows().get(0))
              .columns());
      copies.expectEqual();
    }
  }

  @Test
  void largeObjectsSurviveDeleteAndRollback() throws SQLException {
    try (Copies copies =
        new Copies(
            "CREATE TABLE t(id INTEGER PRIMARY KEY, place INTEGER UNIQUE, c CLOB, b BLOB)")) {
      copies.write(
          "INSERT INTO t SELECT x, x, REPEAT('c' || x, 3000), CAST(REPEAT('b', 9000) AS VARBINARY)"
              + " FROM SYSTEM_RANGE(1, 9)");
      copies.refuse("UPDATE t SET c = 'gone'", "DELETE FROM t");
      copies.expectEqual();

      copies.write("UPDATE t SET place = 10 - place", "UPDATE t SET c = c || '!' WHERE id = 3");
      copies.write("UPDATE t SET id = id + 1");
      copies.write("DELETE FROM t WHERE id < 5", "UPDATE t SET b = NULL WHERE id = 6");
      copies.expectEqual();
    }
  }

  @Test
  void pinnedViewSeesNothingLater() throws SQLException {
    try (Copies copies = new Copies("CREATE TABLE t(id INTEGER PRIMARY KEY, c CLOB)")) {
      copies.write("INSERT INTO t SELECT x, REPEAT('c', 5000) FROM SYSTEM_RANGE(1, 9)");
      List<TableState> before = Copies.states(copies.written);

      try (ReadView view = copies.written.pin()) {
        copies.write("UPDATE t SET c = 'later' WHERE id < 5", "DELETE FROM t WHERE id > 7");

        assertEquals(before, copies.written.tableStates(view));
        try (Statement statement = view.connection().createStatement();
            ResultSet count = statement.executeQuery("SELECT SUM(CHAR_LENGTH(c)) FROM t")) {
          assertTrue(count.next());
          assertEquals(45_000, count.getLong(1));
        }
        assertEquals(before, copies.written.tableStates(view));
      }
    }
  }

  @Test
  void oneRowUpdateOfATenColumnTableIsSmall() throws SQLException {
    try (Copies copies =
        new Copies(
            """
            CREATE TABLE customer_order(id BIGINT GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
              customer UUID, state VARCHAR, total NUMERIC(12, 2), items INTEGER, note VARCHAR,
              created TIMESTAMP(6), changed TIMESTAMP(6), paid BOOLEAN, weight DOUBLE PRECISION)""")) {
      copies.write(
          "INSERT INTO customer_order(customer, state, total, items, note, created, changed, paid,"
              + " weight) VALUES(RANDOM_UUID(), 'OPEN', 12.34, 3, 'a note of some length', NOW(),"
              + " NOW(), FALSE, 1.5)");
      assertTrue(copies.encodedBytes() <= 140, "insert: " + copies.encodedBytes());

      copies.write("UPDATE customer_order SET state = 'SHIPPED', total = 99.95, changed = NOW()");

      assertTrue(copies.encodedBytes() <= 80, "update: " + copies.encodedBytes());
    }
  }
}
