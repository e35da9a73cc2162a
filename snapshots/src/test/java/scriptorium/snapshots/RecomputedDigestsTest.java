package scriptorium.snapshots;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import scriptorium.database.TableDigest;

/** The verification that computes digests from the script's text. */
class RecomputedDigestsTest {
  private static final DumpSettings SMALL_CHUNKS = DumpSettings.DEFAULT.withChunkBytes(200);

  private final MemoryChunks chunks = new MemoryChunks();

  @Test
  void acceptsASnapshotWithEveryKindOfObject() throws Exception {
    try (Library original = Library.rich()) {
      SnapshotVerification.recomputeDigests(original.dump(chunks, SMALL_CHUNKS), chunks);
    }
  }

  @Test
  void detectsAnyFlippedByteOfTheChunks() throws Exception {
    try (Library original = Library.rich()) {
      SnapshotManifest manifest = original.dump(chunks, SMALL_CHUNKS);
      for (byte[] chunk : chunks.chunks) {
        chunk[chunk.length / 3] ^= 4;
        assertThrows(
            CorruptSnapshotException.class,
            () -> SnapshotVerification.recomputeDigests(manifest, chunks));
        chunk[chunk.length / 3] ^= 4;
      }
    }
  }

  @Test
  void namesTheTableWhoseDigestDiffers() throws Exception {
    try (Library original = Library.rich()) {
      SnapshotManifest manifest = original.dump(chunks, SMALL_CHUNKS);
      for (int i = 0; i < manifest.tables().size(); i++) {
        List<SnapshotManifest.Table> tables = new ArrayList<>(manifest.tables());
        SnapshotManifest.Table table = tables.get(i);
        tables.set(
            i, new SnapshotManifest.Table(table.name(), table.rows(), new TableDigest(1, 2)));

        CorruptSnapshotException failure =
            assertThrows(
                CorruptSnapshotException.class,
                () ->
                    SnapshotVerification.recomputeDigests(
                        Forgery.with(manifest, manifest.sections(), tables), chunks));

        assertTrue(failure.toString().contains("table=" + table.name()), failure.toString());
      }
    }
  }
}
