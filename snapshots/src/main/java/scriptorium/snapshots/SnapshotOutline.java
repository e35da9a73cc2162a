package scriptorium.snapshots;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * What can be read of a snapshot without its keys: of which store and point it is, how it is
 * protected, and which chunks belong to it. Proven against damage by a checksum, not against
 * forgery: enough to list, copy, check for damage and delete a snapshot, not to restore it.
 *
 * @param h2Version of the database that wrote the script
 * @param sections in the order of their chunks
 */
public record SnapshotOutline(
    String storeId,
    long epoch,
    long sequenceNumber,
    Instant time,
    int schemaVersion,
    String h2Version,
    Compression compression,
    SnapshotSeal seal,
    List<SnapshotManifest.Section> sections) {

  public SnapshotOutline {
    new SnapshotStamp(storeId, epoch, sequenceNumber, time, schemaVersion, List.of());
    if (h2Version.isEmpty()) {
      throw new IllegalArgumentException("h2Version is empty");
    }
    sections = List.copyOf(sections);
    Set<String> names = new HashSet<>();
    for (SnapshotManifest.Section section : sections) {
      if (!names.add(section.name())) {
        throw new IllegalArgumentException("section twice: " + section.name());
      }
    }
    if (!names.contains(SnapshotManifest.SCRIPT) || !names.contains(SnapshotManifest.ROW_KEYS)) {
      throw new IllegalArgumentException(
          "sections=%s expected at least %s and %s"
              .formatted(names, SnapshotManifest.SCRIPT, SnapshotManifest.ROW_KEYS));
    }
  }

  /** Returns the chunks of all sections; a chunk's index is its place here. */
  public List<SnapshotManifest.Chunk> chunks() {
    List<SnapshotManifest.Chunk> chunks = new ArrayList<>();
    sections.forEach(section -> chunks.addAll(section.chunks()));
    return chunks;
  }

  /** Returns the size of all chunks together. */
  public long chunkBytes() {
    return chunks().stream().mapToLong(SnapshotManifest.Chunk::length).sum();
  }
}
