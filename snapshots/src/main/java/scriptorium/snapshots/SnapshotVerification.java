package scriptorium.snapshots;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import scriptorium.database.TableState;
import scriptorium.database.change.TableName;

/** Proofs that a snapshot is what its manifest says. */
public final class SnapshotVerification {
  private SnapshotVerification() {}

  /**
   * Reads every chunk back and compares lengths, checksums and uncompressed sizes. Needs one chunk
   * of memory and no database.
   *
   * @throws CorruptSnapshotException that names section and chunk
   * @throws UnsupportedSnapshotException if the compression is not available here
   */
  public static void checkChunks(SnapshotManifest manifest, ChunkSource source) {
    requireReadable(manifest);
    manifest.sections().forEach(section -> checkSection(manifest, section, source));
  }

  private static void checkSection(
      SnapshotManifest manifest, SnapshotManifest.Section section, ChunkSource source) {
    try (InputStream in = SectionInput.open(manifest, section.name(), source)) {
      // Reading to the end is the check.
      in.transferTo(OutputStream.nullOutputStream());
    } catch (IOException e) {
      throw CorruptSnapshotException.of(
          manifest, "section=%s cannot be decompressed: %s".formatted(section.name(), e), e);
    }
  }

  /**
   * Reads the snapshot back and computes every table's rows and digest from the script's text, and
   * compares them, and the number of row keys, with the manifest. Needs a database without rows,
   * and heap for a chunk, a statement, the LOBs of one row, and the row keys; no row is kept.
   *
   * @throws CorruptSnapshotException that names the table that differs, the chunk that is damaged,
   *     or the statement that no script may hold
   * @throws UnsupportedSnapshotException if the compression is not available here
   */
  public static void recomputeDigests(SnapshotManifest manifest, ChunkSource source) {
    requireReadable(manifest);
    new DigestRecomputation(manifest, source).run();
    checkOtherSections(manifest, source);
  }

  private static void checkOtherSections(SnapshotManifest manifest, ChunkSource source) {
    for (SnapshotManifest.Section section : manifest.sections()) {
      if (!section.name().equals(SnapshotManifest.SCRIPT)
          && !section.name().equals(SnapshotManifest.ROW_KEYS)) {
        checkSection(manifest, section, source);
      }
    }
  }

  /**
   * Reads every chunk back as it is kept and compares lengths and checksums: needs neither keys nor
   * the library that decompresses, and proves nothing against forgery.
   *
   * @throws CorruptSnapshotException that names the chunk
   */
  public static void checkStored(SnapshotOutline outline, ChunkSource source) {
    List<SnapshotManifest.Chunk> chunks = outline.chunks();
    for (int index = 0; index < chunks.size(); index++) {
      storedChunk(outline, index, chunks.get(index), source);
    }
  }

  /** Returns a chunk as it is kept, once it is proven to be the one that the manifest names. */
  static byte[] storedChunk(
      SnapshotOutline outline, int index, SnapshotManifest.Chunk expected, ChunkSource source) {
    byte[] found;
    try {
      found = source.read(index);
    } catch (IOException e) {
      throw CorruptSnapshotException.of(
          outline, "chunk=%d cannot be read: %s".formatted(index, e), e);
    }
    Optional<String> problem = expected.problemOf(found);
    if (problem.isPresent()) {
      throw CorruptSnapshotException.of(outline, "chunk=%d %s".formatted(index, problem.get()));
    }
    return found;
  }

  /**
   * Compares tables as they are with what the manifest expects.
   *
   * @throws CorruptSnapshotException that names the first table that differs
   */
  public static void checkTables(SnapshotManifest manifest, List<TableState> found) {
    Map<TableName, SnapshotManifest.Table> unexpected = new HashMap<>();
    for (TableState state : found) {
      SnapshotManifest.Table table = describe(state);
      unexpected.put(table.name(), table);
    }
    for (SnapshotManifest.Table expected : manifest.tables()) {
      SnapshotManifest.Table table = unexpected.remove(expected.name());
      if (table == null) {
        throw CorruptSnapshotException.of(
            manifest, "table=%s is missing".formatted(expected.name()));
      }
      if (!table.equals(expected)) {
        throw CorruptSnapshotException.of(
            manifest,
            "table=%s rows expected=%d found=%d digest expected=%s found=%s"
                .formatted(
                    expected.name(),
                    expected.rows(),
                    table.rows(),
                    expected.digest(),
                    table.digest()));
      }
    }
    if (!unexpected.isEmpty()) {
      throw CorruptSnapshotException.of(
          manifest, "tables not in the manifest=" + unexpected.keySet());
    }
  }

  static void requireReadable(SnapshotManifest manifest) {
    if (!manifest.compression().isAvailable()) {
      throw new UnsupportedSnapshotException(
          "snapshot cannot be read on this machine: storeId=%s sequenceNumber=%d compression=%s; its native library does not load"
              .formatted(manifest.storeId(), manifest.sequenceNumber(), manifest.compression()));
    }
  }

  /** Returns a table's state in the manifest's form. */
  static SnapshotManifest.Table describe(TableState state) {
    return new SnapshotManifest.Table(state.table(), state.rows(), state.digest());
  }
}
