package scriptorium.database;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.sql.SQLException;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Random transactions: what was written and what was replayed stay equal. */
class DifferentialTest {
  private static final int BATCHES_BETWEEN_CHECKS = 25;

  @Test
  void replayedDatabaseEqualsTheWrittenOne() throws SQLException {
    run(new Random().nextLong(), 6, 3_000);
  }

  @Tag("soak")
  @Test
  void replayedDatabaseEqualsTheWrittenOneForLong() throws SQLException {
    run(new Random().nextLong(), 200, 1_000_000);
  }

  private static void run(long seed, int schemas, int mutations) throws SQLException {
    System.out.println("DifferentialTest seed=" + seed);
    Random random = new Random(seed);
    int failed = 0;
    for (int i = 0; i < schemas; i++) {
      RandomMutations writing = new RandomMutations(random);
      try (Copies copies = writing.copies()) {
        int batches = 0;
        for (int ran = 0; ran < mutations / schemas; ran += writing.runBatch()) {
          if (++batches % BATCHES_BETWEEN_CHECKS == 0) {
            // Sequences moved by what was rolled back are told with the next change set.
            copies.write("SELECT 1");
            copies.expectEqual();
          }
          if (batches % (4 * BATCHES_BETWEEN_CHECKS) == 0) {
            copies.copyByScript();
            copies.expectEqual();
          }
        }
        copies.write("SELECT 1");
        copies.expectEqual();
        failed += writing.failedStatements();
      } catch (RuntimeException | AssertionError e) {
        throw new AssertionError("seed=" + seed + " schema=" + i, e);
      }
    }
    assertTrue(failed > mutations / 20, "statements that failed: " + failed);
  }
}
