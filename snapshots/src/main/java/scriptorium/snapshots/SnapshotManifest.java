package scriptorium.snapshots;

import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
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
 * @param seal how it is protected
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
    List<Table> tables,
    SnapshotSeal seal) {

  /** Section of the SQL script. */
  public static final String SCRIPT = "script";

  /** Section of the row keys that the script cannot carry. */
  public static final String ROW_KEYS = "row-keys";

  public SnapshotManifest {
    new SnapshotOutline(
        storeId,
        epoch,
        sequenceNumber,
        time,
        schemaVersion,
        h2Version,
        compression,
        seal,
        sections);
    positions = List.copyOf(positions);
    sections = List.copyOf(sections);
    tables = List.copyOf(tables);
    Set<TableName> seen = new HashSet<>();
    for (Table table : tables) {
      if (!seen.add(table.name())) {
        throw new IllegalArgumentException("table twice: " + table.name());
      }
    }
  }

  /** Returns what can be read of it without keys. */
  public SnapshotOutline outline() {
    return new SnapshotOutline(
        storeId,
        epoch,
        sequenceNumber,
        time,
        schemaVersion,
        h2Version,
        compression,
        seal,
        sections);
  }

  /** Returns the chunks of all sections; a chunk's index is its place here. */
  public List<Chunk> chunks() {
    return outline().chunks();
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
    return outline().chunkBytes();
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

    /** Returns how other bytes differ from these, empty if they do not. */
    Optional<String> problemOf(byte[] found) {
      if (found.length != length) {
        return Optional.of("length expected=%d found=%d".formatted(length, found.length));
      }
      String foundSha256 = Sha256.of(found);
      return foundSha256.equals(sha256)
          ? Optional.empty()
          : Optional.of("sha256 expected=%s found=%s".formatted(sha256, foundSha256));
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
