/**
 * Benchmarks that answer a question with a yes or no: a figure beside the target it must meet.
 *
 * <pre>
 * BenchRun: words → BenchFolder → the command's measuring → BenchReport → table, JSON, exit code
 *
 * rounds of Samples, by setting → Figure (median of rounds, spread) + Target → BenchReport
 *
 * bench readers   ReadersBench: the writer alone ⇄ beside ReaderLoad
 * bench write     WriteBench: Side by Side → WriteFigures (ratios within a round)
 *                   StoreSide, OneEventSide by ClosedLoop; BareDatabaseSide; RawAppendSide
 * </pre>
 *
 * <p>Settings that are compared take turns within one run, since what a machine does besides drifts
 * from minute to minute. A command's measuring belongs to the thread that runs it; {@link
 * scriptorium.benchmarks.BenchFolder} is deleted by it or, on Ctrl-C, by a shutdown hook.
 */
@NullMarked
package scriptorium.benchmarks;

import org.jspecify.annotations.NullMarked;
