package scriptorium.persistence.files;

import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The snapshot files of one store.
 *
 * <p>Invariants: a file with a snapshot's name is complete and forced; whatever ends in {@code
 * .tmp} is worthless; files appear by rename and vanish by unlink, and the folder is forced after
 * either. So a crash at any point leaves all older snapshots as they were.
 *
 * <p>Saves and deletions exclude each other; reads run beside them.
 */
final class SnapshotFolder {
  private static final Logger LOG = LoggerFactory.getLogger(SnapshotFolder.class);
  private static final String TEMPORARY = ".tmp";

  private final Path folder;
  private final FenceCheck fence;
  private final DurableFile.Opener opener;
  private boolean swept;

  SnapshotFolder(Path folder, FenceCheck fence) {
    this(folder, fence, path -> new DurableFile.OnDisk(FileChannel.open(path, WRITE)));
  }

  SnapshotFolder(Path folder, FenceCheck fence, DurableFile.Opener opener) {
    this.folder = folder;
    this.fence = fence;
    this.opener = opener;
  }

  /** Returns the folder of a store's snapshots. */
  static Path of(Path dataFolder, String store) {
    return dataFolder.resolve(EncodedName.of(store)).resolve("snapshots");
  }

  /** Returns where a snapshot's file is or would be. */
  Path path(SnapshotFileName name) {
    return folder.resolve(name.toString());
  }

  /**
   * Saves a snapshot; it survives a crash as soon as this returns. One with the same name is
   * replaced.
   *
   * @throws SnapshotFileWriteException if there is no room or no permission
   */
  synchronized void save(SnapshotFile file) {
    ByteBuffer[] parts = SnapshotFileCodec.encode(file);
    long bytes = 0;
    for (ByteBuffer part : parts) {
      bytes += part.remaining();
    }
    Path target = path(file.name());
    try {
      fence.ensureNewest();
      createFolders(folder);
      sweepOnce();
      writeAndRename(parts, target);
    } catch (IOException e) {
      throw new SnapshotFileWriteException(target, bytes, e);
    }
  }

  private void writeAndRename(ByteBuffer[] parts, Path target) throws IOException {
    Path temporary = Files.createTempFile(folder, "saving-", TEMPORARY, ownerOnly("rw-------"));
    try {
      try (DurableFile out = opener.open(temporary)) {
        for (ByteBuffer part : parts) {
          out.write(part);
        }
        out.force();
      }
      // Asked again: writing may have taken long, and from here on readers see the file.
      fence.ensureNewest();
      Files.move(temporary, target, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException | RuntimeException e) {
      try {
        Files.deleteIfExists(temporary);
      } catch (IOException cleanUp) {
        e.addSuppressed(cleanUp);
      }
      throw e;
    }
    force(folder);
  }

  /** Returns the names of an id's snapshots that a criterion matches, the newest first. */
  List<SnapshotFileName> list(String persistenceId, Predicate<SnapshotFileName> criterion)
      throws IOException {
    String encodedId = EncodedName.of(persistenceId);
    List<SnapshotFileName> names = new ArrayList<>();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, "*.snapshot")) {
      for (Path file : files) {
        SnapshotFileName.parse(file.getFileName().toString())
            .filter(name -> name.encodedId().equals(encodedId))
            .filter(criterion)
            .ifPresent(names::add);
      }
    } catch (NoSuchFileException nothingSavedYet) {
      return List.of();
    }
    names.sort(SnapshotFileName.NEWEST_FIRST);
    return names;
  }

  /**
   * Reads one snapshot of an id.
   *
   * @throws NoSuchFileException if it was deleted since it was listed
   * @throws CorruptSnapshotFileException if it is damaged or lies under another one's name
   */
  SnapshotFile read(SnapshotFileName name, String persistenceId) throws IOException {
    Path path = path(name);
    SnapshotFile file = SnapshotFileCodec.decode(path, Files.readAllBytes(path));
    if (!file.persistenceId().equals(persistenceId) || !file.name().equals(name)) {
      throw new CorruptSnapshotFileException(
          path,
          "it holds another snapshot: persistenceId=%s sequenceNumber=%d timestamp=%d"
              .formatted(file.persistenceId(), file.sequenceNumber(), file.timestamp()));
    }
    return file;
  }

  /** Deletes the snapshots of an id that a criterion matches; none is fine. */
  synchronized void delete(String persistenceId, Predicate<SnapshotFileName> criterion)
      throws IOException {
    fence.ensureNewest();
    List<SnapshotFileName> names = list(persistenceId, criterion);
    for (SnapshotFileName name : names) {
      Files.deleteIfExists(path(name));
    }
    if (!names.isEmpty()) {
      force(folder);
    }
  }

  /**
   * Removes what crashed saves left. Not before the first save: only who writes may tell that a
   * temporary file is not another node's save in progress.
   */
  private void sweepOnce() throws IOException {
    if (swept) {
      return;
    }
    try (DirectoryStream<Path> leftovers = Files.newDirectoryStream(folder, "*" + TEMPORARY)) {
      for (Path leftover : leftovers) {
        try {
          Files.deleteIfExists(leftover);
        } catch (IOException e) { // somebody else's folder of that name must not stop a save
          LOG.warn("leftover of a save cannot be deleted, it stays: {}", e.toString());
        }
      }
    }
    swept = true;
  }

  private static void createFolders(Path folder) throws IOException {
    if (Files.isDirectory(folder)) {
      return;
    }
    Path parent = folder.toAbsolutePath().getParent();
    if (parent != null) {
      createFolders(parent);
    }
    Files.createDirectory(folder, ownerOnly("rwx------"));
    if (parent != null) {
      force(parent);
    }
  }

  private static void force(Path folder) throws IOException {
    try (FileChannel channel = FileChannel.open(folder, READ)) {
      channel.force(true);
    }
  }

  /** The store's content is nobody else's business on the machine. */
  private static FileAttribute<Set<PosixFilePermission>> ownerOnly(String permissions) {
    return PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions));
  }
}
