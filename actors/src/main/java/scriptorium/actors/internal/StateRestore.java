package scriptorium.actors.internal;

import java.io.IOException;
import java.util.Map;
import scriptorium.actors.StoreSettings;
import scriptorium.database.DatabaseSettings;
import scriptorium.snapshots.RestoreProgress;
import scriptorium.snapshots.RestoreTimes;
import scriptorium.snapshots.RestoredSnapshot;
import scriptorium.snapshots.ScriptRestore;
import scriptorium.snapshots.SnapshotManifest;

/** Makes a store's state out of a snapshot, proven: for recovery and for past states. */
record StateRestore(StoreSettings settings, SnapshotArchive archive, RestoreProgress progress) {

  /** Sections of a snapshot beside the database. */
  static final String OUTCOMES = "outcomes";

  static final String SCHEMA = "schema";

  /** A state, and where the time for it went. */
  record Restored(StoreState state, RestoreTimes times) {}

  /** How a store's databases are opened. */
  static DatabaseSettings databaseSettings(StoreSettings settings) {
    return DatabaseSettings.defaults()
        .withReaders(settings.read().connections())
        .withViewReuse(settings.read().viewReuse())
        .withReadPause(settings.read().pause());
  }

  /**
   * The state at the snapshot's number; its database then belongs to the caller.
   *
   * @throws scriptorium.snapshots.CorruptSnapshotException if it is not what was saved
   * @throws scriptorium.snapshots.UnsupportedSnapshotException if this program cannot read it
   */
  Restored run(SnapshotManifest manifest) {
    String snapshotId = SnapshotPump.snapshotId(manifest);
    RestoredSnapshot restored =
        new ScriptRestore(databaseSettings(settings), progress)
            .run(
                settings.name(),
                manifest,
                index ->
                    archive
                        .loadChunk(snapshotId, index)
                        .orElseThrow(() -> new IOException("chunk is missing: index=" + index)));
    try {
      return new Restored(stateOf(manifest, restored), restored.times());
    } catch (RuntimeException e) {
      DatabaseDisposal.discard(restored.database());
      throw e;
    }
  }

  private StoreState stateOf(SnapshotManifest manifest, RestoredSnapshot restored) {
    StoreState built = StoreState.of(restored.database(), settings);
    Map<String, byte[]> sections = restored.extraSections();
    built.outcomes().load(section(sections, OUTCOMES));
    built.schema().load(section(sections, SCHEMA));
    built.reached(manifest.sequenceNumber(), manifest.time());
    built.epochStarted(manifest.epoch());
    return built;
  }

  private static byte[] section(Map<String, byte[]> sections, String name) {
    byte[] bytes = sections.get(name);
    if (bytes == null) {
      throw new IllegalStateException("snapshot without its section: section=" + name);
    }
    return bytes;
  }
}
