package scriptorium.actors.internal;

import java.io.IOException;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import scriptorium.database.DatabaseSettings;
import scriptorium.database.EmbeddedDatabase;
import scriptorium.database.ReadView;
import scriptorium.snapshots.DumpSettings;
import scriptorium.snapshots.RestoreProgress;
import scriptorium.snapshots.ScriptDump;
import scriptorium.snapshots.ScriptRestore;
import scriptorium.snapshots.SnapshotManifest;
import scriptorium.snapshots.SnapshotStamp;

/** Copies of a database, each made from one dump that is held in memory. */
record DatabaseCopies(DatabaseSettings settings, SnapshotManifest manifest, List<byte[]> chunks) {

  private static final String NAME = "copy";

  /** Dumps the database as it is; only while nobody writes it. */
  static DatabaseCopies of(
      EmbeddedDatabase database, long sequenceNumber, Instant time, DatabaseSettings settings) {
    List<byte[]> chunks = new ArrayList<>();
    SnapshotStamp stamp =
        new SnapshotStamp(NAME, 0, sequenceNumber, time, 0, database.sequencePositions());
    try (ReadView view = database.pin()) {
      SnapshotManifest manifest =
          new ScriptDump(database, view, DumpSettings.DEFAULT, System::nanoTime)
              .run(stamp, Map.of(), (index, bytes) -> chunks.add(bytes));
      return new DatabaseCopies(settings, manifest, chunks);
    } catch (IOException | SQLException e) {
      throw new IllegalStateException("the database cannot be copied", e);
    }
  }

  /** One more copy, which then belongs to the caller. */
  EmbeddedDatabase next() {
    return new ScriptRestore(settings, RestoreProgress.NONE)
        .run(NAME, manifest, chunks::get)
        .database();
  }
}
