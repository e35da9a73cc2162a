/**
 * Benchmarks that answer a question with a yes or no: a figure beside the target it must meet.
 *
 * <pre>
 * rounds of Samples, by setting → Distribution (median of rounds, spread) → BenchReport → table, JSON
 * </pre>
 *
 * <p>Settings that are compared take turns within one run, since what a machine does besides drifts
 * from minute to minute. {@link scriptorium.drills.bench.Samples} belongs to one thread.
 */
@NullMarked
package scriptorium.drills.bench;

import org.jspecify.annotations.NullMarked;
