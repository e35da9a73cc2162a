package scriptorium.persistence;

import java.time.Instant;
import java.util.UUID;

/**
 * A tombstone: somebody asked for the outcome of this write, it had not run, and now it never will.
 *
 * @param time when it was made
 * @param txId the write's id
 */
public record OutcomeNever(Instant time, UUID txId) implements JournalEvent {}
