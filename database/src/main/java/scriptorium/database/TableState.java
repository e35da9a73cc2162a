package scriptorium.database;

import scriptorium.database.change.TableName;
import scriptorium.database.internal.TableScan;

/**
 * What one table held at a pinned point.
 *
 * @param bytes the rows' memory as H2 accounts it, plus an estimate of their index entries
 */
public record TableState(TableName table, long rows, TableDigest digest, long bytes) {
  static TableState of(TableScan.Content content) {
    return new TableState(
        content.table(),
        content.rows(),
        new TableDigest(content.hashHigh(), content.hashLow()),
        content.bytes());
  }
}
