/**
 * What akka-persistence-jdbc does not do of Akka's own rules, done: two of its parts, extended,
 * that {@code scriptorium-postgres.conf} names in their place. The plugin is the user's to bring;
 * nothing else needs this package.
 *
 * <pre>
 * JdbcAsyncWriteJournal ──► OrderedJournalDao  ──► DefaultJournalDao ──► event_journal
 * Akka ──► ExactSnapshotStore ──► JdbcSnapshotStore ──► snapshot
 * </pre>
 *
 * <p>Called by the plugin's actors, each by its own; what they ask of the server runs on the
 * threads of Slick's pool.
 */
@NullMarked
package scriptorium.persistence.jdbc;

import org.jspecify.annotations.NullMarked;
