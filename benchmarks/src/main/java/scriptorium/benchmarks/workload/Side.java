package scriptorium.benchmarks.workload;

import java.time.Duration;
import java.util.List;

/** One of the ways to write that are compared. Used by one thread, again and again. */
public interface Side {

  String STORE = "store";
  String STORE_SHARED = "store, shared mutations";
  String STORE_POSTGRES = "store on PostgreSQL";
  String ONE_EVENT = "one event a command";
  String BARE_H2 = "bare H2";
  String RAW_APPEND = "raw append";

  /** What the table calls it. */
  String name();

  /** The numbers of outstanding writes it is measured at, where these are asked for. */
  default List<Integer> levels(List<Integer> asked) {
    return asked;
  }

  /** How it keeps so many writes outstanding; empty where there is nothing to say. */
  default String manner(int outstanding) {
    return "";
  }

  /** What it does otherwise than the store: told where it is faster. */
  default String difference() {
    return "";
  }

  /**
   * Writes for so long.
   *
   * @param outstanding how many writes wait for their answer at any time; of no meaning to a side
   *     that has no answers
   */
  Measured measure(int outstanding, Duration length) throws Exception;

  /**
   * Ends a measurement. Rows that were inserted are deleted, so that each begins with an empty
   * table; of transfers, whose accounts stay, the balances are checked.
   */
  void clear() throws Exception;

  /**
   * What one measurement found.
   *
   * @param writesPerSecond writes committed; of those under way when the time was over, the part
   *     that was in it
   * @param latencies from call to answer, of all writes or of one caller's
   * @param refusedPerSecond writes refused, counted alike
   */
  record Measured(double writesPerSecond, Samples latencies, double refusedPerSecond) {

    /** Of writes that are never refused. */
    public Measured(double writesPerSecond, Samples latencies) {
      this(writesPerSecond, latencies, 0);
    }

    /**
     * How much of a write lay before the end. Groups would otherwise count as whole or as nothing,
     * and a side with much outstanding would lose all of it.
     */
    static double share(long startNanos, long answeredNanos, long endNanos) {
      if (answeredNanos - endNanos <= 0) {
        return 1;
      }
      return (endNanos - startNanos) / (double) (answeredNanos - startNanos);
    }

    /** The duration that so many of a hundred writes did not exceed. */
    public double micros(double percent) {
      return latencies.percentile(percent).toNanos() / 1e3;
    }
  }
}
