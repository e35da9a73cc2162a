package scriptorium.persistence.segment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class DurationHistogramTest {
  private final DurationHistogram.Recorder recorder = new DurationHistogram.Recorder();

  @Test
  void isEmptyAtFirst() {
    DurationHistogram none = recorder.copy();

    assertEquals(0, none.count());
    assertEquals(Duration.ZERO, none.quantile(0.99));
    assertEquals(Duration.ZERO, none.max());
    assertThrows(IllegalArgumentException.class, () -> none.quantile(0));
    assertThrows(IllegalArgumentException.class, () -> none.quantile(1.01));
  }

  @Test
  void tellsQuantilesAtMostAQuarterTooLong() {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    long[] nanos = new long[1_001];
    for (int i = 0; i < nanos.length; i++) {
      nanos[i] = random.nextLong(1L << random.nextInt(1, 45));
      recorder.add(nanos[i]);
    }
    Arrays.sort(nanos);

    DurationHistogram histogram = recorder.copy();

    assertEquals(nanos.length, histogram.count());
    assertEquals(nanos[1_000], histogram.max().toNanos());
    for (double share : new double[] {0.001, 0.1, 0.5, 0.9, 0.99, 1}) {
      long exact = nanos[(int) Math.ceil(share * nanos.length) - 1];
      long told = histogram.quantile(share).toNanos();
      assertTrue(
          told >= exact && told <= exact * 1.25 + 1,
          "seed=" + seed + " share=" + share + " exact=" + exact + " told=" + told);
    }
  }

  @Test
  void takesAnyDuration() {
    for (long nanos : new long[] {-1, 0, 1, 3, 4, 5, Long.MAX_VALUE}) {
      recorder.add(nanos);
    }

    assertEquals(7, recorder.copy().count());
    assertEquals(Long.MAX_VALUE, recorder.copy().quantile(1).toNanos());
  }
}
