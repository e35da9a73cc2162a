/**
 * The store: one writer actor makes every change, the rows a mutation changed are the event, and
 * nothing is readable before it is journaled.
 *
 * <pre>
 * Store.write → WriteQueue → StoreWriter → MutationThread (savepoint, capture, encode)
 *             → persistAll → commit → publish → WriteReply
 * Store.read  → permit → view of one point in time → ReadReply
 * </pre>
 *
 * <p>A store begins with {@link scriptorium.actors.Store}. How a call ended is always a reply of a
 * sealed type ({@link scriptorium.actors.WriteReply}, {@link scriptorium.actors.ReadReply}, {@link
 * scriptorium.actors.Outcome}, {@link scriptorium.actors.MigrationReply}, {@link
 * scriptorium.actors.SnapshotReply}); exceptions are for programming errors and for {@code
 * orThrow}. Everything below {@code internal} is not API.
 *
 * <p>Thread rule: {@link scriptorium.actors.Store} is safe for use by any thread; records and
 * replies are immutable; mutations and queries run on the store's threads, one mutation at a time.
 */
@NullMarked
package scriptorium.actors;

import org.jspecify.annotations.NullMarked;
