package scriptorium.persistence.files;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
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
  private final SnapshotDisk disk;
  private boolean swept;
  private boolean settled; // whatever appeared or vanished, also by an earlier process, is forced

  SnapshotFolder(Path folder, FenceCheck fence) {
    this(folder, fence, new SnapshotDisk.Real());
  }

  SnapshotFolder(Path folder, FenceCheck fence, SnapshotDisk disk) {
    this.folder = folder;
    this.fence = fence;
    this.disk = disk;
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
      disk.createFolders(folder);
      sweepOnce();
      writeAndRename(parts, target);
    } catch (IOException e) {
      throw new SnapshotFileWriteException(target, bytes, e);
    }
  }

  private void writeAndRename(ByteBuffer[] parts, Path target) throws IOException {
    Path temporary = folder.resolve("saving-" + UUID.randomUUID() + TEMPORARY);
    try {
      try (DurableFile out = disk.create(temporary)) {
        for (ByteBuffer part : parts) {
          out.write(part);
        }
        out.force();
      }
      // Asked again: writing may have taken long, and from here on readers see the file.
      fence.ensureNewest();
      settled = false;
      disk.rename(temporary, target);
    } catch (IOException | RuntimeException e) {
      try {
        disk.delete(temporary);
      } catch (IOException cleanUp) {
        e.addSuppressed(cleanUp);
      }
      throw e;
    }
    settle();
  }

  private void settle() throws IOException {
    if (!settled) {
      disk.forceFolder(folder);
      settled = true;
    }
  }

  /** Returns the names of an id's snapshots that a criterion matches, the newest first. */
  List<SnapshotFileName> list(String persistenceId, Predicate<SnapshotFileName> criterion)
      throws IOException {
    String encodedId = EncodedName.of(persistenceId);
    List<SnapshotFileName> names = new ArrayList<>();
    try {
      for (String file : disk.list(folder)) {
        SnapshotFileName.parse(file)
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
    SnapshotFile file = SnapshotFileCodec.decode(path, disk.read(path));
    if (!file.persistenceId().equals(persistenceId) || !file.name().equals(name)) {
      throw new CorruptSnapshotFileException(
          path,
          "it holds another snapshot: persistenceId=%s sequenceNumber=%d timestamp=%d"
              .formatted(file.persistenceId(), file.sequenceNumber(), file.timestamp()));
    }
    return file;
  }

  /**
   * Deletes the snapshots of an id that a criterion matches; none is fine. What a deletion before
   * has unlinked, and then failed to force, is gone for good too when this returns.
   */
  synchronized void delete(String persistenceId, Predicate<SnapshotFileName> criterion)
      throws IOException {
    fence.ensureNewest();
    for (SnapshotFileName name : list(persistenceId, criterion)) {
      settled = false;
      disk.delete(path(name));
    }
    try {
      settle();
    } catch (NoSuchFileException nothingSavedYet) {
      LOG.debug("nothing to delete in {}", folder);
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
    for (String name : disk.list(folder)) {
      if (name.endsWith(TEMPORARY)) {
        try {
          disk.delete(folder.resolve(name));
        } catch (IOException e) { // somebody else's folder of that name must not stop a save
          LOG.warn("leftover of a save cannot be deleted, it stays: {}", e.toString());
        }
      }
    }
    swept = true;
  }
}
