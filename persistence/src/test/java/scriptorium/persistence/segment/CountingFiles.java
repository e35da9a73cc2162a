package scriptorium.persistence.segment;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The real file system without forces; tells what was read. */
final class CountingFiles implements LogFiles {
  private final LogFiles disk = FaultyFiles.withoutForces();

  /** Bytes read, by file name. */
  final Map<String, Long> read = new TreeMap<>();

  long bytes() {
    return read.values().stream().mapToLong(Long::longValue).sum();
  }

  @Override
  public Path prepareFolder(Path folder) {
    return disk.prepareFolder(folder);
  }

  @Override
  public Hold lock(Path folder, LockMode mode, Claimant claimant) {
    return disk.lock(folder, mode, claimant);
  }

  @Override
  public String fileSystemType(Path folder) throws IOException {
    return disk.fileSystemType(folder);
  }

  @Override
  public LogFile create(Path file) throws IOException {
    return disk.create(file);
  }

  @Override
  public LogFile openToRead(Path file) throws IOException {
    LogFile opened = disk.openToRead(file);
    return new LogFile() {
      @Override
      public int read(ByteBuffer into, long position) throws IOException {
        int bytes = opened.read(into, position);
        read.merge(file.getFileName().toString(), (long) Math.max(0, bytes), Long::sum);
        return bytes;
      }

      @Override
      public void write(ByteBuffer from, long position) throws IOException {
        opened.write(from, position);
      }

      @Override
      public void force() throws IOException {
        opened.force();
      }

      @Override
      public long size() throws IOException {
        return opened.size();
      }

      @Override
      public void close() throws IOException {
        opened.close();
      }
    };
  }

  @Override
  public LogFile openToWrite(Path file) throws IOException {
    return disk.openToWrite(file);
  }

  @Override
  public void link(Path newName, Path existing) throws IOException {
    disk.link(newName, existing);
  }

  @Override
  public void delete(Path file) throws IOException {
    disk.delete(file);
  }

  @Override
  public void forceFolder(Path folder) throws IOException {
    disk.forceFolder(folder);
  }

  @Override
  public List<String> list(Path folder) throws IOException {
    return disk.list(folder);
  }

  @Override
  public boolean isAbsent(Path file) throws IOException {
    return disk.isAbsent(file);
  }
}
