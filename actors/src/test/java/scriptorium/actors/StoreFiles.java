package scriptorium.actors;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** The files of a store, to be looked at and damaged. */
record StoreFiles(Path folder) {

  /** Manifests of snapshots, oldest first. */
  List<Path> manifests() throws IOException {
    return snapshots(name -> !name.contains("%7C"));
  }

  /** The chunks of the snapshot with this number. */
  List<Path> chunks(SequenceNumber number) throws IOException {
    return snapshots(name -> name.contains("%7C" + number.value() + "-"));
  }

  /** All files of snapshots with this text in their name. */
  List<Path> all(String text) throws IOException {
    return snapshots(name -> name.contains(text));
  }

  /**
   * Whether each manifest has its chunks, as many as a small database has, and no other is there.
   */
  boolean hasWholeSnapshotsOnly() {
    try {
      Set<String> withChunks = new TreeSet<>();
      for (Path chunk : snapshots(name -> name.contains("%7C") && !name.contains("%7Cledger"))) {
        String name = chunk.getFileName().toString();
        withChunks.add(name.substring(name.indexOf("%7C") + 3, name.indexOf('-')));
      }
      Set<String> withManifest = new TreeSet<>();
      for (Path manifest : manifests()) {
        String name = manifest.getFileName().toString();
        String number = name.substring(name.indexOf('@') + 1, name.lastIndexOf('@'));
        withManifest.add(Long.toString(Long.parseLong(number)));
      }
      return withChunks.equals(withManifest);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private List<Path> snapshots(Predicate<String> wanted) throws IOException {
    return list(folder.resolve("snapshots"), wanted);
  }

  Path newestSegment() throws IOException {
    List<Path> segments = segments();
    return segments.get(segments.size() - 1);
  }

  /** Waits until events were deleted, which the store does in the background. */
  void awaitFewerSegments(int than) throws IOException {
    long end = deadline();
    while (segments().size() >= than) {
      pause(end, "segments are still there: " + segments());
    }
  }

  /** Waits until no more and no fewer manifests are left. */
  void awaitManifests(int count) throws IOException {
    long end = deadline();
    while (manifests().size() != count) {
      pause(end, "expected=" + count + " found=" + manifests());
    }
  }

  private static long deadline() {
    return System.nanoTime() + 30_000_000_000L;
  }

  private static void pause(long end, String message) {
    if (System.nanoTime() - end > 0) {
      throw new IllegalStateException(message);
    }
    LockSupport.parkNanos(5_000_000);
  }

  List<Path> segments() throws IOException {
    return list(folder, name -> name.startsWith("segment-"));
  }

  private static List<Path> list(Path folder, Predicate<String> wanted) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .filter(Files::isRegularFile)
          .filter(file -> wanted.test(file.getFileName().toString()))
          .sorted()
          .toList();
    }
  }

  /** Every file's name and content, in short. */
  List<String> listing() throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      return files.filter(Files::isRegularFile).sorted().map(StoreFiles::describe).toList();
    }
  }

  private static String describe(Path file) {
    try {
      return file.getFileName() + " " + java.util.Arrays.hashCode(Files.readAllBytes(file));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Flips a bit in the middle. */
  static void flip(Path file) throws IOException {
    flipBack(file, Files.size(file) / 2);
  }

  /** Flips a bit of this text's first byte; tells where. */
  static long flipText(Path file, String text) throws IOException {
    String content = Files.readString(file, StandardCharsets.ISO_8859_1);
    int at = content.indexOf(text);
    if (at < 0) {
      throw new IllegalStateException("not in the file: file=" + file + " text=" + text);
    }
    flipBack(file, at);
    return at;
  }

  /** Flips a bit in the end mark of a segment's last frame, not in its last byte. */
  static void flipLastEndMark(Path segment) throws IOException {
    String content = Files.readString(segment, StandardCharsets.ISO_8859_1);
    flipBack(segment, content.lastIndexOf("FRAMEEND"));
  }

  static void flipBack(Path file, long offset) throws IOException {
    try (RandomAccessFile open = new RandomAccessFile(file.toFile(), "rw")) {
      open.seek(offset);
      int old = open.read();
      open.seek(offset);
      open.write(old ^ 0x10);
    }
  }
}
