/**
 * What the clients of a drill asked and were told: one line of text an event, appended while the
 * drill runs and read back by the checker.
 *
 * <pre>
 * client threads → HistoryWriter → file → HistoryReader → ClientWrite, ClientRead
 * </pre>
 *
 * <p>{@link scriptorium.drills.failover.history.HistoryWriter} is safe for use by several threads;
 * everything else is immutable.
 */
@NullMarked
package scriptorium.drills.failover.history;

import org.jspecify.annotations.NullMarked;
