/**
 * Child processes of a drill: Java processes with the parent's class path that tell events as lines
 * on their standard output and end when their standard input does, so that not even {@code kill -9}
 * of the parent leaves one behind.
 *
 * <pre>
 * JvmProcess ──stdin (its end = stop)──► child: ParentWatch
 *            ◄──stdout: EventLine─────── child: EventLine.print
 * </pre>
 *
 * <p>A reader thread a child calls the listener; everything else is safe for use by any thread.
 */
@NullMarked
package scriptorium.drills.failover.process;

import org.jspecify.annotations.NullMarked;
