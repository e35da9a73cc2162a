/**
 * Micro-benchmarks of single steps, by JMH: for finding where microseconds go, not for targets.
 *
 * <pre>
 * bench micro → JMH's runner → a process each → TxIdBenchmark        a write's id
 *                                               ChangeSetBenchmark   capture, encode, decode, apply
 *                                               JournalSealBenchmark the journal's encryption
 *                                               PinBenchmark         what a snapshot costs the writer
 *                                               StatementBenchmark   guarded beside raw
 *                                               ViewBenchmark        a read's view and select
 * </pre>
 *
 * <p>JMH wants public classes with public methods, and makes a class beside each when they are
 * compiled; each belongs to the one thread that JMH runs it on. What they stand on is in {@link
 * scriptorium.benchmarks.micro.Parcels}.
 */
@NullMarked
package scriptorium.benchmarks.micro;

import org.jspecify.annotations.NullMarked;
