/**
 * What a plugin of Akka Persistence must do before data is trusted to it, as JUnit 5 classes:
 * extend one, say how the plugin is configured, and run it.
 *
 * <pre>
 *  PluginContract ──► JournalContract ──► DurableJournalContract     (kills, several processes)
 *        │  settings, actor systems, ids of a test's own
 *        ├──────────► SnapshotStoreContract
 *        └──────────► QueryContract
 *
 *  JournalClient, SnapshotClient ──► the plugin's actor, in Akka's own messages
 *  ChildProcess ── ChildWriter       a writer in a JVM of its own, to be killed or frozen
 * </pre>
 *
 * <p>What a plugin cannot do by its nature it says by a method, for example {@link
 * scriptorium.contract.DurableJournalContract#fencesWriters}; the tests it leaves out are reported
 * as skipped with the reason. Nothing else is optional.
 *
 * <p>Threads: tests run one at a time in a class; actors tell what they hear by queues.
 */
@NullMarked
package scriptorium.contract;

import org.jspecify.annotations.NullMarked;
