package scriptorium.actors;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Comparator;
import java.util.Random;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Random transactions on a live store with a random schema, snapshots, restarts and schema changes
 * in between: what is recovered, and what a follower has built, equals what was written.
 *
 * <p>The system properties {@code differential.seed}, {@code differential.transactions} and {@code
 * differential.run} say which, how many and how many with one schema; a failure prints the command
 * that runs it again.
 */
final class StoreDifferentialTest {

  private static final int LARGEST_RUN = 5_000;

  @TempDir Path folder;

  @Test
  void followersAndRecoveriesEqualTheStore() throws Exception {
    run(Integer.getInteger("differential.transactions", 5_000));
  }

  @Tag("soak")
  @Test
  void followersAndRecoveriesEqualTheStoreForLong() throws Exception {
    run(Integer.getInteger("differential.transactions", 1_000_000));
  }

  private void run(int transactions) throws IOException {
    long seed = Long.getLong("differential.seed", new Random().nextLong());
    int size =
        Integer.getInteger(
            "differential.run", Math.min(LARGEST_RUN, Math.max(100, transactions / 10)));
    LongAdder failed = new LongAdder();
    for (int done = 0; done < transactions; done += size, seed++) {
      String repeat =
          "mvn test -pl actors -am -Dtest=StoreDifferentialTest"
              + " -Dsurefire.failIfNoSpecifiedTests=false -Ddifferential.seed=%d".formatted(seed)
              + " -Ddifferential.run=%1$d -Ddifferential.transactions=%1$d".formatted(size);
      System.out.printf(
          "StoreDifferentialTest seed=%d transactions=%d of %d%n", seed, done, transactions);
      Path own = Files.createDirectory(folder.resolve("run" + done));
      RandomSchema schema = new RandomSchema(new Random(seed));
      try (DifferentialRun run = new DifferentialRun(own, schema, size, failed)) {
        run.write();
        run.compare();
      } catch (SQLException | RuntimeException | AssertionError e) {
        throw new AssertionError(
            "seed=" + seed + "; again by: " + repeat + "\n" + schema.script(), e);
      }
      delete(own);
    }
    assertTrue(failed.sum() > transactions / 20, "statements that failed: " + failed);
  }

  /** A million transactions would fill the disk. */
  private static void delete(Path run) throws IOException {
    try (Stream<Path> files = Files.walk(run)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}
