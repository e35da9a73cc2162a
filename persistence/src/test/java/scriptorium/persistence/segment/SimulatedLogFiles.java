package scriptorium.persistence.segment;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import scriptorium.persistence.disk.SimulatedProcess;

/** A simulated disk as the log sees it: its only folder is the store's, made and durable. */
final class SimulatedLogFiles implements LogFiles {
  private final SimulatedProcess process;

  SimulatedLogFiles(SimulatedProcess process) {
    this.process = process;
  }

  @Override
  public Path prepareFolder(Path folder) {
    return folder;
  }

  @Override
  public Hold lock(Path folder, LockMode mode, Claimant claimant) {
    boolean exclusively = mode == LockMode.EXCLUSIVE;
    try {
      if (!process.hold(exclusively)) {
        throw new UnusableFolderException("store folder is in use: folder=" + folder);
      }
    } catch (IOException e) {
      throw StoreFolder.refusal(folder, e);
    }
    return new Hold() {
      private boolean closed;

      @Override
      public void close() {
        if (!closed) {
          closed = true;
          process.letGo(exclusively);
        }
      }
    };
  }

  @Override
  public String fileSystemType(Path folder) {
    return "tmpfs";
  }

  @Override
  public LogFile create(Path file) throws IOException {
    return new File(process.create(name(file)));
  }

  @Override
  public LogFile openToRead(Path file) throws IOException {
    return new File(process.openToRead(name(file)));
  }

  @Override
  public LogFile openToWrite(Path file) throws IOException {
    return new File(process.openToWrite(name(file)));
  }

  @Override
  public void link(Path newName, Path existing) throws IOException {
    process.link(name(newName), name(existing));
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
  public boolean isAbsent(Path file) throws IOException {
    return !process.has(name(file));
  }

  private static String name(Path file) {
    return file.getFileName().toString();
  }

  private record File(SimulatedProcess.Handle handle) implements LogFile {
    @Override
    public int read(ByteBuffer into, long position) throws IOException {
      return handle.read(into, position);
    }

    @Override
    public void write(ByteBuffer from, long position) throws IOException {
      handle.write(from, position);
    }

    @Override
    public void force() throws IOException {
      handle.force();
    }

    @Override
    public long size() throws IOException {
      return handle.size();
    }

    @Override
    public void close() throws IOException {
      handle.close();
    }
  }
}
