package scriptorium.benchmarks;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import scriptorium.actors.Store;
import scriptorium.benchmarks.workload.ClosedLoop;
import scriptorium.benchmarks.workload.Side;
import scriptorium.benchmarks.workload.Transfers;

/**
 * Writes through the façade, on the whole path from call to answer: each a mutation of its own, or
 * what a caller has outstanding in one mutation, as most peers can do no other.
 */
abstract class StoreWrites implements Side {

  private final Store store;
  private final boolean shared;
  private final String name;
  private final AtomicLong nextNumber = new AtomicLong();

  /**
   * On an open store.
   *
   * @param shared whether so many writes outstanding are divided among few callers, and a caller's
   *     share is one mutation
   */
  StoreWrites(Store store, boolean shared) {
    this(store, shared, shared ? STORE_SHARED : STORE);
  }

  /** The same, called otherwise. */
  StoreWrites(Store store, boolean shared, String name) {
    this.store = store;
    this.shared = shared;
    this.name = name;
  }

  final Store store() {
    return store;
  }

  /** The number that the next write will have. */
  final long nextNumber() {
    return nextNumber.get();
  }

  @Override
  public final String name() {
    return name;
  }

  @Override
  public final List<Integer> levels(List<Integer> asked) {
    return asked.stream().filter(level -> !shared || group(level) > 1).toList();
  }

  @Override
  public final String manner(int outstanding) {
    return shared ? group(outstanding) + " a mutation" : "";
  }

  @Override
  public final String difference() {
    return "a mutation of several rows is called, captured and answered once, and fails whole";
  }

  @Override
  public final Measured measure(int outstanding, Duration length)
      throws InterruptedException, ExecutionException, TimeoutException {
    int group = group(outstanding);
    return ClosedLoop.run(
        outstanding / group, group, length, nextNumber, first -> write(first, group));
  }

  private int group(int outstanding) {
    return shared ? Math.max(1, outstanding / Transfers.CALLERS) : 1;
  }

  /** Writes a group as one mutation; how many of it were not refused. */
  abstract CompletionStage<Integer> write(long first, int count);
}
