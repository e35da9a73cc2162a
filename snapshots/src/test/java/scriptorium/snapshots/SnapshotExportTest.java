package scriptorium.snapshots;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class SnapshotExportTest {
  private final MemoryChunks chunks = new MemoryChunks();
  private Library original;
  private byte[] manifest = new byte[0];
  private byte[] file = new byte[0];

  @BeforeEach
  void export() throws Exception {
    original = Library.empty();
    original.schema("CREATE TABLE account(id BIGINT PRIMARY KEY, balance BIGINT)");
    original.write("INSERT INTO account VALUES (1, 10), (2, 20)");
    manifest =
        SnapshotManifestCodec.encode(
            original.dump(chunks, DumpSettings.DEFAULT.withChunkBytes(150)));
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    SnapshotExport.write(manifest, chunks, out);
    file = out.toByteArray();
  }

  @AfterEach
  void close() {
    original.close();
  }

  @Test
  void givesBackManifestAndChunks() throws Exception {
    MemoryChunks read = new MemoryChunks();

    byte[] found =
        SnapshotExport.read(
            new ByteArrayInputStream(file),
            outline -> assertEquals(Library.STORE, outline.storeId()),
            read);

    assertArrayEquals(manifest, found);
    try (Library restored = Library.restore(SnapshotManifestCodec.decode(found), read)) {
      restored.expectSameAs(original);
    }
  }

  @Test
  void detectsAnyFlippedByteAndEveryTruncation() {
    for (int at = 0; at < file.length; at++) {
      byte[] flipped = file.clone();
      flipped[at] ^= 1;
      Forgery.expectRefused(() -> read(flipped));
      byte[] cut = Arrays.copyOf(file, at);
      assertThrows(CorruptSnapshotException.class, () -> read(cut));
    }
  }

  @Test
  void detectsBytesBehindItsEnd() {
    byte[] longer = Arrays.copyOf(file, file.length + 1);

    assertThrows(CorruptSnapshotException.class, () -> read(longer));
  }

  @Test
  void tellsANewerFormatFromADamage() {
    file[8] = 2;

    UnsupportedSnapshotException failure =
        assertThrows(UnsupportedSnapshotException.class, () -> read(file));

    assertTrue(failure.toString().contains("format=2 newestKnown=1"), failure.toString());
  }

  @Test
  void doesNotExportADamagedChunk() {
    chunks.chunks.get(1)[3] ^= 1;

    CorruptSnapshotException failure =
        assertThrows(
            CorruptSnapshotException.class,
            () -> SnapshotExport.write(manifest, chunks, new ByteArrayOutputStream()));

    assertTrue(failure.toString().contains("chunk=1 sha256"), failure.toString());
  }

  private static void read(byte[] file) {
    try {
      SnapshotExport.read(new ByteArrayInputStream(file), outline -> {}, (index, bytes) -> {});
    } catch (java.io.IOException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
