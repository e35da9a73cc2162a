package scriptorium.persistence.files;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import scriptorium.persistence.codec.SnapshotPart;
import scriptorium.persistence.codec.StoreSerializer;

/**
 * A store's snapshot files without an actor system: for looking into a store, also beside the
 * process that runs it, and for putting a snapshot back where none does.
 *
 * <p>Reading takes no lock and changes nothing; a file may vanish between two looks, since a
 * running store deletes old snapshots. Saving is for whoever holds the store's folder alone. Safe
 * for use by several threads.
 */
public final class SnapshotFiles {
  private static final StoreSerializer SERIALIZER = new StoreSerializer();

  /** Chunks are found by their id: they all have this number. */
  private static final long CHUNK_NUMBER = 1;

  private static final Pattern INDEX = Pattern.compile("[0-9]{1,9}");

  private final Path dataFolder;
  private final SnapshotFolder folder;
  private final String store;

  private SnapshotFiles(Path dataFolder, String store) {
    this.dataFolder = dataFolder;
    this.folder = new SnapshotFolder(SnapshotFolder.of(dataFolder, store), () -> {});
    this.store = store;
  }

  /**
   * The files of a store, which need not be there.
   *
   * @param dataFolder the folder of all stores
   */
  public static SnapshotFiles of(Path dataFolder, String store) {
    return new SnapshotFiles(dataFolder, store);
  }

  /**
   * One kept manifest.
   *
   * @param savedAt when it was saved
   */
  public record Entry(long sequenceNumber, Instant savedAt, Path file) {}

  /**
   * Lists the manifests by the names of their files, the newest first; nothing where there is none.
   */
  public List<Entry> manifests() throws IOException {
    return folder.list(store, name -> true).stream().map(this::entry).toList();
  }

  private Entry entry(SnapshotFileName name) {
    return new Entry(
        name.sequenceNumber(), Instant.ofEpochMilli(name.timestamp()), folder.path(name));
  }

  /**
   * Returns a manifest's bytes.
   *
   * @throws NoSuchFileException if it was deleted since it was listed
   * @throws CorruptSnapshotFileException if the file is damaged
   * @throws UnsupportedSnapshotFileException if a newer program wrote the file
   */
  public byte[] manifest(Entry entry) throws IOException {
    return read(
        SnapshotFileName.of(store, entry.sequenceNumber(), entry.savedAt().toEpochMilli()), store);
  }

  /**
   * Lists by the names of their files which chunks of a snapshot are there, whatever is in them.
   *
   * @param epoch of the snapshot
   */
  public Set<Integer> chunks(long sequenceNumber, long epoch) throws IOException {
    String before = snapshotId(sequenceNumber, epoch) + "|";
    Set<Integer> indexes = new TreeSet<>();
    for (SnapshotListing.Entry entry : SnapshotListing.of(dataFolder, store)) {
      String id = entry.persistenceId();
      if (id.startsWith(before) && INDEX.matcher(id.substring(before.length())).matches()) {
        indexes.add(Integer.parseInt(id.substring(before.length())));
      }
    }
    return indexes;
  }

  /**
   * Returns a chunk's bytes.
   *
   * @param epoch of the snapshot that it belongs to
   * @throws NoSuchFileException if it is not there
   * @throws CorruptSnapshotFileException if the file is damaged
   * @throws UnsupportedSnapshotFileException if a newer program wrote the file
   */
  public byte[] chunk(long sequenceNumber, long epoch, int index) throws IOException {
    String id = chunkId(sequenceNumber, epoch, index);
    SnapshotFileName name =
        newestChunk(id)
            .orElseThrow(
                () -> new NoSuchFileException(SnapshotFileName.of(id, CHUNK_NUMBER, 0).toString()));
    return read(name, id);
  }

  private Optional<SnapshotFileName> newestChunk(String id) throws IOException {
    return folder.list(id, name -> name.sequenceNumber() == CHUNK_NUMBER).stream().findFirst();
  }

  private byte[] read(SnapshotFileName name, String id) throws IOException {
    SerializedObject object = folder.read(name, id).payload();
    if (object.serializerId() != SERIALIZER.identifier()) {
      throw new CorruptSnapshotFileException(
          folder.path(name), "it holds no part of a snapshot: serializer=" + object.serializerId());
    }
    return ((SnapshotPart) SERIALIZER.fromBinary(object.bytes(), object.manifest())).bytes();
  }

  /**
   * Saves a chunk in place of one that may be there; it survives a crash once this returns.
   *
   * @param now later than the one in its place was saved
   */
  public void saveChunk(long sequenceNumber, long epoch, int index, byte[] bytes, Instant now)
      throws IOException {
    save(chunkId(sequenceNumber, epoch, index), CHUNK_NUMBER, bytes, now);
  }

  /**
   * Saves a manifest in place of one that may be there, after all of its chunks; from then on the
   * store starts from it.
   *
   * @param now later than the one in its place was saved
   */
  public void saveManifest(long sequenceNumber, byte[] bytes, Instant now) throws IOException {
    save(store, sequenceNumber, bytes, now);
  }

  /** What was there stays until the new one is durable. */
  private void save(String id, long number, byte[] bytes, Instant now) throws IOException {
    SnapshotPart part = new SnapshotPart(bytes);
    SnapshotFile file =
        new SnapshotFile(
            id,
            number,
            now.toEpochMilli(),
            Optional.empty(),
            new SerializedObject(SERIALIZER.identifier(), SERIALIZER.manifest(part), bytes));
    folder.save(file);
    folder.delete(id, name -> name.sequenceNumber() == number && !name.equals(file.name()));
  }

  private String chunkId(long sequenceNumber, long epoch, int index) {
    return snapshotId(sequenceNumber, epoch) + "|" + index;
  }

  private String snapshotId(long sequenceNumber, long epoch) {
    return "%s|%d-%d".formatted(store, sequenceNumber, epoch);
  }
}
