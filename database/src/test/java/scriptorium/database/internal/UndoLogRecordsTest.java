package scriptorium.database.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Random;
import org.h2.engine.SessionLocal;
import org.h2.mvstore.MVStore;
import org.h2.mvstore.tx.Transaction;
import org.h2.mvstore.tx.TransactionStore;
import org.h2.mvstore.tx.UndoLogRecords;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** H2's own, slower reading of the log is what the records are compared with. */
class UndoLogRecordsTest {
  /** Of an inner page of pages: H2 splits a page at 48 entries. */
  private static final int RECORDS_OF_THREE_LEVELS = 48 * 48 + 1;

  private final long seed = new Random().nextLong();
  private final Random random = new Random(seed);

  private Connections connections;
  private Connection connection;
  private SessionLocal session;

  @BeforeEach
  void open() throws SQLException {
    System.out.println("UndoLogRecordsTest seed=" + seed);
    connections = new Connections(random);
    connection = connections.admin();
    execute("CREATE TABLE t(id BIGINT PRIMARY KEY, a INT, b VARCHAR, c CLOB)");
    execute("CREATE INDEX by_a ON t(a)");
    connection.setAutoCommit(false);
    session = Connections.session(connection);
  }

  @AfterEach
  void close() {
    connections.shutdown();
  }

  @Test
  void areThoseOfH2FromEveryPositionWhateverWasUndone() throws SQLException {
    List<Long> positions = new ArrayList<>();
    Savepoint savepoint = connection.setSavepoint();
    for (int step = 0; step < 400; step++) {
      positions.add(session.getTransaction().setSavepoint());
      switch (random.nextInt(12)) {
        case 0 -> savepoint = connection.setSavepoint();
        case 1 -> {
          connection.rollback(savepoint);
          savepoint = connection.setSavepoint();
        }
        default -> change();
      }
      long now = session.getTransaction().setSavepoint();
      positions.removeIf(position -> position > now);
      checkFrom(positions.get(random.nextInt(positions.size())));
      checkFrom(now);
    }
    for (long position : positions) {
      checkFrom(position);
    }
  }

  @Test
  void areAllReadWhereTheLogFillsAPageOrBeginsOne() throws SQLException {
    for (int records : new int[] {1, 46, 47, 48, 49, 95, 96, 97, RECORDS_OF_THREE_LEVELS}) {
      // Each row is one record of the table and one of the index.
      for (int i = 0; session.getTransaction().setSavepoint() < records; i++) {
        execute("INSERT INTO t(id, a) VALUES(" + i + ", 0)");
      }
      checkFrom(0);
      checkFrom(session.getTransaction().setSavepoint() - 1);
      connection.rollback();
    }
  }

  @Test
  void belongToOneTransactionNumber() throws SQLException {
    execute("INSERT INTO t(id) VALUES(1)");
    UndoLogRecords mine = UndoLogRecords.of(session.getTransaction());
    try (Connection other = connections.openAdmin()) {
      other.setAutoCommit(false);
      try (Statement statement = other.createStatement()) {
        statement.executeQuery("SELECT * FROM t").close();
      }

      assertTrue(mine.isOf(session.getTransaction()));
      assertFalse(mine.isOf(Connections.session(other).getTransaction()));
    }
  }

  @Test
  void areRefusedWhenOneIsMissing() throws SQLException {
    execute("INSERT INTO t(id) VALUES(1)");
    Transaction transaction = session.getTransaction();
    UndoLogRecords records = UndoLogRecords.of(transaction);
    long end = transaction.setSavepoint();

    assertThrows(
        IllegalStateException.class,
        () -> records.readBack(0, end + 1, (mapId, key, before) -> {}));
  }

  private void change() throws SQLException {
    int id = random.nextInt(60);
    switch (random.nextInt(4)) {
      case 0 -> execute("MERGE INTO t(id, a, b) VALUES(" + id + ", " + random.nextInt() + ", 'b')");
      case 1 -> execute("UPDATE t SET a = a + 1, c = REPEAT('c', 2000) WHERE id = " + id);
      case 2 -> execute("DELETE FROM t WHERE id BETWEEN " + id + " AND " + (id + 3));
      default -> execute("INSERT INTO t(a) SELECT X FROM SYSTEM_RANGE(1, 9)", true);
    }
  }

  private void execute(String sql) throws SQLException {
    execute(sql, false);
  }

  private void execute(String sql, boolean fails) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      if (fails) {
        assertThrows(SQLException.class, () -> statement.execute(sql));
      } else {
        statement.execute(sql);
      }
    }
  }

  private void checkFrom(long position) {
    Transaction transaction = session.getTransaction();
    Iterator<TransactionStore.Change> expected = transaction.getChanges(position);
    MVStore store = session.getDatabase().getStore().getMvStore();
    String where = "seed=" + seed + " position=" + position;
    UndoLogRecords.of(transaction)
        .readBack(
            position,
            transaction.setSavepoint(),
            (mapId, key, before) -> {
              assertTrue(expected.hasNext(), where);
              TransactionStore.Change change = expected.next();
              assertEquals(change.mapName, store.getMapName(mapId), where);
              assertSame(change.key, key, where);
              assertSame(change.value, before == null ? null : before.getCurrentValue(), where);
            });
    assertFalse(expected.hasNext(), where);
  }
}
