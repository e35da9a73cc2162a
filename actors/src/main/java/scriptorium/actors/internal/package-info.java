/**
 * The store's inside. Not API.
 *
 * <pre>
 * write:    WriteQueue → StoreWriter → BatchRun on a MutationThread → persistAll → commit → reply
 * snapshot: StoreWriter pins → SnapshotPump → ChunkStore → read back → delete behind
 * recovery: StoreHost starts a StoreWriter → Recovery (adopted database, or snapshot) → replay
 *           → epoch event → ready
 * read:     Reads (permit → pinned view)
 * </pre>
 *
 * <p>Thread rule: the database changes only on the mutation thread while a batch runs and on the
 * writer actor's thread otherwise; they take turns by message. {@link
 * scriptorium.actors.internal.StoreHost} decides about incarnations and never touches rows.
 */
@NullMarked
package scriptorium.actors.internal;

import org.jspecify.annotations.NullMarked;
