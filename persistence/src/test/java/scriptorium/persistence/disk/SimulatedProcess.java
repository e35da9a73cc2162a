package scriptorium.persistence.disk;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * A process that uses a {@link SimulatedDisk}: each of its calls can be watched, made to fail, or
 * be its last. What it wrote before it was killed is seen by the next one, forced or not.
 *
 * <p>A call that is made to fail does nothing, but for two: a write leaves the first half of its
 * bytes, a force leaves each pending sector written or dropped.
 */
public final class SimulatedProcess {
  private final SimulatedDisk disk;
  private final Random random;
  private Watcher watcher = new Watcher() {};
  private @Nullable Failure failure;
  private int untilFailure;
  private final List<Handle> handles = new ArrayList<>();
  private long callsLeft = Long.MAX_VALUE;

  /** Is told of each call. */
  public interface Watcher {
    /** May throw in its place, or do what another process does meanwhile. */
    default void before(DiskCall call, String name) throws IOException {}

    /** After a call that may change the disk. */
    default void after(DiskCall call, String name) {}
  }

  private record Failure(DiskCall call, String message) {}

  /**
   * @param seed decides what a failed force leaves
   */
  public SimulatedProcess(SimulatedDisk disk, long seed) {
    this.disk = disk;
    this.random = new Random(seed);
  }

  public void watch(Watcher newWatcher) {
    watcher = newWatcher;
  }

  /** Files it has open. */
  public int openFiles() {
    return handles.size();
  }

  /** Makes one call fail, counted from now on and from 1. */
  public void fail(DiskCall call, int nth, String message) {
    untilFailure = nth;
    failure = new Failure(call, message);
  }

  /** Whether the failure that was asked for has happened. */
  public boolean hasFailed() {
    return failure == null;
  }

  /** After so many further calls it is dead, with the next one. */
  public void killAfter(long calls) {
    callsLeft = calls;
  }

  private void enter(DiskCall call, String name, Runnable leftByFailure) throws IOException {
    if (callsLeft <= 0) {
      List.copyOf(handles).forEach(Handle::release);
      throw new ProcessKilled();
    }
    callsLeft--;
    watcher.before(call, name);
    Failure planned = failure;
    if (planned != null && planned.call() == call && --untilFailure == 0) {
      failure = null;
      leftByFailure.run();
      watcher.after(call, name);
      throw new IOException(planned.message());
    }
  }

  private void enter(DiskCall call, String name) throws IOException {
    enter(call, name, () -> {});
  }

  /** An open file. */
  public final class Handle {
    private final String name;
    private final Inode file;

    private Handle(String name, Inode file) {
      this.name = name;
      this.file = file;
      handles.add(this);
    }

    public int read(ByteBuffer into, long position) throws IOException {
      enter(DiskCall.READ, name);
      int count = file.read(into, position);
      watcher.after(DiskCall.READ, name);
      return count;
    }

    public void write(ByteBuffer from, long position) throws IOException {
      enter(DiskCall.WRITE, name, () -> disk.writePart(file, from, position, from.remaining() / 2));
      try {
        disk.write(file, from, position);
      } finally {
        watcher.after(DiskCall.WRITE, name);
      }
    }

    public void force() throws IOException {
      enter(DiskCall.FORCE, name, () -> disk.failForce(file, random));
      disk.force(file);
      watcher.after(DiskCall.FORCE, name);
    }

    public long size() throws IOException {
      enter(DiskCall.SIZE, name);
      return file.length();
    }

    /** Closed also when this fails. */
    public void close() throws IOException {
      if (release()) {
        enter(DiskCall.CLOSE, name);
      }
    }

    private boolean release() {
      boolean open = handles.remove(this);
      if (open) {
        disk.close(file);
      }
      return open;
    }
  }

  public Handle create(String name) throws IOException {
    enter(DiskCall.CREATE, name);
    Handle handle = new Handle(name, disk.create(name));
    watcher.after(DiskCall.CREATE, name);
    return handle;
  }

  public Handle openToRead(String name) throws IOException {
    enter(DiskCall.OPEN_TO_READ, name);
    return new Handle(name, disk.open(name));
  }

  public Handle openToWrite(String name) throws IOException {
    enter(DiskCall.OPEN_TO_WRITE, name);
    return new Handle(name, disk.open(name));
  }

  public void link(String newName, String existing) throws IOException {
    enter(DiskCall.LINK, newName);
    disk.link(newName, existing);
    watcher.after(DiskCall.LINK, newName);
  }

  public void rename(String from, String to) throws IOException {
    enter(DiskCall.RENAME, to);
    disk.rename(from, to);
    watcher.after(DiskCall.RENAME, to);
  }

  public void unlink(String name) throws IOException {
    enter(DiskCall.UNLINK, name);
    disk.unlink(name);
    watcher.after(DiskCall.UNLINK, name);
  }

  public void forceFolder() throws IOException {
    enter(DiskCall.FORCE_FOLDER, "");
    disk.forceFolder();
    watcher.after(DiskCall.FORCE_FOLDER, "");
  }

  public List<String> list() throws IOException {
    enter(DiskCall.LIST, "");
    return disk.names();
  }

  public boolean has(String name) throws IOException {
    enter(DiskCall.CHECK, name);
    return disk.has(name);
  }

  /** Takes the folder's lock; false when another process is in the way. */
  public boolean hold(boolean exclusively) throws IOException {
    enter(DiskCall.LOCK, "LOCK");
    return disk.hold(exclusively);
  }

  /** Also a killed process lets go. */
  public void letGo(boolean exclusively) {
    disk.letGo(exclusively);
  }
}
