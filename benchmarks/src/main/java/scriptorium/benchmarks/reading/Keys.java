package scriptorium.benchmarks.reading;

import java.util.SplittableRandom;

/** Ids of rows in random order, the same in each run. Used by one thread at a time. */
public final class Keys {

  private static final long SEED = 5;

  private final SplittableRandom random = new SplittableRandom(SEED);
  private final int rows;

  Keys(int rows) {
    this.rows = rows;
  }

  /** From 0 to one less than there are rows. */
  long next() {
    return random.nextInt(rows);
  }
}
