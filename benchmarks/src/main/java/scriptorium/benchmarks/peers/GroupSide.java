package scriptorium.benchmarks.peers;

import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import scriptorium.benchmarks.workload.Side;
import scriptorium.benchmarks.workload.ThreadLoop;

/**
 * A side whose calls block. So many outstanding writes are divided among its callers, and what is a
 * caller's share is one transaction: committed together, answered together.
 */
abstract class GroupSide implements Side {

  private final String name;
  private final int mostCallers;
  private final AtomicLong nextId = new AtomicLong();

  GroupSide(String name, int mostCallers) {
    this.name = name;
    this.mostCallers = mostCallers;
  }

  @Override
  public final String name() {
    return name;
  }

  @Override
  public String manner(int outstanding) {
    int group = group(outstanding);
    return group == 1 ? "commit each" : "commit each " + group;
  }

  @Override
  public final Measured measure(int outstanding, Duration length)
      throws InterruptedException, ExecutionException, TimeoutException {
    return ThreadLoop.run(callers(outstanding), group(outstanding), length, nextId, this::write);
  }

  final int callers(int outstanding) {
    return Math.min(outstanding, mostCallers);
  }

  private int group(int outstanding) {
    return outstanding / callers(outstanding);
  }

  /** Writes a group in one transaction; how many were not refused. */
  abstract int write(int caller, long first, int count) throws Exception;
}
