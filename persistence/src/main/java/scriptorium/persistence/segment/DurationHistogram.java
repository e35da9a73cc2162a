package scriptorium.persistence.segment;

import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * How often which durations were seen: immutable, a copy of what one thread counts.
 *
 * <p>Four classes for each doubling: a duration is told as the upper bound of its class, at most a
 * quarter too long.
 */
public final class DurationHistogram {
  private static final int SUB_BITS = 2;
  private static final int SUBS = 1 << SUB_BITS;
  private static final int CLASSES = (Long.SIZE - SUB_BITS) * SUBS;

  private final long[] counts;
  private final long count;
  private final long maxNanos;

  private DurationHistogram(long[] counts, long maxNanos) {
    this.counts = counts;
    this.count = Arrays.stream(counts).sum();
    this.maxNanos = maxNanos;
  }

  /** Counted by one thread, copied by any; never waits. */
  static final class Recorder {
    private final AtomicLongArray counts = new AtomicLongArray(CLASSES);
    private volatile long maxNanos;

    void add(long nanos) {
      int at = classOf(nanos);
      counts.lazySet(at, counts.getPlain(at) + 1);
      if (nanos > maxNanos) {
        maxNanos = nanos;
      }
    }

    DurationHistogram copy() {
      long[] copy = new long[CLASSES];
      for (int i = 0; i < CLASSES; i++) {
        copy[i] = counts.get(i);
      }
      return new DurationHistogram(copy, maxNanos);
    }
  }

  private static int classOf(long nanos) {
    if (nanos < SUBS) {
      return (int) Math.max(0, nanos);
    }
    int exponent = Long.SIZE - 1 - Long.numberOfLeadingZeros(nanos);
    int sub = (int) (nanos >>> (exponent - SUB_BITS)) & (SUBS - 1);
    return (exponent - SUB_BITS + 1) * SUBS + sub;
  }

  private static long upperBound(int at) {
    if (at < SUBS) {
      return at;
    }
    int shift = at / SUBS - 1;
    return ((long) (SUBS + at % SUBS + 1) << shift) - 1;
  }

  /** Durations seen. */
  public long count() {
    return count;
  }

  /** The longest; zero for none. */
  public Duration max() {
    return Duration.ofNanos(maxNanos);
  }

  /**
   * The duration that a share of all did not exceed; zero for none.
   *
   * @param share above 0 to 1: 0.5 for the median
   */
  public Duration quantile(double share) {
    if (!(share > 0 && share <= 1)) {
      throw new IllegalArgumentException("share=" + share + " expected above 0, at most 1");
    }
    long wanted = (long) Math.ceil(share * count);
    long seen = 0;
    for (int i = 0; i < CLASSES && count > 0; i++) {
      seen += counts[i];
      if (seen >= wanted) {
        return Duration.ofNanos(Math.min(upperBound(i), maxNanos));
      }
    }
    return max();
  }

  /** For logs: how many, the median, the slowest hundredth and the longest, in microseconds. */
  @Override
  public String toString() {
    return "count=%d p50us=%d p99us=%d maxUs=%d"
        .formatted(
            count,
            micros(quantile(0.5)),
            micros(quantile(0.99)),
            micros(Duration.ofNanos(maxNanos)));
  }

  private static long micros(Duration duration) {
    return duration.toNanos() / 1_000;
  }
}
