package scriptorium.database;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.management.ManagementFactory;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import scriptorium.database.guard.LentConnection;
import scriptorium.database.guard.MutationConnection;
import scriptorium.database.guard.OpenView;
import scriptorium.database.guard.ReadConnection;
import scriptorium.database.guard.ReadConnections;
import scriptorium.database.guard.ReadLimits;
import scriptorium.database.guard.ReadSource;

/** What open views are said to hold, against what the heap loses by their end. */
@Timeout(180)
class HeldHeapTest {

  private static final int ROWS = 50_000;
  private static final int ROUNDS = 3;
  private static final int BATCH = 500;
  private static final ReadLimits AMPLY = new ReadLimits(Duration.ofHours(1), ROWS);
  private static final String SCAN = "SELECT SUM(LENGTH(name)) FROM t WHERE n > 0";

  private EmbeddedDatabase database;
  private long number;
  private long base;

  @BeforeEach
  void open() throws SQLException {
    database = filled();
    rewrite(1);
    base = settledHeapBytes();
  }

  private EmbeddedDatabase filled() throws SQLException {
    EmbeddedDatabase filled =
        EmbeddedDatabase.open(DatabaseSettings.defaults().withViewReuse(Duration.ofMillis(1)));
    filled.executeSchema("CREATE TABLE t(id INT PRIMARY KEY, n INT, name VARCHAR)");
    filled.executeSchema("CREATE INDEX t_n ON t(n)");
    write(
        filled,
        "INSERT INTO t SELECT x, x, 'a name of some length ' || x FROM SYSTEM_RANGE(?, ?)",
        1,
        ROWS);
    filled.estimatedBytes();
    return filled;
  }

  @AfterEach
  void close() {
    database.close();
  }

  private void write(EmbeddedDatabase written, String sql, int from, int to) throws SQLException {
    scriptorium.database.Savepoint start = written.writer().savepoint();
    try (MutationConnection mutation = written.openMutation();
        PreparedStatement statement = mutation.connection().prepareStatement(sql)) {
      statement.setInt(1, from);
      statement.setInt(2, to);
      statement.executeUpdate();
    }
    written.writer().capture(start);
    written.writer().journaled();
    written.published().publish(++number, written.writer()::commit);
  }

  private void rewrite(int rounds) throws SQLException {
    String sql =
        "UPDATE t SET n = n + 1, name = 'the name of length ' || (id + n) WHERE id BETWEEN ? AND ?";
    for (int round = 0; round < rounds; round++) {
      for (int from = 1; from <= ROWS; from += BATCH) {
        write(database, sql, from, from + BATCH - 1);
      }
    }
  }

  private static long heapBytes() {
    System.gc();
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }

  /** The heap once collecting it again brings nothing any more. */
  private static long settledHeapBytes() {
    long least = heapBytes();
    for (int same = 0; same < 4; ) {
      LockSupport.parkNanos(20_000_000);
      long now = heapBytes();
      same = now < least - least / 200 ? 0 : same + 1;
      least = Math.min(least, now);
    }
    return least;
  }

  /** The one view that is open, after the rows were replaced several times behind it. */
  private OpenView replaceAllBehind(OpenView.Use use) throws SQLException {
    rewrite(ROUNDS);
    List<OpenView> open = database.openViews().stream().filter(view -> view.use() == use).toList();
    assertEquals(1, open.size());
    return open.get(0);
  }

  /** Within a factor of four, both ways; and all of it comes back. */
  private void expectHeld(OpenView view, long heldHeap) {
    long retained = heldHeap - settledHeapBytes();
    String figures = " accounted=" + view.heldBytes() + " retained=" + retained + " base=" + base;
    assertTrue(retained > base / 10, () -> "a view that holds nothing:" + figures);
    assertTrue(view.heldBytes() <= 4 * retained, () -> "far too much:" + figures);
    assertTrue(4 * view.heldBytes() >= retained, () -> "far too little:" + figures);
    long limit = base + base / 20;
    assertTrue(settledHeapBytes() <= limit, () -> "not back to base:" + figures);
  }

  private static void scan(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(SCAN)) {
      assertTrue(rows.next());
    }
  }

  /** As the owner of the database does now and then; the view is older than it is used again. */
  private void look() {
    LockSupport.parkNanos(2_000_000);
    database.readers().look();
    assertEquals(List.of(), database.openViews());
  }

  @Test
  void accountsForARead() throws SQLException {
    ReadConnection read = database.readers().borrow(AMPLY);
    scan(read.connection());
    OpenView view = replaceAllBehind(OpenView.Use.READ);
    long held = settledHeapBytes();

    read.close();
    look();

    expectHeld(view, held);
  }

  @Test
  void accountsForAConnectionOfADataSource() throws SQLException {
    try (Connection connection = LentConnection.open(new Serving(database), AMPLY);
        PreparedStatement leftOpen = connection.prepareStatement(SCAN)) {
      connection.setAutoCommit(false);
      leftOpen.executeQuery();
      OpenView view = replaceAllBehind(OpenView.Use.DATA_SOURCE);
      long held = settledHeapBytes();

      connection.rollback();
      look();

      expectHeld(view, held);
    }
  }

  @Test
  void accountsForASnapshot() throws SQLException {
    ReadView pin = database.pin();
    scan(pin.connection());
    OpenView view = replaceAllBehind(OpenView.Use.SNAPSHOT);
    long held = settledHeapBytes();

    pin.close();
    look();

    expectHeld(view, held);
  }

  @Test
  void saysThatNothingIsHeldWhileNothingIsReplaced() throws SQLException {
    try (ReadConnection read = database.readers().borrow(AMPLY)) {
      assertEquals(0, database.openViews().get(0).heldBytes());
      assertEquals(number, read.sequenceNumber());
    }
  }

  /** H2 would keep it until the program opens its next connection, to whatever. */
  @Test
  void givesAllHeapBackWhenItIsClosed() throws SQLException {
    filled().close();

    long left = settledHeapBytes() - base;
    assertTrue(left < base / 20, () -> "left=" + left + " base=" + base);
  }

  /** One database, turns for all. */
  private record Serving(EmbeddedDatabase database) implements ReadSource {

    @Override
    public ReadConnections readers() {
      return database.readers();
    }

    @Override
    public Turn takeTurn() {
      return () -> {};
    }
  }
}
