package scriptorium.snapshots;

import java.io.IOException;
import java.io.OutputStream;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.function.LongSupplier;
import scriptorium.database.EmbeddedDatabase;
import scriptorium.database.ReadView;

/**
 * Writes the state that a pinned view shows as one snapshot.
 *
 * <p>The view must stay pinned, and no schema change may run, from before the pin until {@link
 * #run} returns: DDL is not versioned, a table altered meanwhile would be dumped as it is later.
 * The view stays the caller's to release, but a dump uses it up: H2 commits after SCRIPT, and what
 * it shows then is later than the pin.
 *
 * <p>Holds one chunk, the compressor and H2's statement of about 4 KiB, whatever the database's
 * size, and the row keys of the tables that need them. One instance is one dump, run on the calling
 * thread; {@link #cancel} may be called from any.
 *
 * <pre>{@code
 * ScriptDump dump = new ScriptDump(database, view, DumpSettings.DEFAULT, System::nanoTime);
 * SnapshotManifest manifest = dump.run(stamp, Map.of("outcomes", bytes), sink);
 * }</pre>
 */
public final class ScriptDump {
  private final EmbeddedDatabase database;
  private final ReadView view;
  private final DumpSettings settings;
  private final Throttle throttle;
  private volatile boolean cancelled;

  /**
   * @param nanoTime a monotonic clock, only to keep to the share of a core
   */
  public ScriptDump(
      EmbeddedDatabase database, ReadView view, DumpSettings settings, LongSupplier nanoTime) {
    this.database = database;
    this.view = view;
    this.settings = settings;
    this.throttle = new Throttle(settings.share(), nanoTime, () -> cancelled);
  }

  /**
   * Ends a running dump within some hundred rows; {@link #run} then throws. A sink is not
   * interrupted.
   */
  public void cancel() {
    cancelled = true;
  }

  /**
   * Hands all chunks to the sink and returns the manifest, which the caller keeps last.
   *
   * @param extraSections opaque bytes of the caller by section name, in the map's order
   * @throws CancellationException if it was cancelled
   * @throws IOException or whatever else the sink threw; nothing more reaches it then
   * @throws SQLException if H2 cannot write the script
   */
  public SnapshotManifest run(
      SnapshotStamp stamp, Map<String, byte[]> extraSections, ChunkSink sink)
      throws IOException, SQLException {
    ChunkedOutput chunks = new ChunkedOutput(settings, stamp, sink, throttle);
    List<SnapshotManifest.Section> sections = new ArrayList<>();
    // The script comes last: H2 commits after SCRIPT, so the view is pinned only until then.
    List<SnapshotManifest.Table> tables =
        database.tableStates(view, this::pace).stream()
            .map(SnapshotVerification::describe)
            .toList();
    sections.add(
        section(
            chunks,
            SnapshotManifest.ROW_KEYS,
            out -> RowKeysCodec.write(out, database.hiddenRowKeys(view))));
    for (Map.Entry<String, byte[]> extra : extraSections.entrySet()) {
      sections.add(section(chunks, extra.getKey(), out -> out.write(extra.getValue())));
    }
    sections.add(section(chunks, SnapshotManifest.SCRIPT, this::writeScript));
    if (cancelled) {
      throw new CancellationException("the dump was cancelled");
    }
    return new SnapshotManifest(
        stamp.storeId(),
        stamp.epoch(),
        stamp.sequenceNumber(),
        stamp.time(),
        stamp.schemaVersion(),
        view.connection().getMetaData().getDatabaseProductVersion(),
        settings.compression(),
        stamp.positions(),
        sections,
        tables,
        chunks.seal());
  }

  private void pace() {
    if (cancelled) {
      throw new CancellationException("the dump was cancelled");
    }
    throttle.pace();
  }

  @FunctionalInterface
  private interface Content {
    void writeTo(OutputStream out) throws IOException, SQLException;
  }

  private SnapshotManifest.Section section(ChunkedOutput chunks, String name, Content content)
      throws IOException, SQLException {
    SectionOutput out = new SectionOutput(name, chunks, settings, throttle, () -> cancelled);
    try (out) {
      content.writeTo(out);
    } catch (SQLException | RuntimeException e) {
      // H2 and Kryo wrap what the stream threw: that is what the caller must see.
      chunks.abandon();
      out.failAgain(e);
      throw e;
    }
    out.failAgain();
    return new SnapshotManifest.Section(name, out.rawBytes(), chunks.endSection());
  }

  private void writeScript(OutputStream out) throws SQLException {
    try (ScriptFilePath.Target target = ScriptFilePath.offer(out);
        Statement script = view.connection().createStatement()) {
      script.execute("SCRIPT NOPASSWORDS NOSETTINGS TO '" + target.path() + "'");
    }
  }
}
