package scriptorium.benchmarks.workload;

import java.time.Duration;

/** One of the ways to write a row that are compared. Used by one thread, again and again. */
public interface Side {

  String STORE = "store";
  String ONE_EVENT = "one event a command";
  String BARE_H2 = "bare H2";
  String RAW_APPEND = "raw append";

  /** What the table calls it. */
  String name();

  /**
   * Writes rows for so long.
   *
   * @param outstanding how many writes wait for their answer at any time; of no meaning to a side
   *     that has no answers
   */
  Measured measure(int outstanding, Duration length) throws Exception;

  /** Deletes what was written: each measurement begins with an empty table. */
  void clear() throws Exception;

  /**
   * What one measurement found.
   *
   * @param writesPerSecond writes answered within the time
   * @param latencies from call to answer, of all writes or of one caller's
   */
  record Measured(double writesPerSecond, Samples latencies) {

    /** The duration that so many of a hundred writes did not exceed. */
    public double micros(double percent) {
      return latencies.percentile(percent).toNanos() / 1e3;
    }
  }
}
