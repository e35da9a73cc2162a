package scriptorium.benchmarks.workload;

import java.time.Duration;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.DoubleAdder;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;
import scriptorium.benchmarks.workload.Side.Measured;

/**
 * A fixed number of callers, each of which writes again where it hears the answer, without a thread
 * of its own: what a thread's waking costs is not measured, on any side. Run once.
 *
 * <p>Invariant: callers × group writes are under way, until the time is over.
 */
public final class ClosedLoop {

  private static final long LONGEST_END_SECONDS = 60;

  private final LongFunction<? extends CompletionStage<Integer>> write;
  private final int group;
  private final AtomicLong nextId;
  private final CountDownLatch callers;
  private final DoubleAdder answered = new DoubleAdder();
  private final DoubleAdder refused = new DoubleAdder();
  private final Samples latencies = new Samples();
  private final long lengthNanos;
  private final long startNanos = System.nanoTime();
  private volatile @Nullable Throwable failure;

  private ClosedLoop(
      int callers,
      int group,
      Duration length,
      AtomicLong nextId,
      LongFunction<? extends CompletionStage<Integer>> write) {
    this.write = write;
    this.nextId = nextId;
    this.callers = new CountDownLatch(callers);
    this.group = group;
    this.lengthNanos = length.toNanos();
  }

  /**
   * Writes for so long, then waits for the last answers. Latencies are those of the first caller,
   * so that taking them costs others nothing.
   *
   * @param callers how many write at the same time
   * @param group how many writes a caller sends together, to be answered together
   * @param nextId the next write's number, moved on with each group
   * @param write sends the group that begins at this number; answers how many of it were committed,
   *     where the others were refused; fails when it is not committed for another reason
   * @throws ExecutionException when a write failed
   */
  public static Measured run(
      int callers,
      int group,
      Duration length,
      AtomicLong nextId,
      LongFunction<? extends CompletionStage<Integer>> write)
      throws InterruptedException, ExecutionException, TimeoutException {
    ClosedLoop loop = new ClosedLoop(callers, group, length, nextId, write);
    loop.send(true);
    for (int i = 1; i < callers; i++) {
      loop.send(false);
    }
    return loop.awaitEnd();
  }

  private void send(boolean measured) {
    long sentNanos = System.nanoTime();
    if (failure != null || sentNanos - startNanos >= lengthNanos) {
      callers.countDown();
      return;
    }
    var unused =
        write
            .apply(nextId.getAndAdd(group))
            .whenComplete((committed, failed) -> answered(sentNanos, measured, committed, failed));
  }

  private void answered(
      long sentNanos, boolean measured, @Nullable Integer committed, @Nullable Throwable failed) {
    if (failed != null || committed == null) {
      failure = failed == null ? new IllegalStateException("no answer") : failed;
    } else {
      long now = System.nanoTime();
      if (measured) {
        latencies.add(now - sentNanos);
      }
      double share = Measured.share(sentNanos, now, startNanos + lengthNanos);
      answered.add(share * committed);
      refused.add(share * (group - committed));
    }
    send(measured);
  }

  private Measured awaitEnd() throws InterruptedException, ExecutionException, TimeoutException {
    long most = lengthNanos + TimeUnit.SECONDS.toNanos(LONGEST_END_SECONDS);
    if (!callers.await(most, TimeUnit.NANOSECONDS)) {
      throw new TimeoutException(
          "writes without an answer: callers="
              + callers.getCount()
              + " afterSeconds="
              + most / 1e9);
    }
    Throwable first = failure;
    if (first != null) {
      throw new ExecutionException("a measured write failed: " + first, first);
    }
    return new Measured(
        answered.sum() * 1e9 / lengthNanos, latencies, refused.sum() * 1e9 / lengthNanos);
  }
}
