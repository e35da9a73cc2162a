package scriptorium.persistence.disk;

import java.util.BitSet;
import java.util.Random;

/**
 * What a power loss may keep of {@code n} pending changes. The rules:
 *
 * <ul>
 *   <li>at most {@value #ALL_SUBSETS_OF}: every subset;
 *   <li>else none; all; each first k; each single one missing; each single one kept; the last
 *       call's without its first k sectors, which with the first k is that call torn at each sector
 *       from either side; and some random subsets, each change kept with the same probability,
 *       which is random too.
 * </ul>
 */
public final class PowerLoss {
  private static final int ALL_SUBSETS_OF = 5;

  private PowerLoss() {}

  /** Is given each subset with a name for it. */
  @FunctionalInterface
  public interface Consumer {
    void accept(String rule, BitSet kept);
  }

  /**
   * @param changes pending on the disk
   * @param lastCall how many of them are of its last call
   * @param randoms how many random subsets
   */
  public static void each(
      int changes, int lastCall, int randoms, Random random, Consumer consumer) {
    if (changes <= ALL_SUBSETS_OF) {
      for (long subset = 0; subset < 1L << changes; subset++) {
        consumer.accept("subset " + subset, BitSet.valueOf(new long[] {subset}));
      }
      return;
    }
    for (int i = 0; i <= changes; i++) {
      consumer.accept("first " + i, range(0, i));
    }
    for (int i = 0; i < changes; i++) {
      BitSet missing = range(0, changes);
      missing.clear(i);
      consumer.accept("all but " + i, missing);
      consumer.accept("only " + i, range(i, i + 1));
    }
    for (int i = 1; i < lastCall; i++) {
      BitSet torn = range(0, changes);
      torn.clear(changes - lastCall, changes - lastCall + i);
      consumer.accept("last call without its first " + i, torn);
    }
    for (int i = 0; i < randoms; i++) {
      consumer.accept("random " + i, random(changes, random));
    }
  }

  /** One random subset. */
  public static BitSet random(int changes, Random random) {
    double probability = random.nextDouble();
    BitSet kept = new BitSet();
    for (int i = 0; i < changes; i++) {
      kept.set(i, random.nextDouble() < probability);
    }
    return kept;
  }

  private static BitSet range(int from, int to) {
    BitSet kept = new BitSet();
    kept.set(from, to);
    return kept;
  }
}
