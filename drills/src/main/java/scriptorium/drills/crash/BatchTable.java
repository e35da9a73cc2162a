package scriptorium.drills.crash;

import java.util.List;

/**
 * The table that the rounds write: batches of a thousand rows, each row's columns following from
 * batch and row number, so that a row that is missing, doubled or altered shows in the sums.
 */
final class BatchTable {

  static final int BATCH_ROWS = 1000;

  /** The statements that make it where it is not there yet. */
  static final List<String> CREATE =
      List.of(
          """
          CREATE TABLE IF NOT EXISTS CRASH_BATCH (
            BATCH BIGINT NOT NULL,
            ROW_NO INT NOT NULL,
            CONTROL BIGINT NOT NULL,
            BODY VARCHAR(40) NOT NULL,
            VERSION INT NOT NULL,
            PRIMARY KEY (BATCH, ROW_NO)
          );
          """,
          "CREATE INDEX IF NOT EXISTS CRASH_BATCH_CONTROL ON CRASH_BATCH (CONTROL);\n");

  /** One line a batch, in the form that {@link FoundBatch#parse} reads. */
  static final String REPORT =
      """
      SELECT 'BATCH ' || BATCH || ' ' || COUNT(*) || ' ' || SUM(ROW_NO) || ' ' || SUM(CONTROL)
        || ' ' || COUNT(CASE WHEN BODY = 'body ' || BATCH || '/' || ROW_NO THEN 1 END)
        || ' ' || MIN(VERSION) || ' ' || MAX(VERSION) AS REPORT
      FROM CRASH_BATCH GROUP BY BATCH ORDER BY BATCH;
      """;

  private static final long BATCH_FACTOR = 7919;
  private static final long ROW_FACTOR = 31;

  private BatchTable() {}

  /** All rows of a batch, made by the database. */
  static String insertByRange(long batch) {
    return "INSERT INTO CRASH_BATCH SELECT "
        + batch
        + ", X, "
        + batch * BATCH_FACTOR
        + " + X * "
        + ROW_FACTOR
        + ", 'body "
        + batch
        + "/' || X, 0 FROM SYSTEM_RANGE(1, "
        + BATCH_ROWS
        + ");\n";
  }

  /** All rows of a batch, each written out. */
  static String insertByValues(long batch) {
    StringBuilder sql = new StringBuilder("INSERT INTO CRASH_BATCH VALUES");
    for (int row = 1; row <= BATCH_ROWS; row++) {
      sql.append(row == 1 ? "\n(" : ",\n(");
      sql.append(batch).append(", ").append(row).append(", ");
      sql.append(batch * BATCH_FACTOR + row * ROW_FACTOR);
      sql.append(", 'body ").append(batch).append('/').append(row).append("', 0)");
    }
    return sql.append(";\n").toString();
  }

  static String raiseVersion(long batch) {
    return "UPDATE CRASH_BATCH SET VERSION = VERSION + 1 WHERE BATCH = " + batch + ";\n";
  }

  static String delete(long batch) {
    return "DELETE FROM CRASH_BATCH WHERE BATCH = " + batch + ";\n";
  }

  /** The sum of a whole batch's row numbers. */
  static long rowSum() {
    return BATCH_ROWS * (BATCH_ROWS + 1L) / 2;
  }

  /** The sum of a whole batch's control values. */
  static long controlSum(long batch) {
    return BATCH_ROWS * batch * BATCH_FACTOR + rowSum() * ROW_FACTOR;
  }
}
