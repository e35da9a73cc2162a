package scriptorium.database;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class WriterTransactionTest {
  private final EmbeddedDatabase database = EmbeddedDatabase.open(DatabaseSettings.defaults());
  private final WriterTransaction writer = database.writer();

  @BeforeEach
  void createTable() throws SQLException {
    database.executeSchema("CREATE TABLE t(id INTEGER PRIMARY KEY, v INTEGER)");
  }

  @AfterEach
  void close() {
    database.close();
  }

  private void execute(String sql) throws SQLException {
    try (Statement statement = writer.rawConnection().createStatement()) {
      statement.execute(sql);
    }
  }

  private List<String> rows() throws SQLException {
    return Copies.query(database, "SELECT * FROM t ORDER BY 1");
  }

  @Test
  void nothingIsVisibleBeforeTheCommit() throws SQLException {
    Savepoint start = writer.savepoint();
    execute("INSERT INTO t VALUES(1, 1)");
    writer.capture(start);
    writer.journaled();
    assertEquals(List.of(), rows());

    writer.commit();

    assertEquals(List.of("[1, 1]"), rows());
    assertEquals(WriterTransaction.State.COMMITTED, writer.state());
  }

  @Test
  void stepsOutOfOrderAreRefusedAndChangeNothing() throws SQLException {
    assertThrows(IllegalStateException.class, writer::journaled);
    assertThrows(IllegalStateException.class, writer::commit);

    Savepoint start = writer.savepoint();
    execute("INSERT INTO t VALUES(1, 1)");
    assertThrows(IllegalStateException.class, writer::savepoint);
    assertThrows(IllegalStateException.class, writer::journaled);
    assertThrows(IllegalStateException.class, writer::commit);
    writer.capture(start);
    assertThrows(IllegalStateException.class, () -> writer.capture(start));
    assertThrows(IllegalStateException.class, writer::commit);
    writer.journaled();
    assertThrows(IllegalStateException.class, writer::rollback);
    assertThrows(IllegalStateException.class, writer::savepoint);
    writer.commit();

    assertEquals(List.of("[1, 1]"), rows());
    assertThrows(IllegalStateException.class, () -> writer.rollbackTo(start));
    Savepoint next = writer.savepoint();
    assertThrows(IllegalArgumentException.class, () -> writer.rollbackTo(start));
    writer.rollbackTo(next);
    writer.rollback();
  }

  @Test
  void capturedMutationCanStillBeRolledBack() throws SQLException {
    Savepoint first = writer.savepoint();
    execute("INSERT INTO t VALUES(1, 1)");
    writer.capture(first);
    Savepoint second = writer.savepoint();
    execute("INSERT INTO t VALUES(2, 2)");
    writer.capture(second);
    writer.rollbackTo(second);
    // No statement in between: the savepoint must not be the one before.
    Savepoint third = writer.savepoint();
    execute("INSERT INTO t VALUES(3, 3)");
    writer.rollbackTo(third);
    writer.journaled();
    writer.commit();

    assertEquals(List.of("[1, 1]"), rows());
  }

  @Test
  void savepointWithoutAStatementAfterARollbackStartsWhereTheLogEnds() throws SQLException {
    Savepoint first = writer.savepoint();
    execute("INSERT INTO t VALUES(1, 1), (2, 2), (3, 3)");
    Savepoint inner;
    writer.capture(first);
    inner = writer.savepoint();
    writer.rollbackTo(first);
    Savepoint second = writer.savepoint();
    execute("INSERT INTO t VALUES(4, 4)");
    assertEquals(1, writer.capture(second).rowCount());
    writer.rollbackTo(second);
    writer.journaled();
    writer.commit();

    assertEquals(List.of(), rows());
    assertThrows(IllegalStateException.class, () -> writer.rollbackTo(inner));
  }

  @Test
  void commitBehindTheBackBreaksTheWriter() throws SQLException {
    Savepoint start = writer.savepoint();
    execute("INSERT INTO t VALUES(1, 1)");
    execute("COMMIT");
    execute("INSERT INTO t VALUES(2, 2)");

    BrokenInvariantException broken =
        assertThrows(BrokenInvariantException.class, () -> writer.capture(start));

    assertSame(broken, writer.failure());
    IllegalStateException refusal = assertThrows(IllegalStateException.class, writer::savepoint);
    assertSame(broken, refusal.getCause());
  }

  @Test
  void rollbackBehindTheBackBreaksTheWriter() throws SQLException {
    Savepoint start = writer.savepoint();
    execute("INSERT INTO t VALUES(1, 1)");
    execute("ROLLBACK");

    assertThrows(BrokenInvariantException.class, () -> writer.rollbackTo(start));
  }

  @Test
  void changesBeforeABatchBreakTheWriter() throws SQLException {
    execute("INSERT INTO t VALUES(1, 1)");

    assertThrows(BrokenInvariantException.class, writer::savepoint);
  }

  @Test
  void rollbackBeyondTheSavepointBreaksTheWriter() throws SQLException {
    Savepoint first = writer.savepoint();
    execute("SAVEPOINT early");
    execute("INSERT INTO t VALUES(1, 1)");
    writer.capture(first);
    Savepoint second = writer.savepoint();
    execute("ROLLBACK TO SAVEPOINT early");

    assertThrows(BrokenInvariantException.class, () -> writer.capture(second));
  }

  @Test
  void schemaChangeWaitsForTheBatch() throws SQLException {
    Savepoint start = writer.savepoint();
    assertThrows(IllegalStateException.class, () -> database.executeSchema("DROP TABLE t"));
    writer.rollbackTo(start);
    writer.rollback();
    try (ReadView view = database.pin()) {
      assertEquals(1, database.tableStates(view).size());
      assertThrows(IllegalStateException.class, () -> database.executeSchema("DROP TABLE t"));
    }

    database.executeSchema("DROP TABLE t");
    database.executeSchema("CREATE TABLE u(id INTEGER PRIMARY KEY)");
    Savepoint next = writer.savepoint();
    execute("INSERT INTO u VALUES(1)");

    assertEquals("U", writer.capture(next).tables().get(0).table().table());
  }

  @Test
  void writerMayNotChangeTheSchema() {
    for (String ddl : List.of("DROP TABLE t", "CREATE TABLE u(i INTEGER)", "SHUTDOWN")) {
      assertThrows(SQLException.class, () -> execute(ddl));
    }
  }

  @Test
  void growthFollowsTheRows() throws SQLException {
    Savepoint start = writer.savepoint();
    execute("INSERT INTO t SELECT x, x FROM SYSTEM_RANGE(1, 100)");
    long growth = writer.capture(start).growthBytes();
    Savepoint second = writer.savepoint();
    execute("DELETE FROM t");
    assertEquals(-growth, writer.capture(second).growthBytes());
    writer.rollbackTo(second);
    assertEquals(0, database.estimatedBytes());
    writer.journaled();
    writer.commit();

    assertTrue(growth > 0);
    assertEquals(growth, database.estimatedBytes());
    database.forgetEstimatedBytes();
    assertEquals(growth, database.estimatedBytes());
  }
}
