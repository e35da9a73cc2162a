package scriptorium.benchmarks.workload;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class BenchClosedLoopTest {

  @Test
  void aWriteThatFailsEndsTheMeasurement() {
    AtomicLong next = new AtomicLong();

    ExecutionException failed =
        assertThrows(
            ExecutionException.class,
            () ->
                ClosedLoop.run(
                    3,
                    1,
                    Duration.ofMinutes(5),
                    next,
                    id -> CompletableFuture.failedFuture(new IllegalStateException("refused"))));

    assertTrue(String.valueOf(failed.getMessage()).contains("refused"), failed::toString);
    assertEquals(1, next.get(), "writes sent");
  }

  @Test
  void samplesOfSeveralCallersAreSortedTogether() {
    Samples all = new Samples();
    for (int caller = 0; caller < 3; caller++) {
      Samples own = new Samples();
      for (int i = caller; i < 9_000; i += 3) {
        own.add(i + 1);
      }
      all.addAll(own);
    }

    assertEquals(9_000, all.size());
    assertEquals(Duration.ofNanos(4500), all.percentile(50));
    assertEquals(Duration.ofNanos(9000), all.percentile(100));
  }
}
