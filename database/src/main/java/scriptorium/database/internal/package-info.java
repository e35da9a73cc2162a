/**
 * Where H2's undo log, rows and sequences are read and written by its internal classes: what a new
 * H2 version may break. Not API, and nobody outside this module uses it.
 *
 * <pre>
 *   Connections ── sessions ──┬─► UndoLogCapture   undo log of the open transaction → row changes
 *                             ├─► RowStore         row changes → rows, by internal row calls
 *                             ├─► SequencePositions
 *                             └─► TableScan        rows of a pinned view → counts, digests, row keys
 *   SchemaFacts: what all of them know of the tables, until the schema changes
 * </pre>
 *
 * <p>Two classes are in H2's own packages, where alone the records of the undo log can be read and
 * the root of a tree be set: {@link org.h2.mvstore.tx.UndoLogRecords}, {@link
 * org.h2.mvstore.BottomUpTree}. H2's jar is not sealed; on a module path the package could not be
 * split.
 *
 * <p>An object here belongs to the one thread that uses its session.
 */
@NullMarked
package scriptorium.database.internal;

import org.jspecify.annotations.NullMarked;
