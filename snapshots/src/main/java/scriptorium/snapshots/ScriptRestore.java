package scriptorium.snapshots;

import java.io.IOException;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import scriptorium.database.DatabaseSettings;
import scriptorium.database.EmbeddedDatabase;
import scriptorium.database.ReadView;
import scriptorium.database.TableState;
import scriptorium.database.change.TableName;
import scriptorium.database.load.BottomUpLoad;
import scriptorium.database.load.LoadSelfCheck;
import scriptorium.database.load.LoadTimes;
import scriptorium.snapshots.script.ForbiddenStatementException;
import scriptorium.snapshots.script.ScriptReader;
import scriptorium.snapshots.script.StatementRules;

/**
 * Makes a database from a snapshot and proves that it is the one that was dumped.
 *
 * <p>Order: the schema on empty tables while the rows are parsed and hashed; the rows, as trees
 * built from the leaves up; internal users' grants; sequence positions; then counts and digests of
 * all tables compared with the manifest. A reference that leads to no row is told as a warning,
 * since H2 itself leaves some. Should anything else fail, or this H2 not take built trees, then
 * statement by statement through H2 instead, with a warning. Whatever differs even so ends the
 * restore with {@link CorruptSnapshotException}, and the half-built database is closed. A damaged
 * chunk or a forbidden statement ends it at once.
 *
 * <p>One instance restores any number of snapshots, one at a time, on the calling thread.
 */
