/**
 * What a restart costs: a store with a snapshot, and others that fill the same rows in, each in a
 * Java process of its own that knows nothing of the one before.
 *
 * <pre>
 * FilledStore, ScriptFile: made once
 * ColdStart → child process: ColdSideCommand → ColdSide (opens or fills) → line "ready"
 *           ← Started (from the start of the process to that line, and its parts)
 * ReplayBench: change sets by recovery ⇄ the same statements by JDBC, in this process
 * </pre>
 *
 * <p>The benchmark's thread starts one process after the other; a child is used by its own main
 * thread.
 */
@NullMarked
package scriptorium.benchmarks.restart;

import org.jspecify.annotations.NullMarked;
