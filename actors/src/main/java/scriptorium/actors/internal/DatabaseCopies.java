package scriptorium.actors.internal;

import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import scriptorium.database.DatabaseSettings;
import scriptorium.database.EmbeddedDatabase;
import scriptorium.snapshots.DumpSettings;
import scriptorium.snapshots.ScriptDump;
import scriptorium.snapshots.ScriptRestore;
import scriptorium.snapshots.SnapshotManifest;
import scriptorium.snapshots.SnapshotStamp;

/**
 * Copies of a database, each made from one dump that is held in memory, compressed: some 16 bytes a
 * row, where a copy takes some 300.
 */
record DatabaseCopies(
    DatabaseSettings settings,
    SnapshotManifest manifest,
    List<byte[]> chunks,
    Cancellation cancellation) {

  private static final String NAME = "copy";

  /** Dumps what is pinned, while others go on to write; the pin is used up. */
  static DatabaseCopies of(
      PinnedDatabase pinned, DatabaseSettings settings, Cancellation cancellation) {
    List<byte[]> chunks = new ArrayList<>();
    SnapshotStamp stamp =
        new SnapshotStamp(NAME, 0, pinned.sequenceNumber(), pinned.time(), 0, pinned.positions());
    ScriptDump dump =
        new ScriptDump(pinned.database(), pinned.view(), DumpSettings.DEFAULT, System::nanoTime);
    cancellation.cutBy(dump::cancel);
    try {
      SnapshotManifest manifest = dump.run(stamp, Map.of(), (index, bytes) -> chunks.add(bytes));
      return new DatabaseCopies(settings, manifest, chunks, cancellation);
    } catch (IOException | SQLException e) {
      throw new IllegalStateException("the database cannot be copied", e);
    } finally {
      cancellation.stepEnded();
    }
  }

  /** One more copy, which then belongs to the caller. */
  EmbeddedDatabase next() {
    cancellation.check();
    return new ScriptRestore(settings, (rows, bytes, total) -> cancellation.check())
        .run(NAME, manifest, chunks::get)
        .database();
  }
}
