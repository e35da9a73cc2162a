package scriptorium.database;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import scriptorium.database.guard.MutationConnection;
import scriptorium.database.guard.ReadConnection;
import scriptorium.database.guard.ReadLimits;

/** The number that a read tells is exactly the one of the rows it sees. */
@Timeout(120)
class PublishedNumberTest {

  private static final int COMMITS = 5_000;
  private static final ReadLimits AMPLY = new ReadLimits(Duration.ofSeconds(30), 10);

  private static EmbeddedDatabase withCounter() throws SQLException {
    EmbeddedDatabase database = EmbeddedDatabase.open(DatabaseSettings.defaults());
    database.executeSchema("CREATE TABLE counter(n BIGINT, m BIGINT)");
    database.adminConnection().createStatement().execute("INSERT INTO counter VALUES (0, 0)");
    database.adminConnection().commit();
    return database;
  }

  /** Both columns, in two statements of their own, so that a commit may come in between. */
  private static void write(EmbeddedDatabase database, long number) throws SQLException {
    Savepoint start = database.writer().savepoint();
    try (MutationConnection mutation = database.openMutation();
        Statement statement = mutation.connection().createStatement()) {
      statement.executeUpdate("UPDATE counter SET n = n + 1");
      statement.executeUpdate("UPDATE counter SET m = m + 1");
    }
    database.writer().capture(start);
    database.writer().journaled();
    database.published().publish(number, database.writer()::commit);
  }

  private static long read(EmbeddedDatabase database) throws SQLException {
    try (ReadConnection read = database.readers().borrow(AMPLY)) {
      long first = select(read, "SELECT n FROM counter");
      long second = select(read, "SELECT m FROM counter");
      assertEquals(read.sequenceNumber(), first);
      assertEquals(read.sequenceNumber(), second);
      return first;
    }
  }

  private static long select(ReadConnection read, String sql) throws SQLException {
    try (Statement statement = read.connection().createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      assertTrue(rows.next());
      return rows.getLong(1);
    }
  }

  @Test
  void isExactUnderAWriterThatPublishesWithoutPause() throws Exception {
    try (EmbeddedDatabase database = withCounter()) {
      AtomicBoolean over = new AtomicBoolean();
      List<CompletableFuture<Integer>> readers = new ArrayList<>();
      for (int i = 0; i < 3; i++) {
        readers.add(CompletableFuture.supplyAsync(() -> readUntil(over, database)));
      }

      for (int number = 1; number <= COMMITS; number++) {
        write(database, number);
      }

      over.set(true);
      for (CompletableFuture<Integer> reader : readers) {
        assertTrue(reader.get(60, TimeUnit.SECONDS) > 0);
      }
      assertEquals(COMMITS, read(database));
    }
  }

  /** Never back in time; tells how many numbers were met. */
  private static int readUntil(AtomicBoolean over, EmbeddedDatabase database) {
    int met = 0;
    long last = -1;
    try {
      while (!over.get()) {
        long now = read(database);
        assertTrue(now >= last, () -> "went back to " + now);
        met += now > last ? 1 : 0;
        last = now;
      }
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
    return met;
  }

  @Test
  void showsWhatWasPublishedBeforeTheReadBegan() throws Exception {
    try (EmbeddedDatabase database = withCounter()) {
      for (int number = 1; number <= 1_000; number++) {
        write(database, number);
        assertEquals(number, read(database));
      }
    }
  }
}
