package scriptorium.persistence;

import java.time.Instant;

/**
 * The tables' digests are wanted as they are at this event's number: whoever holds a database,
 * writer or not, pins it here, since nobody can look back later. It changes no row.
 *
 * @param time when it was made
 */
public record DigestDue(Instant time) implements JournalEvent {}
