/**
 * The embedded journal: one log of segment files a store, written by one process at a time.
 *
 * <pre>
 *  SegmentJournal (Akka plugin) ── EventGroup ──► StoreLog (one I/O thread a store) ──► SegmentLog
 *                                                                                         │ one frame, one force,
 *  claim: marker ► list ► chain ► its end durable ► opening frame ► check                 │ one check a group
 *         EpochMarkers    ChainReader  PredecessorEnd                                     ▼
 *  replay: LiveSegments ── SpanReader ◄── segments from the number asked for on
 *  damage: LogRepair ── SalvageScan ► RepairPlan ► RepairedEpoch
 *  readers without a claim: SegmentReader ◄──────── segment-E-I.log files (LogFiles) ◄── SegmentWriter
 *  its next file, made by another thread while there is time: NextSegment ──────────────────┘
 *  streams of events: SegmentQuery (Akka plugin) ── EventFollower ──► ChainFollower ──► EpochLinks
 * </pre>
 *
 * <p>A group of events is one frame: it is in the log as a whole or not at all. Each claim of the
 * log begins a new epoch with files of its own, so a writer that was frozen and wakes up can only
 * ever write into files nobody else believes. The bytes are described in {@code
 * docs/segment-format.md}; {@code SegmentFormat} holds the numbers.
 *
 * <p>The headers of segments are the index: an opening reads them and the last segment's frames,
 * {@code SpanReader} proves every other frame when it is read.
 *
 * <p>Threads: a {@code SegmentLog} belongs to one thread, which must never be interrupted (an
 * interrupt closes a file channel); only {@code checkNewest} may be called from any. Nothing here
 * but the Akka plugin reads a clock.
 */
@NullMarked
package scriptorium.persistence.segment;

import org.jspecify.annotations.NullMarked;
