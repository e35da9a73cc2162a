/**
 * What it costs the writer's thread to have changes captured: the same mutations on bare H2 and
 * with one step more at a time, by the store's own code.
 *
 * <pre>
 * SmallMutation × Step → CaptureBench: blocks in shuffled order, thread CPU → Found
 *     BareSteps:   BARE, PREPARE
 *     WriterSteps: GUARD, SAVEPOINT, CAPTURE, ENCODE, OUTCOME (MeasuredAnswers)
 * </pre>
 *
 * <p>All of it is one thread's.
 */
@NullMarked
package scriptorium.benchmarks.capture;

import org.jspecify.annotations.NullMarked;
