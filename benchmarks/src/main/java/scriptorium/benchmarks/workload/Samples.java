package scriptorium.benchmarks.workload;

import java.time.Duration;
import java.util.Arrays;

/** Durations measured in one round, in nanoseconds. */
public final class Samples {

  private long[] nanos = new long[4096];
  private int size;
  private boolean sorted = true;

  public void add(long durationNanos) {
    if (size == nanos.length) {
      nanos = Arrays.copyOf(nanos, size * 2);
    }
    nanos[size++] = durationNanos;
    sorted = false;
  }

  /** Adds all of another's, which stay there. */
  public void addAll(Samples other) {
    if (size + other.size > nanos.length) {
      nanos = Arrays.copyOf(nanos, Math.max(size * 2, size + other.size));
    }
    System.arraycopy(other.nanos, 0, nanos, size, other.size);
    size += other.size;
    sorted = false;
  }

  public int size() {
    return size;
  }

  /**
   * The smallest duration that so many of a hundred do not exceed.
   *
   * @param percent above 0, at most 100
   * @throws IllegalStateException without samples
   */
  public Duration percentile(double percent) {
    if (size == 0) {
      throw new IllegalStateException("no samples: a round measured nothing");
    }
    if (!sorted) {
      Arrays.sort(nanos, 0, size);
      sorted = true;
    }
    int rank = (int) Math.ceil(percent / 100 * size);
    return Duration.ofNanos(nanos[Math.max(0, rank - 1)]);
  }
}
