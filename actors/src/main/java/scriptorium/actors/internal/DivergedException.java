package scriptorium.actors.internal;

import org.jspecify.annotations.Nullable;
import scriptorium.persistence.Digests;

/**
 * A database built from events is not what the writer's was at the same number: rows were changed
 * behind the store's back, or an event or a snapshot is not what was written.
 */
final class DivergedException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  DivergedException(
      String store,
      long sequenceNumber,
      String table,
      Digests.@Nullable Table expected,
      Digests.@Nullable Table found) {
    super(
        "database differs from the writer's: persistenceId="
            + store
            + " sequenceNumber="
            + sequenceNumber
            + " table="
            + table
            + " expected="
            + describe(expected)
            + " found="
            + describe(found));
  }

  private static String describe(Digests.@Nullable Table table) {
    return table == null
        ? "no such table"
        : table.rows()
            + " rows, digest "
            + Long.toHexString(table.digest().high())
            + ":"
            + Long.toHexString(table.digest().low());
  }
}
