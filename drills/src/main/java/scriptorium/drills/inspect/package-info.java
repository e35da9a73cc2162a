/**
 * {@code ./scriptorium inspect}: what lies in the folders of stores, read without a store, without
 * a lock, and beside whoever writes there.
 *
 * <pre>
 * StoreFolders → each folder: JournalSurvey (one pass: segments, epochs, schema changes; with
 *                             --verify every event is decoded)
 *                             SnapshotSurvey (manifests; with --verify chunks and digests)
 *                → StoreContents → ContentsText | ContentsMap (JSON)
 *                EventRange (a second pass: change sets from … to, one at a time) → EventSummary
 * first damage → DamageFoundException: file and offset
 * </pre>
 *
 * <p>One thread. Of the journal one frame is held at a time, of what was read only what has to be
 * told: heap grows with segments, epochs and schema changes, not with events.
 */
@NullMarked
package scriptorium.drills.inspect;

import org.jspecify.annotations.NullMarked;
