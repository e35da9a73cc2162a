package scriptorium.persistence.segment;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;

/** The real file system with the faults a test asks for. */
final class FaultyFiles implements LogFiles {
  private final LogFiles disk = LogFiles.disk();

  /** What happens at a call; may throw, or wait. */
  interface Gate {
    void pass(Path file) throws IOException;
  }

  boolean forces = true;

  /** Bytes that can be written until the disk is full. */
  long room = Long.MAX_VALUE;

  Gate beforeFirstFrame = file -> {};
  Gate beforeForce = file -> {};
  Gate beforeForceFolder = folder -> {};
  Gate beforeRead = file -> {};
  Gate beforeCheck = file -> {};
  Gate beforeLink = file -> {};
  Gate beforeDelete = file -> {};

  /** For tests of logic, not of durability: a hundred times quicker. */
  static FaultyFiles withoutForces() {
    FaultyFiles files = new FaultyFiles();
    files.forces = false;
    return files;
  }

  @Override
  public Path prepareFolder(Path folder) {
    return StoreFolder.prepare(folder, this);
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
    return new File(file, disk.create(file));
  }

  @Override
  public LogFile openToRead(Path file) throws IOException {
    beforeRead.pass(file);
    return disk.openToRead(file);
  }

  @Override
  public LogFile openToWrite(Path file) throws IOException {
    return new File(file, disk.openToWrite(file));
  }

  @Override
  public void link(Path newName, Path existing) throws IOException {
    beforeLink.pass(newName);
    disk.link(newName, existing);
  }

  @Override
  public void delete(Path file) throws IOException {
    beforeDelete.pass(file);
    disk.delete(file);
  }

  @Override
  public void forceFolder(Path folder) throws IOException {
    beforeForceFolder.pass(folder);
    if (forces) {
      disk.forceFolder(folder);
    }
  }

  @Override
  public List<String> list(Path folder) throws IOException {
    return disk.list(folder);
  }

  @Override
  public boolean isAbsent(Path file) throws IOException {
    beforeCheck.pass(file);
    return disk.isAbsent(file);
  }

  private final class File implements LogFile {
    private final Path path;
    private final LogFile file;

    File(Path path, LogFile file) {
      this.path = path;
      this.file = file;
    }

    @Override
    public int read(ByteBuffer into, long position) throws IOException {
      return file.read(into, position);
    }

    @Override
    public void write(ByteBuffer from, long position) throws IOException {
      if (position == SegmentFormat.SEGMENT_HEADER_BYTES) {
        beforeFirstFrame.pass(path);
      }
      int length = from.remaining();
      if (length > room) {
        from.limit(from.position() + (int) room);
        file.write(from, position);
        room = 0;
        throw new IOException("No space left on device");
      }
      room -= room == Long.MAX_VALUE ? 0 : length;
      file.write(from, position);
    }

    @Override
    public void force() throws IOException {
      beforeForce.pass(path);
      if (forces) {
        file.force();
      }
    }

    @Override
    public long size() throws IOException {
      return file.size();
    }

    @Override
    public void close() throws IOException {
      file.close();
    }
  }
}
