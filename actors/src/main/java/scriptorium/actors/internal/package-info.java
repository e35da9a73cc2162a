/**
 * The store's inside. Not API.
 *
 * <pre>
 * door:     Store → StoreDoor → OpenStore on the node that writes, ClusterNode elsewhere
 * write:    OpenStore → WriteQueue → StoreWriter → BatchRun on a MutationThread
 *           → persistAll → commit → Publication → reply
 * read:     OpenStore → Reads (permit → view) ← Publication
 * snapshot: StoreHost asks → StoreWriter pins → SnapshotPump → SnapshotArchive → read back
 *           → delete behind
 * schema:   StoreHost asks → SchemaChanges ⇄ OnlineMigration on a thread of its own: pin → dump → trial
 *           → copy ← TailRecorder ← commits → writes wait → journal → swap
 * recovery: StoreHost starts a StoreWriter → StoreRecovery (adopted state, or snapshot) → replay
 *           → epoch event → schema scripts → ready
 * schema:   SchemaHistory, scripts → MigrationPlan → steps → PreparedSchema on a copy → event
 *           → swap; repeatable ones: RepeatableScript in the writer's transaction → change set
 * nodes:    WriterSeat (the singleton) → StoreOpening: here, or Nomination → another node's
 * end:      StoreWriter → StoreHost: a new incarnation after a wait, or the end for good
 * </pre>
 *
 * <p>{@link scriptorium.actors.internal.StoreHost} owns what outlives a writer; {@link
 * scriptorium.actors.internal.StoreState} is what one incarnation builds up and may leave to the
 * next.
 *
 * <p>Thread rule: the database changes only on the mutation thread while a batch runs and on the
 * writer actor's thread otherwise; they take turns by message. A schema change's thread has copies
 * of its own, and hands one over. The host decides about incarnations and never touches rows.
 * Callers are answered on the default dispatcher.
 */
@NullMarked
package scriptorium.actors.internal;

import org.jspecify.annotations.NullMarked;
