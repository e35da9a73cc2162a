package scriptorium.snapshots;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.FileChannel;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicLong;
import org.h2.store.fs.FilePath;
import org.jspecify.annotations.Nullable;

/**
 * The file system {@code scriptorium:} of H2, through which SCRIPT writes into a stream of ours
 * instead of a file: the script is never whole in memory nor on disk.
 *
 * <p>A name works once and only while its {@link Target} is open.
 */
final class ScriptFilePath extends FilePath {
  private static final String SCHEME = "scriptorium";
  private static final ConcurrentMap<String, OutputStream> TARGETS = new ConcurrentHashMap<>();
  private static final AtomicLong LAST_TARGET = new AtomicLong();

  static {
    FilePath.register(new ScriptFilePath(SCHEME + ":"));
  }

  private ScriptFilePath(String path) {
    name = path;
  }

  /** Offers a stream under a new name until the target is closed. */
  static Target offer(OutputStream out) {
    String path = SCHEME + ":" + LAST_TARGET.incrementAndGet();
    TARGETS.put(path, out);
    return new Target(path);
  }

  /** How many streams are offered now; none unless a dump runs. */
  static int offered() {
    return TARGETS.size();
  }

  record Target(String path) implements AutoCloseable {
    @Override
    public void close() {
      TARGETS.remove(path);
    }
  }

  @Override
  public OutputStream newOutputStream(boolean append) throws IOException {
    OutputStream out = TARGETS.remove(name);
    if (out == null) {
      throw new FileNotFoundException(name + " is not open for writing");
    }
    return out;
  }

  @Override
  public String getScheme() {
    return SCHEME;
  }

  @Override
  public FilePath getPath(String path) {
    return new ScriptFilePath(path);
  }

  @Override
  public boolean exists() {
    return false;
  }

  @Override
  public boolean isRegularFile() {
    return false;
  }

  @Override
  public boolean isDirectory() {
    return false;
  }

  @Override
  public boolean isAbsolute() {
    return true;
  }

  @Override
  public FilePath toRealPath() {
    return this;
  }

  @Override
  public @Nullable FilePath getParent() {
    return null;
  }

  @Override
  public boolean canWrite() {
    return true;
  }

  @Override
  public long size() {
    throw unsupported();
  }

  @Override
  public void moveTo(FilePath target, boolean atomicReplace) {
    throw unsupported();
  }

  @Override
  public boolean createFile() {
    throw unsupported();
  }

  @Override
  public void delete() {
    throw unsupported();
  }

  @Override
  public List<FilePath> newDirectoryStream() {
    throw unsupported();
  }

  @Override
  public long lastModified() {
    throw unsupported();
  }

  @Override
  public void createDirectory() {
    throw unsupported();
  }

  @Override
  public boolean setReadOnly() {
    throw unsupported();
  }

  @Override
  public FileChannel open(String mode) {
    throw unsupported();
  }

  private UnsupportedOperationException unsupported() {
    return new UnsupportedOperationException(name + " can only be written once, as a stream");
  }
}
