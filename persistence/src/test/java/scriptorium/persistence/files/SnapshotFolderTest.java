package scriptorium.persistence.files;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import scriptorium.persistence.disk.DiskCall;
import scriptorium.persistence.disk.SimulatedDisk;
import scriptorium.persistence.disk.SimulatedProcess;

class SnapshotFolderTest {
  private static final FenceCheck NEWEST = () -> {};

  @TempDir Path data;
  private Path path;
  private SnapshotFolder folder;

  @BeforeEach
  void open() {
    path = data.resolve("main").resolve("snapshots");
    folder = new SnapshotFolder(path, NEWEST);
  }

  @Test
  void readsBackWhatWasSaved() throws IOException {
    folder.save(snapshot("main", 7, 100, "seven"));

    SnapshotFileName name = folder.list("main", any -> true).get(0);
    SnapshotFile read = folder.read(name, "main");

    assertArrayEquals("seven".getBytes(UTF_8), read.payload().bytes());
  }

  @Test
  void listsNewestFirstAndOnlyTheAskedId() throws IOException {
    folder.save(snapshot("main", 9, 100, "a"));
    folder.save(snapshot("main", 10, 50, "b"));
    folder.save(snapshot("main", 10, 60, "c"));
    folder.save(snapshot("main|10|0", 11, 60, "other"));

    List<SnapshotFileName> names = folder.list("main", any -> true);

    assertEquals(
        List.of(
            SnapshotFileName.of("main", 10, 60),
            SnapshotFileName.of("main", 10, 50),
            SnapshotFileName.of("main", 9, 100)),
        names);
  }

  @Test
  void hasNothingBeforeTheFirstSave() throws IOException {
    assertEquals(List.of(), folder.list("main", any -> true));
    folder.delete("main", any -> true);
    assertFalse(Files.exists(path));
  }

  static Stream<String> oddIds() {
    return Stream.of(
        "..", ".", "a/b", "a\\b|1", "", "%", "@", "a@1@2.snapshot", "~", "Ünï|cödé\u0000\n", "x y");
  }

  @ParameterizedTest
  @MethodSource("oddIds")
  void keepsOddIdsApartAndInsideTheFolder(String id) throws IOException {
    folder.save(snapshot(id, 1, 1, "odd"));
    folder.save(snapshot(id + "%", 1, 1, "neighbour"));

    List<SnapshotFileName> names = folder.list(id, any -> true);

    assertEquals(1, names.size());
    assertArrayEquals("odd".getBytes(UTF_8), folder.read(names.get(0), id).payload().bytes());
    assertEquals(2, filesIn(path));
    assertFalse(EncodedName.ofStore(id).startsWith("."), EncodedName.ofStore(id));
    assertFalse(EncodedName.ofStore(id).contains("/"), EncodedName.ofStore(id));
  }

  @Test
  void savesUnderTheLongestNameWithTheWidestNumbers() throws IOException {
    String longest = "s".repeat(EncodedName.LONGEST);
    folder.save(snapshot(longest, Long.MAX_VALUE, Long.MIN_VALUE, "x"));

    assertEquals(longest, EncodedName.of(longest));
    assertEquals(1, folder.list(longest, any -> true).size());
  }

  @Test
  void keepsLongIdsApart() throws IOException {
    String longId = "s".repeat(5_000);
    folder.save(snapshot(longId + "1", 1, 1, "one"));
    folder.save(snapshot(longId + "2", 1, 1, "two"));

    List<SnapshotFileName> names = folder.list(longId + "2", any -> true);

    assertEquals(1, names.size());
    assertArrayEquals(
        "two".getBytes(UTF_8), folder.read(names.get(0), longId + "2").payload().bytes());
  }

  @Test
  void refusesAFileUnderAnotherOnesName() throws IOException {
    folder.save(snapshot("main", 7, 100, "seven"));
    SnapshotFileName stolen = SnapshotFileName.of("main", 8, 100);
    Files.copy(
        folder.path(SnapshotFileName.of("main", 7, 100)),
        folder.path(stolen),
        StandardCopyOption.REPLACE_EXISTING);

    CorruptSnapshotFileException failure =
        assertThrows(CorruptSnapshotFileException.class, () -> folder.read(stolen, "main"));

    assertTrue(failure.toString().contains("sequenceNumber=7"), failure.getMessage());
  }

