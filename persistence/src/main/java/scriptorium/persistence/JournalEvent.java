package scriptorium.persistence;

import java.time.Instant;

/**
 * What a store's journal holds, one after another, each under the next sequence number. Immutable.
 */
public sealed interface JournalEvent
    permits ChangeSet,
        ChangeSetPart,
        ChangeSetEnd,
        SchemaChanged,
        EpochStarted,
        OutcomeNever,
        DigestDue,
        Digests {

  /** When the writer made it; never before the event in front of it, whatever the clock did. */
  Instant time();
}
