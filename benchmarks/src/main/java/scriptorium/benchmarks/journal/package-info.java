/**
 * The journal without a store above it: groups of events beside the bare disk and RocksDB, replay
 * beside Akka's LevelDB, another process that follows, and the opening after a crash.
 *
 * <pre>
 * JournalHost (an actor system, a folder) → plugins as Akka makes them
 *   groups   BareGroups ⇄ PluginGroups ⇄ ActorGroups ⇄ RocksJournal behind PluginGroups
 *   replay   EmptyReplay: one plugin ⇄ the other, into an actor that does nothing
 *   tail     TailBench: this process writes ── files ──► TailCommand, a process that follows
 *   open     CrashedOpen: OpenCommand fills, is killed; OpenCommand opens, is killed; …
 * </pre>
 *
 * <p>A host and its sides belong to the thread that opened it. Child processes end with this one,
 * however it ends.
 */
@NullMarked
package scriptorium.benchmarks.journal;

import org.jspecify.annotations.NullMarked;
