/**
 * What taking snapshots costs those who write and read meanwhile, and what a snapshot costs beside
 * H2's own script through gzip.
 *
 * <pre>
 * SizeBench:     Store.snapshot ⇄ SCRIPT ... COMPRESSION GZIP → Taken
 * SnapshotBench: SnapshotPhase by SnapshotPhase → Found
 *                  ClosedLoop of writes, PacedReads, and in every other phase SnapshotLoop
 * </pre>
 *
 * <p>A benchmark belongs to the thread that runs it; {@link
 * scriptorium.benchmarks.snapshotting.PacedReads} and {@link
 * scriptorium.benchmarks.snapshotting.SnapshotLoop} are called back by the store's threads.
 */
@NullMarked
package scriptorium.benchmarks.snapshotting;

import org.jspecify.annotations.NullMarked;
