package scriptorium.persistence;

import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import scriptorium.database.change.EncodedPart;

/**
 * The end of a change set that came in parts: from here on it counts, and its number is that of
 * this event.
 *
 * @param time when it was made
 * @param txId the write's id
 * @param label what the caller called it
 * @param value the mutation's encoded value; null where it was not kept
 * @param parts how many parts came right before it; at least 1
 * @param changes the rest of the row changes, the sequences' positions, and the growth of all parts
 */
@SuppressWarnings("ArrayRecordComponent") // compared by nobody; copying each value twice costs more
public record ChangeSetEnd(
    Instant time, UUID txId, String label, byte @Nullable [] value, int parts, EncodedPart changes)
    implements JournalEvent {
  public ChangeSetEnd {
    if (parts < 1) {
      throw new IllegalArgumentException(
          "end of a change set without parts: txId=" + txId + " parts=" + parts);
    }
  }
}
