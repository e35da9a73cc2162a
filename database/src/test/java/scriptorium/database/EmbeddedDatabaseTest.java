package scriptorium.database;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import scriptorium.database.guard.ReadConnection;
import scriptorium.database.guard.ReadLimits;

class EmbeddedDatabaseTest {
  private final EmbeddedDatabase database = EmbeddedDatabase.open(DatabaseSettings.defaults());

  @AfterEach
  void close() {
    database.close();
  }

  @Test
  void readersReadEverySchemaAndChangeNothing() throws SQLException {
    database.executeSchema("CREATE SCHEMA other");
    database.executeSchema("CREATE TABLE other.t(id INTEGER PRIMARY KEY)");
    ReadLimits limits = new ReadLimits(Duration.ofSeconds(10), 10);
    try (ReadConnection reader = database.readers().borrow(limits);
        Statement statement = reader.connection().createStatement()) {
      statement.executeQuery("SELECT * FROM other.t").close();

      for (String sql : List.of("INSERT INTO other.t VALUES(1)", "DROP TABLE other.t", "SCRIPT")) {
        assertThrows(SQLException.class, () -> statement.execute(sql), sql);
      }
    }
  }

  @Test
  void databasesKnowNothingOfEachOther() throws SQLException {
    try (EmbeddedDatabase other = EmbeddedDatabase.open(DatabaseSettings.defaults())) {
      database.executeSchema("CREATE TABLE t(id INTEGER PRIMARY KEY)");
      other.executeSchema("CREATE TABLE t(id VARCHAR PRIMARY KEY)");

      assertEquals(1, Copies.states(other).size());
    }
  }

  @Test
  void closedDatabaseRefusesAndClosesAgain() {
    ReadView view = database.pin();
    database.close();
    database.close();

    assertThrows(IllegalStateException.class, database::pin);
    assertThrows(
        IllegalStateException.class, () -> database.executeSchema("CREATE TABLE t(i INTEGER)"));
    view.close();
  }

  @Test
  void viewsArePinnedUpToTheLimitAndReused() {
    int limit = database.openTransactionLimit();
    assertTrue(limit >= 255, "limit: " + limit);
    List<ReadView> views = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      views.add(database.pin());
    }
    views.forEach(ReadView::close);
    views.forEach(ReadView::close);

    try (ReadView again = database.pin()) {
      assertEquals(List.of(), database.tableStates(again));
      assertThrows(IllegalStateException.class, views.get(0)::connection);
    }
  }

  @Test
  void digestTellsRowsApartButNotTheirOrder() throws SQLException {
    try (Copies copies = new Copies("CREATE TABLE t(v VARCHAR_IGNORECASE, w INTEGER)")) {
      TableDigest empty = digest(copies.written);
      copies.write("INSERT INTO t VALUES('a', 1), ('a', 1), ('b', 2)");
      TableDigest doubled = digest(copies.written);
      copies.write("UPDATE t SET v = 'A' WHERE v = 'b'");
      TableDigest other = digest(copies.written);
      copies.write("DELETE FROM t", "INSERT INTO t VALUES('b', 2), ('a', 1), ('a', 1)");
      TableDigest reordered = digest(copies.written);
      copies.write("DELETE FROM t WHERE w = 1");

      assertEquals(TableDigest.EMPTY, empty);
      assertEquals(doubled, reordered);
      assertNotEquals(doubled, other);
      assertNotEquals(doubled, digest(copies.written));
      assertEquals(32, doubled.toString().length());
    }
  }

  private static TableDigest digest(EmbeddedDatabase database) {
    return Copies.states(database).get(0).digest();
  }
}
