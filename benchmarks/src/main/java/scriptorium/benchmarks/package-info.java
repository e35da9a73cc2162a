/**
 * Benchmarks that answer a question with a yes or no: a figure beside the target it must meet.
 *
 * <pre>
 * BenchRun: words → BenchFolder → the command's measuring → BenchReport → table, JSON, exit code
 *
 * rounds of Samples, by setting → Figure (median of rounds, spread) + Target → BenchReport
 *
 * bench capture   capture.CaptureBench → CaptureFigures (steps within a round)
 * bench micro     micro.*, by JMH: no targets, JMH's own table
 * bench read      reading.SelectBench → SelectFigures, then bench readers
 * bench readers   reading.ReadersBench: writer alone ⇄ both ⇄ readers alone → ReadersFigures
 * bench restart   restart.RestartBench: cold processes → RestartFigures, StartPart (shares)
 *                 restart.ReplayBench: replay ⇄ JDBC → ReplayFigures
 * bench snapshot  snapshotting.SizeBench, then snapshotting.SnapshotBench: quiet ⇄ with snapshots
 *                   → SnapshotFigures
 * bench write     Rounds: Cell (Side, outstanding) by Cell
 *                   WriteBench → WriteFigures (ratios within a round), Comparison with peers
 *                     StoreInserts, OneEventSide, BareDatabaseSide, RawAppendSide, peers
 *                   TransferBench → Comparison with peers
 *                     StoreTransfers, BareTransfers, peers
 * </pre>
 *
 * <p>Settings that are compared take turns within one run, since what a machine does besides drifts
 * from minute to minute. A command's measuring belongs to the thread that runs it; {@link
 * scriptorium.benchmarks.BenchFolder} is deleted by it or, on Ctrl-C, by a shutdown hook.
 */
@NullMarked
package scriptorium.benchmarks;

import org.jspecify.annotations.NullMarked;
