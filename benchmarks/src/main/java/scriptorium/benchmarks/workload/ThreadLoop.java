package scriptorium.benchmarks.workload;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.DoubleAdder;
import scriptorium.benchmarks.workload.Side.Measured;

/**
 * A fixed number of callers on threads of their own, for a side whose calls block: each sends its
 * next group of writes when the last one is committed. Run once.
 *
 * <p>Invariant: threads × group writes are under way, until the time is over.
 */
public final class ThreadLoop {

  private static final long LONGEST_END_SECONDS = 60;

  private final int group;
  private final long lengthNanos;
  private final AtomicLong nextId;
  private final GroupWrite write;
  private final DoubleAdder answered = new DoubleAdder();
  private final DoubleAdder refused = new DoubleAdder();
  private final Samples latencies = new Samples();
  private final long startNanos = System.nanoTime();

  /** Writes a group; when it returns, what it committed is on the disk. */
  @FunctionalInterface
  public interface GroupWrite {

    /**
     * Writes rows or transfers of these numbers.
     *
     * @param caller which thread calls, from 0
     * @return how many were committed; the others were refused
     */
    int write(int caller, long first, int count) throws Exception;
  }

  private ThreadLoop(int group, Duration length, AtomicLong nextId, GroupWrite write) {
    this.group = group;
    this.lengthNanos = length.toNanos();
    this.nextId = nextId;
    this.write = write;
  }

  /**
   * Writes for so long, then waits for the last answers. Latencies are those of the first caller's
   * groups.
   *
   * @param nextId the next write's number, moved on with each group
   * @throws ExecutionException when a write failed
   */
  public static Measured run(
      int callers, int group, Duration length, AtomicLong nextId, GroupWrite write)
      throws InterruptedException, ExecutionException, TimeoutException {
    ExecutorService threads = Executors.newFixedThreadPool(callers);
    try {
      ThreadLoop loop = new ThreadLoop(group, length, nextId, write);
      List<Future<?>> ends = new ArrayList<>();
      for (int i = 0; i < callers; i++) {
        int caller = i;
        ends.add(
            threads.submit(
                () -> {
                  loop.call(caller);
                  return null;
                }));
      }
      return loop.awaitEnd(ends);
    } finally {
      threads.shutdownNow();
    }
  }

  private void call(int caller) throws Exception {
    long before = System.nanoTime();
    while (before - startNanos < lengthNanos) {
      int committed = write.write(caller, nextId.getAndAdd(group), group);
      long after = System.nanoTime();
      if (caller == 0) {
        latencies.add(after - before);
      }
      double share = Measured.share(before, after, startNanos + lengthNanos);
      answered.add(share * committed);
      refused.add(share * (group - committed));
      before = after;
    }
  }

  private Measured awaitEnd(List<Future<?>> ends)
      throws InterruptedException, ExecutionException, TimeoutException {
    long endNanos = startNanos + lengthNanos + TimeUnit.SECONDS.toNanos(LONGEST_END_SECONDS);
    for (Future<?> end : ends) {
      end.get(endNanos - System.nanoTime(), TimeUnit.NANOSECONDS);
    }
    return new Measured(
        answered.sum() * 1e9 / lengthNanos, latencies, refused.sum() * 1e9 / lengthNanos);
  }
}
