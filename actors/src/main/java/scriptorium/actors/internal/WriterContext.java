package scriptorium.actors.internal;

import java.time.InstantSource;
import java.util.concurrent.Executor;
import java.util.function.LongSupplier;
import scriptorium.actors.StoreSettings;
import scriptorium.database.DatabaseSettings;

/**
 * What outlives the writer's incarnations and is handed to each.
 *
 * @param settings the store's settings
 * @param node this node, for people
 * @param claims what the host's incarnations have claimed
 * @param txClock the wall clock, and what new txIds are to heed
 * @param queue the writes that wait
 * @param publication what readers see
 * @param inFlight what the journal holds
 * @param watchdog runs batches
 * @param archive the store's snapshots
 * @param parent who is told
 * @param replies where callers' answers are completed, never the writer's thread
 * @param askedJournalEnd asks the journal itself for that number, whichever it is, and waits
 * @param snapshotsAtMost the newest snapshot that may be used; negative for none
 * @param watch is told that recovery moves
 * @param journalEnd the number of the journal's last event; 0 where the journal does not tell
 * @param adopts whether the state of the last incarnation waits in {@link LiveStates}
 */
record WriterContext(
    StoreSettings settings,
    String node,
    EpochClaims claims,
    TxClock txClock,
    WriteQueue queue,
    Publication publication,
    InFlight inFlight,
    Watchdog watchdog,
    SnapshotArchive archive,
    WriterParent parent,
    Executor replies,
    RecoveryWatch watch,
    LongSupplier journalEnd,
    LongSupplier askedJournalEnd,
    long snapshotsAtMost,
    boolean adopts) {

  static final String DISPATCHER = "scriptorium.store.writer-dispatcher";

  InstantSource clock() {
    return txClock.clock();
  }

  /** How the store's databases are opened. */
  DatabaseSettings databaseSettings() {
    return StateRestore.databaseSettings(settings);
  }
}
