package scriptorium.persistence.files;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import scriptorium.persistence.disk.SimulatedProcess;

/** A simulated disk as the snapshot store sees it: its only folder is there and durable. */
final class SimulatedSnapshotDisk implements SnapshotDisk {
  private final SimulatedProcess process;

  SimulatedSnapshotDisk(SimulatedProcess process) {
    this.process = process;
  }

  @Override
  public void createFolders(Path folder) {}

  @Override
  public DurableFile create(Path file) throws IOException {
    SimulatedProcess.Handle handle = process.create(name(file));
    return new DurableFile() {
      private long end;

      @Override
      public void write(ByteBuffer bytes) throws IOException {
        int length = bytes.remaining();
        handle.write(bytes, end);
        end += length;
      }

      @Override
      public void force() throws IOException {
        handle.force();
      }

      @Override
      public void close() throws IOException {
        handle.close();
      }
    };
  }

  @Override
  public void rename(Path from, Path to) throws IOException {
    process.rename(name(from), name(to));
  }

  @Override
  public void delete(Path file) throws IOException {
    process.unlink(name(file));
  }

  @Override
  public void forceFolder(Path folder) throws IOException {
    process.forceFolder();
  }

  @Override
  public List<String> list(Path folder) throws IOException {
    return process.list();
  }

  @Override
  public byte[] read(Path file) throws IOException {
    SimulatedProcess.Handle handle = process.openToRead(name(file));
    try {
      ByteBuffer bytes = ByteBuffer.allocate((int) handle.size());
      while (bytes.hasRemaining() && handle.read(bytes, bytes.position()) >= 0) {
        // until all is read
      }
      return bytes.array();
    } finally {
      handle.close();
    }
  }

  private static String name(Path file) {
    return file.getFileName().toString();
  }
}
