/**
 * What is written and how it is sent: the same rows and transfers for every side, and loops that
 * keep a fixed number of writes under way.
 *
 * <pre>
 * Parcel.of(id), Transfers.of(n) → Side.measure(outstanding, length) → Measured (a second, Samples)
 *   ClosedLoop   a side that answers later, by a callback
 *   ThreadLoop   a side whose calls block: a thread a caller
 * after each measurement of transfers: BalanceChecker
 * </pre>
 *
 * <p>{@link scriptorium.benchmarks.workload.Samples} belongs to one thread, or to one after the
 * other that hand it on with an answer.
 */
@NullMarked
package scriptorium.benchmarks.workload;

import org.jspecify.annotations.NullMarked;
