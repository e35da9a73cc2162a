package scriptorium.persistence.files;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * What lies in a store's snapshot folder, by the names of its files: damaged ones too, which no
 * load tells of. Reads no file and changes none.
 */
public final class SnapshotListing {

  private SnapshotListing() {}

  /** The name of one snapshot file. */
  public record Entry(String persistenceId, long sequenceNumber) {}

  /**
   * Lists a store's snapshot files; names that are none of ours are left out.
   *
   * @param dataFolder the folder of all stores
   * @throws IOException if the folder is there and cannot be listed
   */
  public static List<Entry> of(Path dataFolder, String store) throws IOException {
    List<Entry> entries = new ArrayList<>();
    try (DirectoryStream<Path> files =
        Files.newDirectoryStream(SnapshotFolder.of(dataFolder, store), "*.snapshot")) {
      for (Path file : files) {
        SnapshotFileName.parse(file.getFileName().toString())
            .flatMap(
                name ->
                    EncodedName.decode(name.encodedId())
                        .map(id -> new Entry(id, name.sequenceNumber())))
            .ifPresent(entries::add);
      }
    } catch (NoSuchFileException nothingSavedYet) {
      return List.of();
    }
    return entries;
  }
}
