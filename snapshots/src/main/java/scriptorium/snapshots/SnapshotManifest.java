package scriptorium.snapshots;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import scriptorium.database.TableDigest;
import scriptorium.database.change.SequencePosition;
import scriptorium.database.change.TableName;

/**
 * What a snapshot is: of which store and point, in which chunks, and what its tables must be once
 * restored. An existing instance is consistent in itself; it is written last, so a snapshot whose
 * manifest can be read was complete when written.
 *
 * @param h2Version of the database that wrote the script, as its JDBC driver names it
 * @param positions of all sequences, exact at {@code sequenceNumber}
 * @param sections in the order of their chunks
 * @param tables every base table, each once
 */
public record SnapshotManifest(
    String storeId,
    long epoch,
    long sequenceNumber,
    Instant time,
    int schemaVersion,
    String h2Version,
    Compression compression,
    List<SequencePosition> positions,
    List<Section> sections,
    List<Table> tables) {

  /** Section of the SQL script. */
  public static final String SCRIPT = "script";

  /** Section of the row keys that the script cannot carry. */
  public static final String ROW_KEYS = "row-keys";

  public SnapshotManifest {
    new SnapshotStamp(storeId, epoch, sequenceNumber, time, schemaVersion, positions);
    if (h2Version.isEmpty()) {
      throw new IllegalArgumentException("h2Version is empty");
    }
    positions = List.copyOf(positions);
    sections = List.copyOf(sections);
    tables = List.copyOf(tables);
    Set<String> names = new HashSet<>();
    for (Section section : sections) {
      if (!names.add(section.name())) {
        throw new IllegalArgumentException("section twice: " + section.name());
      }
    }
    if (!names.contains(SCRIPT) || !names.contains(ROW_KEYS)) {
      throw new IllegalArgumentException(
          "sections=" + names + " expected at least " + SCRIPT + " and " + ROW_KEYS);
    }
    Set<TableName> seen = new HashSet<>();
    for (Table table : tables) {
      if (!seen.add(table.name())) {
        throw new IllegalArgumentException("table twice: " + table.name());
      }
    }
  }

  /** Returns the chunks of all sections; a chunk's index is its place here. */
  public List<Chunk> chunks() {
    List<Chunk> chunks = new ArrayList<>();
    sections.forEach(section -> chunks.addAll(section.chunks()));
    return chunks;
  }

  /** Returns the index of a section's first chunk. */
  int firstChunkOf(Section section) {
    int first = 0;
    for (Section before : sections) {
      if (before.equals(section)) {
        return first;
      }
      first += before.chunks().size();
    }
    throw new IllegalArgumentException("not a section of this snapshot: " + section.name());
  }

  /** Returns the section of a name that is known to be there. */
  Section section(String name) {
    return sections.stream()
        .filter(section -> section.name().equals(name))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("no section " + name));
  }

  /** Returns the size of the uncompressed script. */
  public long scriptBytes() {
    return section(SCRIPT).rawBytes();
  }

  /** Returns the size of all chunks together. */
  public long chunkBytes() {
    return chunks().stream().mapToLong(Chunk::length).sum();
  }

  /**
   * One compressed stream, cut into chunks.
   *
   * @param rawBytes its uncompressed size
   */
  public record Section(String name, long rawBytes, List<Chunk> chunks) {
    public Section {
      if (!name.matches("[a-z][a-z0-9-]{0,62}")) {
        throw new IllegalArgumentException(
            "section name=\"" + name + "\" expected lower-case letters, digits, hyphens");
      }
      if (rawBytes < 0 || chunks.isEmpty()) {
        throw new IllegalArgumentException(
            "section=%s rawBytes=%d chunks=%d".formatted(name, rawBytes, chunks.size()));
      }
      chunks = List.copyOf(chunks);
    }
  }

  /**
   * One piece as it is kept.
   *
   * @param sha256 64 lower-case hexadecimal digits
   */
  public record Chunk(int length, String sha256) {
    public Chunk {
      if (length < 1 || length > DumpSettings.LARGEST_CHUNK_BYTES) {
        throw new IllegalArgumentException("chunk length=" + length);
      }
      if (!sha256.matches("[0-9a-f]{64}")) {
        throw new IllegalArgumentException("chunk sha256=" + sha256);
      }
    }
  }

  /** What a table must be once restored. */
  public record Table(TableName name, long rows, TableDigest digest) {
    public Table {
      if (rows < 0) {
        throw new IllegalArgumentException("table=" + name + " rows=" + rows);
      }
    }
  }
}
