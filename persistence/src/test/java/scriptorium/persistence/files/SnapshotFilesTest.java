package scriptorium.persistence.files;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SnapshotFilesTest {
  private static final Instant NOW = Instant.parse("2026-11-30T12:00:00.123Z");

  @TempDir Path folder;
  private SnapshotFiles files;

  @BeforeEach
  void open() {
    files = SnapshotFiles.of(folder, "main");
  }

  @Test
  void hasNothingWhereThereIsNoStore() throws Exception {
    assertEquals(List.of(), files.manifests());
    assertEquals(Set.of(), files.chunks(42, 3));
    assertThrows(NoSuchFileException.class, () -> files.chunk(42, 3, 0));
  }

  @Test
  void givesBackWhatWasSavedTheNewestFirst() throws Exception {
    files.saveChunk(42, 3, 0, new byte[] {1}, NOW);
    files.saveChunk(42, 3, 1, new byte[] {2}, NOW);
    files.saveManifest(42, new byte[] {3}, NOW);
    files.saveManifest(100, new byte[] {4}, NOW);

    List<SnapshotFiles.Entry> manifests = files.manifests();

    assertEquals(List.of(100L, 42L), numbers(manifests));
    assertEquals(NOW, manifests.get(0).savedAt());
    assertArrayEquals(new byte[] {3}, files.manifest(manifests.get(1)));
    assertArrayEquals(new byte[] {2}, files.chunk(42, 3, 1));
    assertEquals(Set.of(0, 1), files.chunks(42, 3));
    assertEquals(Set.of(), files.chunks(42, 4), "of another epoch");
    assertEquals(List.of(), SnapshotFiles.of(folder, "other").manifests());
  }

  @Test
  void leavesOneInThePlaceOfAnother() throws Exception {
    files.saveChunk(42, 3, 0, new byte[] {1}, NOW);
    files.saveManifest(42, new byte[] {1}, NOW);

    files.saveChunk(42, 3, 0, new byte[] {2}, NOW.plusMillis(1));
    files.saveManifest(42, new byte[] {2}, NOW.plusMillis(1));

    assertArrayEquals(new byte[] {2}, files.chunk(42, 3, 0));
    assertArrayEquals(new byte[] {2}, files.manifest(files.manifests().get(0)));
    try (Stream<Path> left = Files.list(folder.resolve("main").resolve("snapshots"))) {
      assertEquals(2, left.count());
    }
  }

  @Test
  void namesADamagedFile() throws Exception {
    files.saveManifest(42, new byte[] {1}, NOW);
    SnapshotFiles.Entry entry = files.manifests().get(0);
    Files.writeString(entry.file(), "damaged");

    CorruptSnapshotFileException failure =
        assertThrows(CorruptSnapshotFileException.class, () -> files.manifest(entry));

    assertEquals(entry.file(), failure.file());
  }

  private static List<Long> numbers(List<SnapshotFiles.Entry> manifests) {
    return manifests.stream().map(SnapshotFiles.Entry::sequenceNumber).toList();
  }
}
