package scriptorium.persistence;

import java.time.Instant;
import java.util.UUID;
import scriptorium.database.change.EncodedPart;

/**
 * A part, but the last, of a change set too large for one event. Parts follow each other without
 * anything between, then comes their {@link ChangeSetEnd}; all of it is journaled at once. Nothing
 * of it has happened before its end is there.
 *
 * @param time when it was made
 * @param txId the write's id
 * @param index its place among the parts, from 0
 * @param changes some of the row changes
 */
public record ChangeSetPart(Instant time, UUID txId, int index, EncodedPart changes)
    implements JournalEvent {}
