/**
 * One embedded H2: opening, the writer's transaction, row capture, replay, pinned views, digests.
 *
 * <pre>
 *   mutation ─► WriterTransaction ─capture─► change.RowChanges ─► bytes ─► RowApplier ─► another EmbeddedDatabase
 *                     │ commit
 *                     ▼
 *              EmbeddedDatabase ─pin─► ReadView ─► digests, row keys, SCRIPT ─load─► another EmbeddedDatabase
 * </pre>
 *
 * <p>Thread rule: an {@link scriptorium.database.EmbeddedDatabase} may be used from any thread; its
 * {@link scriptorium.database.WriterTransaction}, {@link scriptorium.database.RowApplier} and each
 * {@link scriptorium.database.ReadView} by one thread at a time. Who writes and who replays is
 * decided above: both at once would be two writers.
 */
@NullMarked
package scriptorium.database;

import org.jspecify.annotations.NullMarked;