  @Test
  void isReadableByTheOwnerAlone() throws IOException {
    folder.save(snapshot("main", 7, 100, "seven"));

    assertEquals("rwx------", permissions(path));
    assertEquals("rwx------", permissions(data.resolve("main")));
    assertEquals("rw-------", permissions(folder.path(SnapshotFileName.of("main", 7, 100))));
  }

  @Test
  void sweepsLeftoversBeforeTheFirstSaveButNotWhenReading() throws IOException {
    Files.createDirectories(path);
    Path leftover = Files.writeString(path.resolve("saving-1.tmp"), "half a snap");

    folder.list("main", any -> true);
    assertTrue(Files.exists(leftover), "a reader cannot know whose file it is");

    folder.save(snapshot("main", 1, 1, "x"));
    assertFalse(Files.exists(leftover));
    assertEquals(1, filesIn(path));
  }

  @ParameterizedTest
  @CsvSource({"CREATE, 1", "WRITE, 1", "WRITE, 2", "FORCE, 1", "RENAME, 1"})
  void leavesOlderSnapshotsAndNoRestWhenTheDiskIsFull(DiskCall call, int nth) throws IOException {
    SimulatedDisk disk = new SimulatedDisk();
    SimulatedProcess process = new SimulatedProcess(disk, 1);
    SnapshotFolder full = new SnapshotFolder(path, NEWEST, new SimulatedSnapshotDisk(process));
    full.save(snapshot("main", 1, 1, "old"));
    process.fail(call, nth, "No space left on device");

    SnapshotFileWriteException failure =
        assertThrows(
            SnapshotFileWriteException.class, () -> full.save(snapshot("main", 2, 2, "new")));

    String target = folder.path(SnapshotFileName.of("main", 2, 2)).toString();
    assertTrue(failure.toString().contains("file=" + target), failure.getMessage());
    assertTrue(failure.toString().matches(".* bytes=\\d+ .*No space.*"), failure.getMessage());
    assertEquals(1, disk.names().size());
    assertEquals(1, full.list("main", any -> true).get(0).sequenceNumber());
  }

  @Test
  void changesNothingWhenFenced() throws IOException {
    folder.save(snapshot("main", 1, 1, "old"));
    SnapshotFolder fenced =
        new SnapshotFolder(
            path,
            () -> {
              throw new IllegalStateException("epoch=4 newest=5");
            });

    assertThrows(IllegalStateException.class, () -> fenced.save(snapshot("main", 2, 2, "new")));
    assertThrows(IllegalStateException.class, () -> fenced.delete("main", any -> true));

    assertEquals(1, filesIn(path));
  }

  @Test
  void publishesNothingWhenFencedWhileWriting() throws IOException {
    AtomicInteger asked = new AtomicInteger();
    SnapshotFolder overtaken =
        new SnapshotFolder(
            path,
            () -> {
              if (asked.incrementAndGet() == 2) {
                throw new IllegalStateException("epoch=4 newest=5");
              }
            });

    assertThrows(IllegalStateException.class, () -> overtaken.save(snapshot("main", 2, 2, "new")));

    assertEquals(0, filesIn(path));
  }

  @Test
  void saysWhyAFolderCannotBeMade() throws IOException {
    Files.writeString(data.resolve("main"), "a file where the folder should be");

    SnapshotFileWriteException failure =
        assertThrows(
            SnapshotFileWriteException.class, () -> folder.save(snapshot("main", 2, 2, "new")));

    assertTrue(failure.toString().contains(data.resolve("main").toString()));
  }

  static SnapshotFile snapshot(String id, long sequenceNumber, long timestamp, String text) {
    return new SnapshotFile(
        id,
        sequenceNumber,
        timestamp,
        Optional.empty(),
        new SerializedObject(1, "", text.getBytes(UTF_8)));
  }

  private static String permissions(Path path) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
  }

  private static long filesIn(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.count();
    }
  }
}
