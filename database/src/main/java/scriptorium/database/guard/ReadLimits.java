package scriptorium.database.guard;

import java.time.Duration;

/**
 * What one read may take.
 *
 * @param time from borrowing to the end of its last statement, at least a millisecond; a statement
 *     that runs longer is cancelled
 * @param rows the rows of one result, at least 1; a longer result is an error, not a short result
 */
public record ReadLimits(Duration time, long rows) {

  /** Checks the ranges. */
  public ReadLimits {
    if (time.toMillis() < 1) {
      throw new IllegalArgumentException("time limit of a read below one millisecond: " + time);
    }
    if (rows < 1 || rows == Long.MAX_VALUE) {
      throw new IllegalArgumentException("row limit of a read out of range: " + rows);
    }
  }
}
