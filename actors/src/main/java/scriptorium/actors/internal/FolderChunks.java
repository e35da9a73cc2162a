package scriptorium.actors.internal;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import scriptorium.persistence.files.SnapshotListing;

/** The chunks in the embedded snapshot store: what lies in its folder. */
final class FolderChunks implements ChunkRecord {

  private final Path dataFolder;
  private final String store;

  FolderChunks(Path dataFolder, String store) {
    this.dataFolder = dataFolder;
    this.store = store;
  }

  @Override
  public void begin(SnapshotArchive archive, String snapshotId) {
    // the folder is the record
  }

  @Override
  public Set<String> snapshots(SnapshotArchive archive) {
    Set<String> snapshots = new TreeSet<>();
    chunkIds().forEach(chunk -> snapshots.add(chunk.snapshotId()));
    return snapshots;
  }

  @Override
  public int chunks(SnapshotArchive archive, String snapshotId) {
    return chunkIds()
        .filter(chunk -> chunk.snapshotId().equals(snapshotId))
        .mapToInt(chunk -> chunk.index() + 1)
        .max()
        .orElse(0);
  }

  @Override
  public void gone(String snapshotId) {
    // the folder is the record
  }

  @Override
  public boolean hasManifest(long sequenceNumber) {
    return list().stream()
        .anyMatch(
            entry ->
                entry.persistenceId().equals(store) && entry.sequenceNumber() == sequenceNumber);
  }

  private Stream<ChunkId> chunkIds() {
    return list().stream().flatMap(entry -> ChunkId.parse(entry.persistenceId()).stream());
  }

  private List<SnapshotListing.Entry> list() {
    try {
      return SnapshotListing.of(dataFolder, store);
    } catch (IOException e) {
      throw new SnapshotStoreException("snapshot store: its folder cannot be listed: " + e, e);
    }
  }
}
