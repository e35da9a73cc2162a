package scriptorium.database;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.sql.SQLException;
import java.util.Map;
import org.junit.jupiter.api.Test;
import scriptorium.database.change.TableName;

class RowKeysTest {
  private static final TableName LOG = new TableName("PUBLIC", "LOG");

  @Test
  void copyByScriptGetsItsKeysBack() throws SQLException {
    try (Copies copies =
        new Copies(
            "CREATE TABLE log(v INTEGER, w VARCHAR, big CLOB)",
            "CREATE INDEX by_w ON log(w)",
            "CREATE INDEX by_v ON log(v DESC, w)",
            "CREATE TABLE named(name VARCHAR PRIMARY KEY, v INTEGER UNIQUE)",
            "CREATE TABLE pair(a INTEGER, b INTEGER, PRIMARY KEY(a, b))",
            "CREATE TABLE unused(v INTEGER)")) {
      copies.write(
          "INSERT INTO log SELECT x, 'w' || (500 - x), REPEAT(x, 300) FROM SYSTEM_RANGE(1, 300)",
          "INSERT INTO named SELECT 'n' || (1000 - x), x FROM SYSTEM_RANGE(1, 300)",
          "INSERT INTO pair SELECT MOD(x * 7, 100), x FROM SYSTEM_RANGE(1, 300)");
      copies.write("DELETE FROM log WHERE MOD(v, 3) = 0", "DELETE FROM named WHERE v < 10");
      copies.write("DELETE FROM pair WHERE a = 5", "INSERT INTO pair VALUES(0, 0), (5, 1)");

      copies.copyByScript();

      copies.expectEqual();
      copies.write("DELETE FROM log WHERE MOD(v, 4) = 0", "UPDATE log SET v = -v WHERE v > 250");
      copies.write("UPDATE named SET name = name || '!'", "DELETE FROM pair WHERE a < 50");
      copies.expectEqual();
    }
  }

  @Test
  void keysBelowAndAboveTheOrderAreRestored() throws SQLException {
    try (Copies copies = new Copies("CREATE TABLE log(v INTEGER UNIQUE)")) {
      copies.write("INSERT INTO log SELECT x FROM SYSTEM_RANGE(1, 5)");
      copies.written.restoreRowKeys(Map.of(LOG, new long[] {-9, 1, 3, 5, 900}));

      copies.copyByScript();

      copies.expectEqual();
    }
  }

  @Test
  void droppedPrimaryKeyLeavesKeysThatTravel() throws SQLException {
    try (Copies copies =
        new Copies("CREATE TABLE t(id INTEGER CONSTRAINT pk PRIMARY KEY, v INTEGER)")) {
      copies.write("INSERT INTO t VALUES(-5, 1), (0, 2), (7, 3)");
      copies.changeSchema("ALTER TABLE t DROP CONSTRAINT pk");
      copies.write("UPDATE t SET v = -v, id = 1", "INSERT INTO t VALUES(8, 8)");
      copies.expectEqual();

      copies.copyByScript();
      copies.expectEqual();
      copies.write("DELETE FROM t WHERE v = -2", "UPDATE t SET v = 0");
      copies.changeSchema("ALTER TABLE t ADD COLUMN w INTEGER DEFAULT 4");
      copies.write("UPDATE t SET w = id WHERE id = 1");
      copies.expectEqual();
    }
  }

  @Test
  void primaryKeyAddedToRowsAndDroppedAgainKeepsCopiesTogether() throws SQLException {
    try (Copies copies =
        new Copies(
            "CREATE TABLE t(id INTEGER NOT NULL, v INTEGER)",
            "CREATE VIEW seen AS SELECT id FROM t",
            "CREATE TABLE down(id INTEGER, v INTEGER, PRIMARY KEY(id DESC))")) {
      copies.write("INSERT INTO t VALUES(9, 1), (4, 2)", "INSERT INTO down VALUES(9, 1), (4, 2)");
      copies.changeSchema("ALTER TABLE t ADD CONSTRAINT pk PRIMARY KEY(id)");
      copies.changeSchema("CREATE TABLE child(t INTEGER REFERENCES t ON DELETE CASCADE)");
      copies.write("INSERT INTO child VALUES(9), (4)", "UPDATE down SET id = id + 1");
      copies.copyByScript();
      copies.write("DELETE FROM t WHERE id = 9", "DELETE FROM down WHERE id = 5");
      copies.expectEqual();

      copies.changeSchema("DROP TABLE child");
      copies.changeSchema("ALTER TABLE t DROP CONSTRAINT pk");
      copies.write("UPDATE t SET v = 3", "INSERT INTO t VALUES(4, 4)");

      copies.expectEqual();
    }
  }

  @Test
  void keysOfAnotherTableAreRefused() throws SQLException {
    try (Copies copies = new Copies("CREATE TABLE log(v INTEGER)")) {
      copies.write("INSERT INTO log VALUES(1), (2)");
      EmbeddedDatabase database = copies.written;
      try (ReadView view = database.pin()) {
        assertArrayEquals(new long[] {1, 2}, database.hiddenRowKeys(view).get(LOG));
      }

      for (long[] keys : new long[][] {{}, {1}, {2, 1}, {3, 3}, {0, 1}, {1, 2, 3}}) {
        assertThrows(
            IllegalArgumentException.class, () -> database.restoreRowKeys(Map.of(LOG, keys)));
      }
      database.restoreRowKeys(Map.of(LOG, new long[] {5, Long.MAX_VALUE - 1}));
      assertEquals(
          "[[5, 1], [9223372036854775806, 2]]",
          Copies.query(database, "SELECT _ROWID_, v FROM log ORDER BY 1").toString());
    }
  }
}
