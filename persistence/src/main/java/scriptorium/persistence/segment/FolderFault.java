package scriptorium.persistence.segment;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;

/**
 * Tells the faults of a store's folder apart, so that each has one message that says what to do.
 */
final class FolderFault {
  /** Belongs to the effective user of this process, as everything below it does. */
  private static final Path THIS_PROCESS = Path.of("/proc/self");

  private FolderFault() {}

  static RuntimeException of(Path folder, IOException cause) {
    if (JournalFullException.isNoRoom(cause)) {
      return new JournalFullException(
          "no room to open the log: folder=" + folder + "; nothing was changed, free some space",
          cause);
    }
    String message = String.valueOf(cause.getMessage());
    if (message.contains("Too many levels of symbolic links")) {
      return new UnusableFolderException(
          "symbolic links lead in a circle: path=%s; mend the links or choose another folder"
              .formatted(fileOf(folder, cause)),
          cause);
    }
    if (message.contains("Not a directory")) {
      return new UnusableFolderException(
          "not a folder: a file lies where a folder should be: path=%s; remove it or choose another folder"
              .formatted(fileOf(folder, cause)),
          cause);
    }
    if (message.contains("Read-only file system")) {
      return new UnusableFolderException(
          "read-only file system: folder=%s; mount it writable or choose another folder"
              .formatted(folder),
          cause);
    }
    if (cause instanceof AccessDeniedException || message.contains("Permission denied")) {
      return new UnusableFolderException(denied(folder, cause), cause);
    }
    return new UnusableFolderException("cannot use folder=" + folder + ": " + cause, cause);
  }

  private static Path fileOf(Path folder, IOException cause) {
    return cause instanceof FileSystemException file && file.getFile() != null
        ? Path.of(file.getFile())
        : folder;
  }

  private static String denied(Path folder, IOException cause) {
    Path file = fileOf(folder, cause);
    return "no permission to use folder=%s: %s, this process runs as %s; start it as their owner, or mend owner and mode"
        .formatted(folder, described(file), user());
  }

  /** The file with its owner and mode; what cannot be seen by the folder that keeps it. */
  private static String described(Path file) {
    Path there = file;
    while (there.getParent() != null && !Files.exists(there, LinkOption.NOFOLLOW_LINKS)) {
      there = there.getParent();
    }
    try {
      PosixFileAttributes attributes = Files.readAttributes(there, PosixFileAttributes.class);
      return "file=%s owner=%s mode=%s"
          .formatted(
              there,
              attributes.owner().getName(),
              PosixFilePermissions.toString(attributes.permissions()));
    } catch (IOException unreadable) {
      return "file=" + there;
    }
  }

  private static String user() {
    try {
      return Files.getOwner(THIS_PROCESS).getName();
    } catch (IOException elsewhere) {
      return System.getProperty("user.name");
    }
  }

  /**
   * @throws UnusableFolderException when a folder belongs to another user, where that can be told
   */
  static void requireOwner(Path folder) {
    Optional<Integer> owner = uid(folder);
    Optional<Integer> own = uid(THIS_PROCESS);
    if (owner.isPresent() && own.isPresent() && !owner.equals(own)) {
      throw new UnusableFolderException(
          "folder of another user: %s, this process runs as %s; what it made there would be beyond the owner's reach. Start it as the owner, or give the folder with all its files to this user"
              .formatted(described(folder), user()));
    }
  }

  private static Optional<Integer> uid(Path path) {
    try {
      return Optional.of((Integer) Files.getAttribute(path, "unix:uid"));
    } catch (IOException | UnsupportedOperationException | IllegalArgumentException unknown) {
      return Optional.empty();
    }
  }
}
