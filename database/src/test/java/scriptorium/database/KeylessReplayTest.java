package scriptorium.database;

import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import scriptorium.database.change.RowChanges;

/** Rows without a key are found by the key that they share with the writer's, not by a scan. */
class KeylessReplayTest {
  private static final int ROWS = 10_000;
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  /** Looking through the table for each row would allocate thousands of times as much. */
  @Test
  void manyDeletesAllocateAsMuchAsInATableWithAKey() throws SQLException {
    long keyed = bytesToReplayDeletes("CREATE TABLE t(id INTEGER PRIMARY KEY, v VARCHAR)");
    long keyless = bytesToReplayDeletes("CREATE TABLE t(id INTEGER, v VARCHAR)");

    assertTrue(keyless < 3 * keyed, "keyless=" + keyless + " keyed=" + keyed);
  }

  private static long bytesToReplayDeletes(String ddl) throws SQLException {
    try (Copies copies = new Copies(ddl)) {
      copies.write("INSERT INTO t SELECT x, 'v' || x FROM SYSTEM_RANGE(1, " + ROWS + ")");
      copies.copyByScript();
      RowChanges deletes = copies.capture("DELETE FROM t WHERE MOD(id, 2) = 0");
      long before = THREADS.getCurrentThreadAllocatedBytes();

      copies.replayed.applier().apply(deletes);
      copies.replayed.applier().commit();

      long bytes = THREADS.getCurrentThreadAllocatedBytes() - before;
      copies.expectEqual();
      return bytes;
    }
  }
}
