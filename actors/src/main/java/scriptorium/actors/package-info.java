/**
 * The store: one writer actor makes every change, the rows a mutation changed are the event, and
 * nothing is readable before it is journaled.
 *
 * <pre>
 * Store.write → WriteQueue → StoreWriter → MutationThread (savepoint, capture, encode)
 *             → persistAll → commit → publish → WriteReply
 * Store.read  → permit → MVCC view → ReadReply
 * </pre>
 *
 * <p>{@link scriptorium.actors.Store} is safe for use by any thread. Everything below {@code
 * internal} is not API.
 */
@NullMarked
package scriptorium.actors;

import org.jspecify.annotations.NullMarked;
