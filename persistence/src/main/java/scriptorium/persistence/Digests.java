package scriptorium.persistence;

import java.time.Instant;
import java.util.List;
import scriptorium.database.TableDigest;
import scriptorium.database.change.TableName;

/**
 * What the writer's tables were at an earlier {@link DigestDue}, to be compared with by whoever
 * pinned there. It changes no row.
 *
 * @param time when it was made
 * @param sequenceNumber of the {@link DigestDue}
 * @param tables every table, sorted by name
 */
public record Digests(Instant time, long sequenceNumber, List<Table> tables)
    implements JournalEvent {

  /** Copies the list. */
  public Digests {
    tables = List.copyOf(tables);
  }

  /**
   * One table's content.
   *
   * @param rows how many
   * @param digest of all rows, whatever their order
   */
  public record Table(TableName name, long rows, TableDigest digest) {}
}
