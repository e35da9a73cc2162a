package scriptorium.persistence.segment;

import static java.nio.file.StandardOpenOption.CREATE_NEW;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Files as the operating system has them. */
final class DiskFiles implements LogFiles {

  @Override
  public Path prepareFolder(Path folder) {
    return StoreFolder.prepare(folder, this);
  }

  @Override
  public Hold lock(Path folder, LockMode mode, Claimant claimant) {
    return FolderLock.acquire(folder, mode, claimant);
  }

  @Override
  public String fileSystemType(Path folder) throws IOException {
    return Files.getFileStore(folder).type();
  }

  @Override
  public LogFile create(Path file) throws IOException {
    return new DiskFile(
        FileChannel.open(
            file,
            Set.of(CREATE_NEW, READ, WRITE),
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))));
  }

  @Override
  public LogFile openToRead(Path file) throws IOException {
    return new DiskFile(FileChannel.open(file, READ));
  }

  @Override
  public LogFile openToWrite(Path file) throws IOException {
    return new DiskFile(FileChannel.open(file, WRITE));
  }

  @Override
  public void link(Path newName, Path existing) throws IOException {
    Files.createLink(newName, existing);
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
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder)) {
      for (Path entry : entries) {
        names.add(entry.getFileName().toString());
      }
    }
    return names;
  }

  /** By the question that {@code Files.notExists} asks, too, but keeps the errors of. */
  @Override
  public boolean isAbsent(Path file) throws IOException {
    try {
      file.getFileSystem().provider().checkAccess(file);
      return false;
    } catch (NoSuchFileException absent) {
      return true;
    }
  }

  /**
   * {@code File.exists} takes every error for absence, and costs a quarter of an exception. So
   * where it says no it is asked for the known file as well: whatever keeps a process from looking
   * into a folder keeps it from seeing that one, and then it is looked properly. What another
   * process of this kernel has linked lies in the kernel's memory, and cannot fail to be read.
   */
  @Override
  public boolean isAbsentBeside(Path file, Path known) throws IOException {
    if (file.toFile().exists()) {
      return false;
    }
    return known.toFile().exists() || isAbsent(file);
  }

  /**
   * For each call the channel copies through memory outside the heap, as much as is asked for, and
   * keeps it for the thread's next call: so large ones are cut.
   */
  private record DiskFile(FileChannel channel) implements LogFile {
    private static final int CALL_BYTES = 1 << 20;

    @Override
    public int read(ByteBuffer into, long position) throws IOException {
      int limit = into.limit();
      into.limit(into.position() + Math.min(into.remaining(), CALL_BYTES));
      try {
        return channel.read(into, position);
      } finally {
        into.limit(limit);
      }
    }

    @Override
    public void write(ByteBuffer from, long position) throws IOException {
      long at = position;
      int limit = from.limit();
      while (from.position() < limit) {
        from.limit(from.position() + Math.min(limit - from.position(), CALL_BYTES));
        at += channel.write(from, at);
      }
    }

    @Override
    public void force() throws IOException {
      channel.force(false);
    }

    @Override
    public long size() throws IOException {
      return channel.size();
    }

    @Override
    public void close() throws IOException {
      channel.close();
    }
  }
}
