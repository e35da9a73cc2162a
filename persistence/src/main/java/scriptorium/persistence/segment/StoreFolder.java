package scriptorium.persistence.segment;

import static scriptorium.persistence.segment.SegmentFormat.utf8;

import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;

/** Names and makes the folder of one store. */
public final class StoreFolder {
  private static final int MAX_NAME_BYTES = 200;
  private static final String PLAIN =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-.";
  private static final Set<String> COHERENT =
      Set.of(
          "ext2",
          "ext3",
          "ext4",
          "xfs",
          "btrfs",
          "zfs",
          "f2fs",
          "bcachefs",
          "jfs",
          "reiserfs",
          "tmpfs",
          "ramfs",
          "overlay",
          "apfs",
          "hfs");
  private static final FileAttribute<Set<PosixFilePermission>> PRIVATE =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));

  private StoreFolder() {}

  /**
   * The folder of a store: its persistence id, odd characters as {@code %XX}.
   *
   * @throws IllegalArgumentException for an empty name and one too long for a file system
   */
  public static Path of(Path dataDir, String persistenceId) {
    StringBuilder name = new StringBuilder();
    for (byte b : utf8(persistenceId)) {
      char c = (char) (b & 0xFF);
      boolean plain = PLAIN.indexOf(c) >= 0 && !(c == '.' && name.length() == 0);
      name.append(plain ? String.valueOf(c) : String.format("%%%02X", b & 0xFF));
    }
    if (name.length() == 0 || name.length() > MAX_NAME_BYTES) {
      throw new IllegalArgumentException(
          "no folder name for persistenceId=%s: encoded length=%d, allowed 1 to %d"
              .formatted(persistenceId, name.length(), MAX_NAME_BYTES));
    }
    return dataDir.resolve(name.toString());
  }

  /**
   * Makes the folder and those above it, durable and for this user only.
   *
   * @return its real path
   * @throws UnusableFolderException when that is not possible
   */
  static Path prepare(Path folder, LogFiles files) {
    Path absolute = folder.toAbsolutePath().normalize();
    List<Path> missing = new ArrayList<>();
    for (Path p = absolute; p != null && Files.notExists(p); p = p.getParent()) {
      missing.add(p);
    }
    Collections.reverse(missing);
    try {
      for (Path path : missing) {
        if (!Files.isDirectory(path)) {
          Files.createDirectories(path, PRIVATE);
        }
      }
      if (!Files.isDirectory(absolute)) {
        throw notAFolder(absolute);
      }
      Path real = absolute.toRealPath();
      requireOwn(real);
      if (EpochMarkers.newest(files.list(real)) == 0) {
        forceFoldersAbove(real, files);
      }
      return real;
    } catch (IOException e) {
      throw refusal(absolute, e);
    }
  }

  /**
   * Whoever made one of them may have been killed before it was durable: with the power it would
   * go, and with it all that was acknowledged below. So until the first claim every start sees to
   * all of them, up to where the file system is mounted: what lies above was there before. One that
   * this user may not even read it has not made.
   */
  private static void forceFoldersAbove(Path folder, LogFiles files) throws IOException {
    FileStore store = Files.getFileStore(folder);
    Path above = folder.getParent();
    while (above != null && Files.getFileStore(above).equals(store)) {
      if (Files.isReadable(above)) {
        files.forceFolder(above);
      }
      above = above.getParent();
    }
  }

  /** Links that lead in a circle fail when they are followed. */
  private static UnusableFolderException notAFolder(Path path) throws IOException {
    return new UnusableFolderException(
        "not a folder: " + path.toRealPath() + "; remove the file or choose another folder");
  }

  /**
   * The fence between the members of a cluster looks for a file that another may have just made: a
   * file system that answers from a cache of its own would let two of them write.
   */
  static void requireCoherent(Path folder, LogFiles files, SegmentLogSettings settings) {
    String type;
    try {
      type = files.fileSystemType(folder);
    } catch (IOException e) {
      throw refusal(folder, e);
    }
    if (settings.lock() == LockMode.SHARED && !settings.coherentFileSystem() && !isLocal(type)) {
      throw new UnusableFolderException(
          "shared folder on a file system not known to be coherent: folder=%s type=%s; use a local disk, or set scriptorium.journal.coherent-file-system = on if every process sees at once what another wrote"
              .formatted(folder, type));
    }
  }

  /** Whether one kernel alone knows what is in it, so that all its processes see the same. */
  static boolean isLocal(String type) {
    return COHERENT.contains(type);
  }

  /** What a failed call in a store's folder means, and what to do about it. */
  static RuntimeException refusal(Path folder, IOException cause) {
    return FolderFault.of(folder, cause);
  }

  /**
   * Files made by another user would be beyond the reach of the folder's owner: a look into a store
   * as root must not keep the store from its next start.
   */
  static void requireOwn(Path folder) {
    FolderFault.requireOwner(folder);
  }
}
