package scriptorium.snapshots;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import scriptorium.database.DatabaseSettings;
import scriptorium.database.EmbeddedDatabase;
import scriptorium.database.ReadView;

/**
 * Makes a database from a snapshot and proves that it is the one that was dumped.
 *
 * <p>Order: script, internal users' grants, row keys, sequence positions, then counts and digests
 * of all tables compared with the manifest. Whatever differs ends the restore with {@link
 * CorruptSnapshotException}, and the half-built database is closed. One instance restores any
 * number of snapshots, one at a time, on the calling thread.
 */
public final class ScriptRestore {
  private static final long PROGRESS_BYTES = 1 << 20;

  private final DatabaseSettings settings;
  private final RestoreProgress progress;
  private final Function<DatabaseSettings, EmbeddedDatabase> opener;

  public ScriptRestore(DatabaseSettings settings, RestoreProgress progress) {
    this(settings, progress, EmbeddedDatabase::open);
  }

  ScriptRestore(
      DatabaseSettings settings,
      RestoreProgress progress,
      Function<DatabaseSettings, EmbeddedDatabase> opener) {
    this.settings = settings;
    this.progress = progress;
    this.opener = opener;
  }

  /**
   * Restores a snapshot into a new database.
   *
   * @param storeId the store that the caller wants to recover
   * @throws CorruptSnapshotException naming the snapshot, the chunk or table, expected and found
   * @throws UnsupportedSnapshotException if this program or machine cannot read it
   */
  public RestoredSnapshot run(String storeId, SnapshotManifest manifest, ChunkSource source) {
    if (!manifest.storeId().equals(storeId)) {
      throw CorruptSnapshotException.of(
          manifest, "it is of another store: expected storeId=" + storeId);
    }
    SnapshotVerification.requireReadable(manifest);
    EmbeddedDatabase database = opener.apply(settings);
    try {
      return new RestoredSnapshot(database, fill(database, manifest, source));
    } catch (CorruptSnapshotException | UnsupportedSnapshotException e) {
      throw closing(database, e);
    } catch (IOException | SQLException | RuntimeException e) {
      rethrowFullHeap(database, e);
      throw closing(database, CorruptSnapshotException.of(manifest, "restoring failed: " + e, e));
    }
  }

  /** H2 wraps it: a heap too small for the store says nothing against the snapshot. */
  private static void rethrowFullHeap(EmbeddedDatabase halfBuilt, Exception failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof OutOfMemoryError fullHeap) {
        halfBuilt.close();
        throw fullHeap;
      }
    }
  }

  private static RuntimeException closing(EmbeddedDatabase halfBuilt, RuntimeException failure) {
    try {
      halfBuilt.close();
    } catch (RuntimeException e) {
      failure.addSuppressed(e);
    }
    return failure;
  }

  private Map<String, byte[]> fill(
      EmbeddedDatabase database, SnapshotManifest manifest, ChunkSource source)
      throws IOException, SQLException {
    runScript(database, manifest, source);
    database.regrant();
    database.restoreRowKeys(RowKeysCodec.read(manifest, source));
    // The rows came past the writer: they are counted when first asked for.
    database.forgetEstimatedBytes();
    database.setSequencePositions(manifest.positions());
    Map<String, byte[]> extras = new LinkedHashMap<>();
    for (SnapshotManifest.Section section : manifest.sections()) {
      if (isExtra(section)) {
        try (SectionInput in = SectionInput.open(manifest, section.name(), source)) {
          extras.put(section.name(), in.readAllBytes());
        }
      }
    }
    try (ReadView restored = database.pin()) {
      SnapshotVerification.checkTables(manifest, database.tableStates(restored));
    }
    return extras;
  }

  private static boolean isExtra(SnapshotManifest.Section section) {
    return !section.name().equals(SnapshotManifest.SCRIPT)
        && !section.name().equals(SnapshotManifest.ROW_KEYS);
  }

  private void runScript(EmbeddedDatabase database, SnapshotManifest manifest, ChunkSource source)
      throws IOException, SQLException {
    long total = manifest.scriptBytes();
    try (SectionInput in = SectionInput.open(manifest, SnapshotManifest.SCRIPT, source);
        Reader reader = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
      ProgressReport report = new ProgressReport(in, total);
      new ScriptStatements(database.adminConnection(), report).run(reader);
      report.finished();
    }
  }

  private final class ProgressReport implements ScriptStatements.Progress {
    private final SectionInput in;
    private final long total;
    private long rows;
    private long reportedBytes;

    ProgressReport(SectionInput in, long total) {
      this.in = in;
      this.total = total;
    }

    @Override
    public void inserted(long now) {
      rows = now;
      if (in.rawBytes() - reportedBytes >= PROGRESS_BYTES) {
        reportedBytes = in.rawBytes();
        progress.restored(rows, reportedBytes, total);
      }
    }

    void finished() {
      progress.restored(rows, in.rawBytes(), total);
    }
  }
}
