/**
 * Journals that are not the embedded one: their tables made, and where drills find them.
 *
 * <pre>
 * options, environment → PostgresAddress → JournalInitCommand → PostgresSchema, checked
 *                                        → DrillJournal       → settings of a drill's stores
 *                        (none: PostgresServer, a drill's own) ┘
 * </pre>
 *
 * <p>All on the thread that runs the command. No password is printed, logged, or told by arguments.
 */
@NullMarked
package scriptorium.drills.journal;

import org.jspecify.annotations.NullMarked;
