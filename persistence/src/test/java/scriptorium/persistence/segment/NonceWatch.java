package scriptorium.persistence.segment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Files that remember, of each frame handed to them, the salt of its segment, its counter and its
 * stored payload; whether or not the write then succeeds.
 */
final class NonceWatch implements LogFiles {
  private final LogFiles files;
  private final Map<Path, String> salts = new HashMap<>();
  private final Map<String, Set<String>> payloads = new HashMap<>();

  NonceWatch(LogFiles files) {
    this.files = files;
  }

  void expectEachNonceOnce() {
    assertTrue(!payloads.isEmpty(), "no frame was seen");
    payloads.forEach(
        (nonce, written) ->
            assertEquals(1, written.size(), "written with " + nonce + " " + written));
  }

  int frames() {
    return payloads.size();
  }

  /** Whether frames of a counter were seen in so many segments. */
  boolean saw(int segments, long counter) {
    return payloads.keySet().stream().filter(nonce -> nonce.endsWith(" " + counter)).count()
        >= segments;
  }

  private void wrote(Path path, ByteBuffer from, long position) {
    byte[] bytes = new byte[from.remaining()];
    from.duplicate().get(bytes);
    if (position == 0 && bytes.length == SegmentFormat.SEGMENT_HEADER_BYTES) {
      salts.put(path, HexFormat.of().formatHex(bytes, 80, 96));
    } else if (bytes.length >= 96 && SegmentFormat.intAt(bytes, 0) == SegmentFormat.FRAME_MAGIC) {
      String nonce = salts.get(path) + " " + SegmentFormat.longAt(bytes, 40);
      byte[] payload = Arrays.copyOfRange(bytes, 96, 96 + SegmentFormat.intAt(bytes, 8));
      payloads
          .computeIfAbsent(path.getParent() + " " + nonce, n -> new TreeSet<>())
          .add(HexFormat.of().formatHex(payload));
    } else {
      assertTrue(
          SegmentFormat.isZero(bytes, 0, bytes.length) || bytes[0] == 'f',
          "neither header nor frame, zeros nor marker in " + path);
    }
  }

  @Override
  public Path prepareFolder(Path folder) {
    return files.prepareFolder(folder);
  }

  @Override
  public Hold lock(Path folder, LockMode mode, Claimant claimant) {
    return files.lock(folder, mode, claimant);
  }

  @Override
  public String fileSystemType(Path folder) throws IOException {
    return files.fileSystemType(folder);
  }

  @Override
  public LogFile create(Path file) throws IOException {
    return new File(file, files.create(file));
  }

  @Override
  public LogFile openToRead(Path file) throws IOException {
    return files.openToRead(file);
  }

  @Override
  public LogFile openToWrite(Path file) throws IOException {
    return new File(file, files.openToWrite(file));
  }

  @Override
  public void link(Path newName, Path existing) throws IOException {
    files.link(newName, existing);
    String salt = salts.get(existing);
    if (salt != null) {
      salts.put(newName, salt);
    }
  }

  @Override
  public void delete(Path file) throws IOException {
    files.delete(file);
  }

  @Override
  public void forceFolder(Path folder) throws IOException {
    files.forceFolder(folder);
  }

  @Override
  public List<String> list(Path folder) throws IOException {
    return files.list(folder);
  }

  @Override
  public boolean isAbsent(Path file) throws IOException {
    return files.isAbsent(file);
  }

  /** A segment is written through the file that was opened under its first name. */
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
      if (!path.getFileName().toString().startsWith("torn-")) {
        wrote(path, from, position);
      }
      file.write(from, position);
    }

    @Override
    public void force() throws IOException {
      file.force();
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
