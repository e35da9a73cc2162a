package scriptorium.persistence.segment;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * The log recovers from every state that a power loss may leave of random runs. {@code
 * -Dcrash.seed} says which run is the first, {@code -Dcrash.states=1} that no other follows.
 */
class CrashStatesTest {
  private static final int STEPS = 60;

  @Test
  void recoversFromTenThousandStates() throws Exception {
    recoverFrom(Long.getLong("crash.states", 10_000));
  }

  @Test
  @Tag("soak")
  @Timeout(7_200)
  void recoversFromAMillionStates() throws Exception {
    recoverFrom(1_000_000);
  }

  /** Runs of consecutive seeds on all cores, until together they have shown so many states. */
  private static void recoverFrom(long states) throws Exception {
    long firstSeed = Long.getLong("crash.seed", System.nanoTime());
    int cores = Runtime.getRuntime().availableProcessors();
    AtomicLong nextSeed = new AtomicLong(firstSeed);
    AtomicLong checked = new AtomicLong();
    AtomicLong nested = new AtomicLong();
    long begun = System.nanoTime();
    ExecutorService pool = Executors.newFixedThreadPool(cores);
    try {
      List<Future<?>> workers = new ArrayList<>();
      for (int i = 0; i < cores; i++) {
        workers.add(
            pool.submit(
                () -> {
                  try {
                    while (checked.get() < states) {
                      CrashStates run = RandomRun.run(nextSeed.getAndIncrement(), STEPS);
                      checked.addAndGet(run.states());
                      nested.addAndGet(run.nestedStates());
                    }
                  } catch (RuntimeException | AssertionError e) {
                    checked.addAndGet(states); // so that the others stop too
                    throw e;
                  }
                }));
      }
      for (Future<?> worker : workers) {
        worker.get();
      }
    } catch (ExecutionException e) {
      throw new AssertionError(String.valueOf(e.getCause()), e);
    } finally {
      pool.shutdownNow();
    }
    System.out.printf(
        "crash states: first seed=%d runs=%d states=%d of them during recoveries=%d seconds=%.1f%n",
        firstSeed,
        nextSeed.get() - firstSeed,
        checked.get(),
        nested.get(),
        (System.nanoTime() - begun) / 1e9);
  }
}
