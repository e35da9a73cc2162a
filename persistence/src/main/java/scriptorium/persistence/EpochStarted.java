package scriptorium.persistence;

import java.time.Instant;

/**
 * A writer took over: the first event of each incarnation, and its proof that the journal accepts
 * it, before an outcome is told or a mutation runs.
 *
 * @param time when it was made
 * @param node who writes from here on, for people
 */
public record EpochStarted(Instant time, String node) implements JournalEvent {}
