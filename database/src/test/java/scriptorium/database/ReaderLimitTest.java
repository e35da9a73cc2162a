package scriptorium.database;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import scriptorium.database.guard.MutationConnection;
import scriptorium.database.guard.ReadConnection;
import scriptorium.database.guard.ReadLimits;

@Timeout(60)
class ReaderLimitTest {

  private static final ReadLimits AMPLY = new ReadLimits(Duration.ofMinutes(1), 10);

  @Test
  void refusesMoreReadersThanLeaveTheWriterATransaction() {
    DatabaseSettings settings =
        DatabaseSettings.defaults().withReaders(EmbeddedDatabase.mostReaders() + 1);

    IllegalArgumentException refused =
        assertThrows(IllegalArgumentException.class, () -> EmbeddedDatabase.open(settings));

    String message = String.valueOf(refused.getMessage());
    assertTrue(message.contains("found=" + settings.readers()), message);
    assertTrue(message.contains("expected=1.." + EmbeddedDatabase.mostReaders()), message);
  }

  /** With as many open views as can be had, and as many pins as are kept ready. */
  @Test
  void writesBesideAsManyOpenViewsAsThereMayBe() throws SQLException {
    int most = EmbeddedDatabase.mostReaders();
    assumeTrue(most <= 1_000, "H2 2.3 lets 65,534 transactions be open: too many for a test");
    try (EmbeddedDatabase database =
        EmbeddedDatabase.open(DatabaseSettings.defaults().withReaders(most))) {
      database.executeSchema("CREATE TABLE t(id INT PRIMARY KEY)");
      List<ReadConnection> open = new ArrayList<>();
      for (int i = 0; i < most; i++) {
        open.add(database.readers().borrow(AMPLY));
      }
      assertThrows(SQLTransientConnectionException.class, () -> database.readers().borrow(AMPLY));

      try (ReadView first = database.pin();
          ReadView second = database.pin()) {
        Savepoint start = database.writer().savepoint();
        try (MutationConnection mutation = database.openMutation();
            Statement statement = mutation.connection().createStatement()) {
          statement.executeUpdate("INSERT INTO t VALUES (1)");
        }
        database.writer().capture(start);
        database.writer().journaled();
        database.writer().commit();

        assertEquals(0, count(first));
        assertEquals(0, count(second));
      }

      open.forEach(ReadConnection::close);
      try (ReadView after = database.pin()) {
        assertEquals(1, count(after));
      }
    }
  }

  private static int count(ReadView view) throws SQLException {
    try (Statement statement = view.connection().createStatement();
        ResultSet rows = statement.executeQuery("SELECT COUNT(*) FROM t")) {
      assertTrue(rows.next());
      return rows.getInt(1);
    }
  }
}
