package scriptorium.persistence.files;

import static java.nio.file.StandardOpenOption.CREATE_NEW;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.IOException;
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

/** What a snapshot folder needs of a file system: the seam where tests put their faults. */
interface SnapshotDisk {
  /** Makes a folder and those above it, durable and for this user only. */
  void createFolders(Path folder) throws IOException;

  /** Makes a file that must not exist, for this user only, and opens it for writing. */
  DurableFile create(Path file) throws IOException;

  /** Gives a file another name, in place of the one that may be there, at once. */
  void rename(Path from, Path to) throws IOException;

  /** Unlinks; no error when there is none. */
  void delete(Path file) throws IOException;

  /** Returns when names that appeared and went in a folder are durable. */
  void forceFolder(Path folder) throws IOException;

  /**
   * File names in a folder, in no order.
   *
   * @throws NoSuchFileException if there is no such folder
   */
  List<String> list(Path folder) throws IOException;

  /** All bytes of a file. */
  byte[] read(Path file) throws IOException;

  /** The real file system. */
  final class Real implements SnapshotDisk {
    @Override
    public void createFolders(Path folder) throws IOException {
      if (Files.isDirectory(folder)) {
        return;
      }
      Path parent = folder.toAbsolutePath().getParent();
      if (parent != null) {
        createFolders(parent);
      }
      Files.createDirectory(folder, ownerOnly("rwx------"));
      if (parent != null) {
        forceFolder(parent);
      }
    }

    @Override
    public DurableFile create(Path file) throws IOException {
      return new DurableFile.OnDisk(
          FileChannel.open(file, Set.of(CREATE_NEW, WRITE), ownerOnly("rw-------")));
    }

    @Override
    public void rename(Path from, Path to) throws IOException {
      Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
    }

    @Override
    public void delete(Path file) throws IOException {
      Files.deleteIfExists(file);
    }

    @Override
    public void forceFolder(Path folder) throws IOException {
      try (FileChannel channel = FileChannel.open(folder, READ)) {
        channel.force(true);
      }
    }

    @Override
    public List<String> list(Path folder) throws IOException {
      List<String> names = new ArrayList<>();
      try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
        for (Path file : files) {
          names.add(file.getFileName().toString());
        }
      }
      return names;
    }

    @Override
    public byte[] read(Path file) throws IOException {
      return Files.readAllBytes(file);
    }

    /** The store's content is nobody else's business on the machine. */
    private static FileAttribute<Set<PosixFilePermission>> ownerOnly(String permissions) {
      return PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions));
    }
  }
}