public final class ScriptRestore {
  private static final Logger LOG = LoggerFactory.getLogger(ScriptRestore.class);
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
    try {
      return restored(manifest, source, this::buildTrees);
    } catch (FailedRestoreException e) {
      LOG.warn(
          "a snapshot is restored statement by statement, which takes several times as long:"
              + " storeId={} sequenceNumber={}",
          storeId,
          manifest.sequenceNumber(),
          e.failure);
      return restoredSlowly(manifest, source, e.failure);
    }
  }

  /** Restores without building trees, after a failure or none. */
  RestoredSnapshot restoredSlowly(
      SnapshotManifest manifest, ChunkSource source, @Nullable Exception before) {
    try {
      return restored(manifest, source, this::runStatements);
    } catch (FailedRestoreException e) {
      String problem = "restoring failed: " + e.failure;
      if (before != null) {
        e.failure.addSuppressed(before);
        problem += "; before, with trees built from the rows: " + before;
      }
      throw e.failure instanceof CorruptSnapshotException corrupt
          ? corrupt
          : CorruptSnapshotException.of(manifest, problem, e.failure);
    }
  }

  /** One of the two ways to fill a database, and to tell what every table holds then. */
  @FunctionalInterface
  private interface Filling {
    Filled fill(EmbeddedDatabase database, SnapshotManifest manifest, ChunkSource source)
        throws IOException, SQLException;
  }

  /** What every table holds, a sentence for each reference to no row, and where the time went. */
  private record Filled(
      List<TableState> tables, List<String> danglingReferences, RestoreTimes times) {}

  /** What failed in one way may be the way's fault. */
  private static final class FailedRestoreException extends Exception {
    private static final long serialVersionUID = 1L;
    private final transient Exception failure;

    FailedRestoreException(Exception failure) {
      super(failure);
      this.failure = failure;
    }
  }

  private RestoredSnapshot restored(SnapshotManifest manifest, ChunkSource source, Filling filling)
      throws FailedRestoreException {
    long start = settings.nanoClock().getAsLong();
    EmbeddedDatabase database = opener.apply(settings);
    long opening = settings.nanoClock().getAsLong() - start;
    try {
      Filled filled = filling.fill(database, manifest, source);
      database.regrant();
      database.setSequencePositions(manifest.positions());
      Map<String, byte[]> extras = extras(manifest, source);
      checkTables(manifest, filled.tables());
      filled.danglingReferences().forEach(dangling -> warn(manifest, dangling));
      return new RestoredSnapshot(database, extras, filled.times().plusOpening(opening));
    } catch (ForbiddenStatementException e) {
      throw closing(
          database, CorruptSnapshotException.of(manifest, String.valueOf(e.getMessage()), e));
    } catch (CorruptSnapshotException | UnsupportedSnapshotException e) {
      throw closing(database, e);
    } catch (FailedRestoreException e) {
      throw closing(database, e);
    } catch (IOException | SQLException | RuntimeException e) {
      rethrowFullHeap(database, e);
      throw closing(database, new FailedRestoreException(e));
    }
  }

  /** The rows are those that were dumped: to refuse them would cost the rest. */
  private static void warn(SnapshotManifest manifest, String dangling) {
    LOG.warn(
        "{}; it was so when the snapshot was taken: storeId={} sequenceNumber={}",
        dangling,
        manifest.storeId(),
        manifest.sequenceNumber());
  }

  /** A table that differs may have been filled wrongly, and is told apart from a damaged chunk. */
  private static void checkTables(SnapshotManifest manifest, List<TableState> found)
      throws FailedRestoreException {
    try {
      SnapshotVerification.checkTables(manifest, found);
    } catch (CorruptSnapshotException e) {
      throw new FailedRestoreException(e);
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

  private static <E extends Exception> E closing(EmbeddedDatabase halfBuilt, E failure) {
    try {
      halfBuilt.close();
    } catch (RuntimeException e) {
      failure.addSuppressed(e);
    }
    return failure;
  }

  private Filled buildTrees(
      EmbeddedDatabase database, SnapshotManifest manifest, ChunkSource source)
      throws IOException, SQLException {
    startSelfCheck();
    BottomUpLoad load = database.bottomUpLoad();
    try (SectionInput in = SectionInput.open(manifest, SnapshotManifest.SCRIPT, source);
        Statement statement = database.adminConnection().createStatement()) {
      ProgressReport report = new ProgressReport(in, manifest.scriptBytes());
      ScriptReader script = new ScriptReader(in);
      ScriptSchema schema = new ScriptSchema(statement);
      long start = settings.nanoClock().getAsLong();
      while (script.next()) {
        if (script.isRows()) {
          load.insert(script.bytes(), script.from(), script.to());
          report.inserted(load.rows());
        } else {
          String sql = script.text();
          schema.add(StatementRules.judge(sql), sql);
        }
      }
      schema.finish();
      Map<TableName, long[]> rowKeys = RowKeysCodec.read(manifest, source);
      long read = settings.nanoClock().getAsLong();
      requireSelfCheck();
      long checked = settings.nanoClock().getAsLong();
      List<TableState> states = database.finish(load, rowKeys);
      report.finished();
      LoadTimes times = load.times();
      return new Filled(
          states,
          load.danglingReferences(),
          RestoreTimes.of(checked - read, read - start - times.parsing() - times.hashing(), times));
    }
  }

  /** On a thread of its own, once a JVM: there is time for it while the rows are parsed. */
  private static void startSelfCheck() {
    Thread check = new Thread(LoadSelfCheck::objection, "scriptorium-load-self-check");
    check.setDaemon(true);
    check.start();
  }

  private static void requireSelfCheck() {
    LoadSelfCheck.objection()
        .ifPresent(
            objection -> {
              throw new IllegalStateException(objection);
            });
  }

  private Filled runStatements(
      EmbeddedDatabase database, SnapshotManifest manifest, ChunkSource source)
      throws IOException, SQLException {
    try (SectionInput in = SectionInput.open(manifest, SnapshotManifest.SCRIPT, source);
        Statement statement = database.adminConnection().createStatement()) {
      ProgressReport report = new ProgressReport(in, manifest.scriptBytes());
      new ScriptStatements(statement, report).run(new ScriptReader(in));
      report.finished();
    }
    database.restoreRowKeys(RowKeysCodec.read(manifest, source));
    List<String> dangling = database.danglingReferences();
    // The rows came past the writer: they are counted when first asked for.
    database.forgetEstimatedBytes();
    try (ReadView restored = database.pin()) {
      return new Filled(database.tableStates(restored), dangling, RestoreTimes.NONE);
    }
  }

  private static Map<String, byte[]> extras(SnapshotManifest manifest, ChunkSource source)
      throws IOException {
    Map<String, byte[]> extras = new LinkedHashMap<>();
    for (SnapshotManifest.Section section : manifest.sections()) {
      if (isExtra(section)) {
        try (SectionInput in = SectionInput.open(manifest, section.name(), source)) {
          extras.put(section.name(), in.readAllBytes());
        }
      }
    }
    return extras;
  }

  private static boolean isExtra(SnapshotManifest.Section section) {
    return !section.name().equals(SnapshotManifest.SCRIPT)
        && !section.name().equals(SnapshotManifest.ROW_KEYS);
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
