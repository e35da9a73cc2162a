/**
 * Benchmarks that answer a question with a yes or no: a figure beside the target it must meet.
 *
 * <pre>
 * rounds of Samples, by setting → Figure (median of rounds, spread) + Target → BenchReport → table, JSON
 *
 * bench readers   ReadersBench: the writer alone ⇄ beside ReaderLoad
 * bench write     WriteBench: Side by Side → WriteFigures (ratios within a round)
 *                   StoreSide, OneEventSide by ClosedLoop; BareDatabaseSide; RawAppendSide
 * </pre>
 *
 * <p>Settings that are compared take turns within one run, since what a machine does besides drifts
 * from minute to minute. {@link scriptorium.benchmarks.Samples} belongs to one thread, or to one
 * after the other that hand it on with an answer.
 */
@NullMarked
package scriptorium.benchmarks;

import org.jspecify.annotations.NullMarked;
