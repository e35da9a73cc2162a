package scriptorium.persistence.segment;

import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * This process's hold on a store's folder. The LOCK file is opened once in a process and shared by
 * all holders in it, because closing any second channel on the file would drop the lock while it
 * still looks valid.
 */
public final class FolderLock implements LogFiles.Hold {
  private static final Logger LOG = LoggerFactory.getLogger(FolderLock.class);
  private static final Pattern FIELDS = Pattern.compile("\\s+");
  private static final Map<Path, Held> HELD = new HashMap<>();

  private final Path folder;
  private boolean closed;

  private static final class Held {
    final FileChannel channel;
    final LockMode mode;
    int holders;

    Held(FileChannel channel, LockMode mode) {
      this.channel = channel;
      this.mode = mode;
    }
  }

  private FolderLock(Path folder) {
    this.folder = folder;
  }

  /**
   * @param folder an existing folder
   * @throws UnusableFolderException naming the folder and who holds it
   */
  public static FolderLock acquire(Path folder, LockMode mode, Claimant claimant) {
    synchronized (HELD) {
      try {
        Path real = folder.toRealPath();
        Held held = HELD.get(real);
        if (held == null) {
          held = lock(real, mode, claimant);
          HELD.put(real, held);
        } else if (mode == LockMode.EXCLUSIVE || held.mode == LockMode.EXCLUSIVE) {
          throw refused(real, "pid=" + claimant.pid() + " (this process)");
        }
        held.holders++;
        return new FolderLock(real);
      } catch (IOException e) {
        throw StoreFolder.refusal(folder, e);
      }
    }
  }

  private static Held lock(Path folder, LockMode mode, Claimant claimant) throws IOException {
    Path file = folder.resolve("LOCK");
    FileChannel channel =
        FileChannel.open(
            file,
            Set.of(CREATE, READ, WRITE),
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    try {
      FileLock lock = channel.tryLock(0, Long.MAX_VALUE, mode == LockMode.SHARED);
      if (lock == null) {
        throw refused(folder, holders(file).orElseGet(() -> hint(channel)));
      }
      writeHint(channel, claimant);
      return new Held(channel, mode);
    } catch (IOException | RuntimeException e) {
      channel.close();
      throw e;
    }
  }

  /** For people only: without room for it the folder is held all the same. */
  private static void writeHint(FileChannel channel, Claimant claimant) {
    String hint = "pid=%d\nnode=%s\n".formatted(claimant.pid(), claimant.node());
    try {
      channel.truncate(0).write(ByteBuffer.wrap(SegmentFormat.utf8(hint)), 0);
    } catch (IOException e) {
      LOG.warn("folder is held, but LOCK does not say by whom: pid={}", claimant.pid(), e);
    }
  }

  private static UnusableFolderException refused(Path folder, String holder) {
    return new UnusableFolderException(
        "store folder is in use: folder=%s held by %s; stop that process or use another folder"
            .formatted(folder, holder));
  }

  /** The kernel's own list tells who really holds it. */
  private static Optional<String> holders(Path file) throws IOException {
    String inode = ":" + Files.getAttribute(file, "unix:ino") + " ";
    try (Stream<String> lines = Files.lines(Path.of("/proc/locks"))) {
      String pids =
          lines
              .filter(line -> line.contains(inode) && !line.contains("->"))
              .map(line -> FIELDS.split(line.trim(), -1)[4])
              .filter(pid -> Long.parseLong(pid) > 0)
              .distinct()
              .collect(Collectors.joining(","));
      return pids.isEmpty() ? Optional.empty() : Optional.of("pid=" + pids);
    } catch (IOException | RuntimeException unreadable) {
      return Optional.empty();
    }
  }

  private static String hint(FileChannel channel) {
    try {
      ByteBuffer content = ByteBuffer.allocate(512);
      channel.read(content, 0);
      String text = StandardCharsets.UTF_8.decode(content.flip()).toString();
      return text.isBlank()
          ? "an unknown process"
          : text.strip().replace('\n', ' ') + " (as it wrote itself)";
    } catch (IOException unreadable) {
      return "an unknown process";
    }
  }

  /** Lets go; the lock itself goes with the last holder in this process. */
  @Override
  public void close() {
    synchronized (HELD) {
      Held held = HELD.get(folder);
      if (closed || held == null) {
        return;
      }
      closed = true;
      if (--held.holders == 0) {
        HELD.remove(folder);
        try {
          held.channel.close();
        } catch (IOException e) {
          throw new UnusableFolderException("cannot release folder=" + folder + ": " + e, e);
        }
      }
    }
  }
}
