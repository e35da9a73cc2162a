/**
 * The proof: what clients were told, held against what is on disk and what SQL shows.
 *
 * <p>Nothing here calls the store's own code: {@link
 * scriptorium.drills.failover.check.JournalFiles} reads the segment files by their published format
 * (docs/segment-format.md, docs/event-format.md) alone, so that a fault in the store's reader
 * cannot hide a fault in its writer.
 *
 * <pre>
 * segment files → JournalFiles → JournalEvidence ┐
 * SQL on the reopened store   → DatabaseEvidence ├→ HistoryChecker → defects
 * history file                → History          ┘
 * </pre>
 *
 * <p>Not safe for use by several threads.
 */
@NullMarked
package scriptorium.drills.failover.check;

import org.jspecify.annotations.NullMarked;
