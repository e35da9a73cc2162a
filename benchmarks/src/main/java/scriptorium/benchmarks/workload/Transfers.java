package scriptorium.benchmarks.workload;

/**
 * The transfers that every side is asked for: the n-th is the same one everywhere, by the seed.
 * Immutable.
 *
 * <p>{@code tarantool.lua} draws the same ones; change both.
 */
public final class Transfers {

  /** Accounts, numbered from 0. */
  public static final int ACCOUNTS = 100_000;

  /** What each account begins with; enough that few transfers are refused. */
  public static final long OPENING_BALANCE = 10_000;

  /** Programs that ask for transfers at the same time. */
  public static final int CALLERS = 64;

  private static final int MOST_AMOUNT = 100;
  private static final int DRAWS = 3;

  /** Next to each other in rank must not be next to each other in the table; prime to ACCOUNTS. */
  private static final long SCATTER = 7919;

  private static final long GOLDEN_GAMMA = 0x9E3779B97F4A7C15L;

  private final long seed;
  private final boolean skewed;

  private Transfers(long seed, boolean skewed) {
    this.seed = seed;
    this.skewed = skewed;
  }

  /** All accounts alike. */
  public static Transfers uniform(long seed) {
    return new Transfers(seed, false);
  }

  /**
   * The account of rank k is drawn in proportion to 1/k (Zipf's law): six of a hundred accounts
   * drawn are the first, four of ten are among the first hundred.
   */
  public static Transfers skewed(long seed) {
    return new Transfers(seed, true);
  }

  /** Whether few accounts take part in most transfers. */
  public boolean isSkewed() {
    return skewed;
  }

  public long seed() {
    return seed;
  }

  /** The transfer of this number; never from an account to itself. */
  public Transfer of(long number) {
    int from = account(unit(number * DRAWS));
    int to = account(unit(number * DRAWS + 1));
    int amount = 1 + (int) (unit(number * DRAWS + 2) * MOST_AMOUNT);
    return new Transfer(from, to == from ? (to + 1) % ACCOUNTS : to, amount);
  }

  private int account(double unit) {
    if (!skewed) {
      return (int) (unit * ACCOUNTS);
    }
    long rank = (long) Math.exp(unit * Math.log(ACCOUNTS + 1));
    return (int) ((rank - 1) * SCATTER % ACCOUNTS);
  }

  /** At least 0, below 1: the draw of this index, by SplitMix64. */
  private double unit(long index) {
    long z = seed + (index + 1) * GOLDEN_GAMMA;
    z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return ((z ^ (z >>> 31)) >>> 11) * 0x1.0p-53;
  }
}
