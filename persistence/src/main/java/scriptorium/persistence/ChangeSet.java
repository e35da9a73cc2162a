package scriptorium.persistence;

import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import scriptorium.database.change.RowChanges;

/**
 * All row changes of one mutation: the event of a write.
 *
 * @param time when it was made
 * @param txId the write's id
 * @param label what the caller called it
 * @param value the mutation's encoded value; null where it was not kept
 * @param changes the rows; empty when the mutation changed none
 * @param encodedBytes of the whole event, where it was decoded; else 0
 */
@SuppressWarnings("ArrayRecordComponent") // compared by nobody; copying each value twice costs more
public record ChangeSet(
    Instant time,
    UUID txId,
    String label,
    byte @Nullable [] value,
    RowChanges changes,
    int encodedBytes)
    implements JournalEvent {

  /** One that was not decoded. */
  public ChangeSet(
      Instant time, UUID txId, String label, byte @Nullable [] value, RowChanges changes) {
    this(time, txId, label, value, changes, 0);
  }
}
