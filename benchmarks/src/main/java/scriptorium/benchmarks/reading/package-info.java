/**
 * What reading costs: a row by its key in every way there is, beside bare H2; and what heavy
 * readers and a busy writer cost each other.
 *
 * <pre>
 * SelectBench:  ReadWay by ReadWay, in slices → Found
 *                 BareReads (H2), GuardedReads (database), StoreReads (façade, DataSource)
 * ReadersBench: Phase by Phase → Found (writes, reads)
 *                 ClosedLoop of writes ⇄ ReaderLoad
 * </pre>
 *
 * <p>A benchmark belongs to the thread that runs it; {@link
 * scriptorium.benchmarks.reading.ReaderLoad} is called back by the store's threads.
 */
@NullMarked
package scriptorium.benchmarks.reading;

import org.jspecify.annotations.NullMarked;
