package scriptorium.drills.failover;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import scriptorium.drills.command.EnvironmentException;

/**
 * The folder of one drill: the store's data and the processes' logs below it, locked as long as the
 * drill runs. A folder that the drill chose itself is removed when the proof held; one that the
 * user named is never removed, and refused unless new or empty.
 */
final class DrillFolder implements AutoCloseable {

  private static final String LOCK = "drill.lock";
  private static final long NEEDED_BYTES = 512L << 20;
  private static final long RESERVE_BYTES = 32L << 20;

  private final Path path;
  private final boolean own;
  private final FileChannel channel;

  private DrillFolder(Path path, boolean own, FileChannel channel) {
    this.path = path;
    this.own = own;
    this.channel = channel;
  }

  /**
   * Makes and locks it.
   *
   * @throws EnvironmentException when it is locked, not empty, unwritable or too full
   */
  static DrillFolder prepare(FailoverSettings settings) {
    boolean own = settings.data().isEmpty();
    Path path = settings.data().orElseGet(() -> ownFolder(settings)).toAbsolutePath().normalize();
    try {
      Files.createDirectories(path);
      FileChannel channel = lock(path);
      try {
        requireEmpty(path);
        requireRoom(path, NEEDED_BYTES);
        Files.createDirectories(path.resolve("logs"));
        return new DrillFolder(path, own, channel);
      } catch (IOException | RuntimeException e) {
        channel.close();
        throw e;
      }
    } catch (IOException e) {
      throw new EnvironmentException("cannot write to folder " + path + ": " + reason(e), e);
    }
  }

  private static Path ownFolder(FailoverSettings settings) {
    String name = "failover-" + settings.seed() + "-" + ProcessHandle.current().pid();
    return Path.of(System.getProperty("scriptorium.home", "."), "drill-data", name);
  }

  /** Takes the lock; opened once in this process, as closing a second channel would drop it. */
  private static FileChannel lock(Path path) throws IOException {
    Path file = path.resolve(LOCK);
    FileChannel channel =
        FileChannel.open(
            file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
    FileLock lock = tryLock(channel);
    if (lock == null) {
      channel.close();
      throw new EnvironmentException(
          "folder is held by another drill: " + path + " (" + Files.readString(file).strip() + ")",
          null);
    }
    channel.truncate(0);
    String holder = "pid=" + ProcessHandle.current().pid() + "\n";
    channel.write(StandardCharsets.UTF_8.encode(holder));
    return channel;
  }

  private static @Nullable FileLock tryLock(FileChannel channel) throws IOException {
    try {
      return channel.tryLock();
    } catch (OverlappingFileLockException e) {
      return null; // Held by this very process, which is just as much another drill.
    }
  }

  private static void requireEmpty(Path path) throws IOException {
    try (Stream<Path> entries = Files.list(path)) {
      List<String> others =
          entries.map(p -> p.getFileName().toString()).filter(n -> !n.equals(LOCK)).toList();
      if (!others.isEmpty()) {
        throw new EnvironmentException(
            "folder is not empty: " + path + " (found " + others.get(0) + "); name a new one",
            null);
      }
    }
  }

  private static void requireRoom(Path path, long neededBytes) throws IOException {
    long free = Files.getFileStore(path).getUsableSpace();
    if (free < neededBytes) {
      throw new EnvironmentException(
          "folder is too full: "
              + path
              + " (free "
              + (free >> 20)
              + " MiB, needed "
              + (neededBytes >> 20)
              + " MiB)",
          null);
    }
  }

  /**
   * Checks that there is room to go on.
   *
   * @throws EnvironmentException when there is not
   */
  void requireRoom() {
    try {
      requireRoom(path, RESERVE_BYTES);
    } catch (IOException e) {
      throw new UncheckedIOException("free space of " + path + " cannot be told", e);
    }
  }

  /** The data folder that all nodes share. */
  Path data() {
    return path;
  }

  /** Where the processes' output goes. */
  Path logs() {
    return path.resolve("logs");
  }

  /** Where the clients write what they were told. */
  Path history() {
    return path.resolve("logs").resolve("history.txt");
  }

  /** Removes it when the drill chose it. */
  void removeIfOwn() throws IOException {
    if (!own) {
      return;
    }
    try (Stream<Path> files = Files.walk(path)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }

  private static String reason(IOException e) {
    return e.getClass().getSimpleName() + (e.getMessage() == null ? "" : ": " + e.getMessage());
  }
}
