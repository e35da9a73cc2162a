package scriptorium.contract;

import com.typesafe.config.Config;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Cuts of a journal whose storage is a folder: bytes count in the order of the files' names, then
 * of their places, and only those that the write changed. Right for a journal of which one write
 * appends to one file; what other files changed should be switched off, or is cut as well.
 *
 * <pre>{@code
 * new FolderCuts(data, copies, copy -> settingsOver(copy))
 * }</pre>
 *
 * <p>For one thread.
 */
public final class FolderCuts implements TornStorage {
  private final Path folder;
  private final Path copies;
  private final Function<Path, Config> settings;
  private Map<Path, byte[]> before = Map.of();
  private Map<Path, byte[]> after = Map.of();
  private int made;

  /**
   * @param folder the journal's
   * @param copies an empty folder on the same kind of disk
   * @param settings of an actor system whose journal is in a given copy of the folder
   */
  public FolderCuts(Path folder, Path copies, Function<Path, Config> settings) {
    this.folder = folder;
    this.copies = copies;
    this.settings = settings;
  }

  @Override
  public void beforeWrite() throws IOException {
    before = contents();
  }

  @Override
  public long afterWrite() throws IOException {
    after = contents();
    long bytes = 0;
    for (Map.Entry<Path, byte[]> file : after.entrySet()) {
      bytes += changed(before.getOrDefault(file.getKey(), new byte[0]), file.getValue());
    }
    return bytes;
  }

  private static long changed(byte[] old, byte[] now) {
    int from = firstChange(old, now);
    return from < 0 ? 0 : lastChange(old, now) + 1 - from;
  }

  /** The first place where they differ; -1: none. */
  private static int firstChange(byte[] old, byte[] now) {
    return now.length < old.length ? -1 : Arrays.mismatch(Arrays.copyOf(old, now.length), now);
  }

  private static int lastChange(byte[] old, byte[] now) {
    int last = now.length - 1;
    while (now[last] == (last < old.length ? old[last] : 0)) {
      last--;
    }
    return last;
  }

  @Override
  public Config cutTo(long bytes) throws IOException {
    Path copy = copies.resolve("cut-" + made++);
    long left = bytes;
    for (Map.Entry<Path, byte[]> file : after.entrySet()) {
      byte[] old = before.getOrDefault(file.getKey(), new byte[0]);
      long written = Math.min(left, changed(old, file.getValue()));
      left -= written;
      if (before.containsKey(file.getKey()) || written > 0) {
        Path target = copy.resolve(file.getKey().toString());
        Files.createDirectories(copy.resolve(target).getParent());
        Files.write(target, cut(old, file.getValue(), (int) written));
      }
    }
    return settings.apply(copy);
  }

  private static byte[] cut(byte[] old, byte[] now, int written) {
    if (written == 0) {
      return old;
    }
    int from = firstChange(old, now);
    byte[] cut = Arrays.copyOf(old, Math.max(old.length, from + written));
    System.arraycopy(now, from, cut, from, written);
    return cut;
  }

  private Map<Path, byte[]> contents() throws IOException {
    Map<Path, byte[]> contents = new TreeMap<>();
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        contents.put(folder.relativize(file), Files.readAllBytes(file));
      }
    }
    return contents;
  }
}
