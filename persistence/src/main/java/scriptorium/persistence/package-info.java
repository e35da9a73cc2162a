/**
 * What a store remembers: the events of its journal, their bytes, and the embedded journal and
 * snapshot store that keep them.
 *
 * <pre>
 * effect of a mutation → codec.ChangeSetEncoder → bytes → segment.SegmentJournal → disk
 * disk → segment.SegmentJournal → bytes → codec.EventCodec → ChangeSet → replay
 *                                         ChangeSetPart … ChangeSetEnd → PartSequence → replay
 * </pre>
 *
 * <p>Event types are immutable and safe for use by any thread.
 */
@NullMarked
package scriptorium.persistence;

import org.jspecify.annotations.NullMarked;
