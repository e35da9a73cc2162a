package scriptorium.drills.crash;

import java.util.Optional;

/**
 * What a reopened store holds of one batch.
 *
 * @param rows how many rows
 * @param rowSum sum of their row numbers
 * @param controlSum sum of their control values
 * @param bodies rows whose text is as it was written
 * @param minVersion the lowest version
 * @param maxVersion the highest version
 */
record FoundBatch(
    long batch,
    long rows,
    long rowSum,
    long controlSum,
    long bodies,
    int minVersion,
    int maxVersion) {

  private static final String MARK = "BATCH ";

  /** Reads a line of {@link BatchTable#REPORT}'s answer; empty for any other line. */
  static Optional<FoundBatch> parse(String line) {
    String text = line.strip();
    if (!text.startsWith(MARK)) {
      return Optional.empty();
    }
    String[] fields = text.substring(MARK.length()).split(" ", -1);
    return Optional.of(
        new FoundBatch(
            Long.parseLong(fields[0]),
            Long.parseLong(fields[1]),
            Long.parseLong(fields[2]),
            Long.parseLong(fields[3]),
            Long.parseLong(fields[4]),
            Integer.parseInt(fields[5]),
            Integer.parseInt(fields[6])));
  }

  /** Whether it is exactly what one or more whole statements made of it. */
  boolean isWhole() {
    return rows == BatchTable.BATCH_ROWS
        && rowSum == BatchTable.rowSum()
        && controlSum == BatchTable.controlSum(batch)
        && bodies == rows
        && minVersion == maxVersion;
  }
}
