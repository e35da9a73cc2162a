package scriptorium.snapshots;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What is done with a whole snapshot holds a few chunks of it, here less than a tenth. */
class BoundedHeapTest {
  private static final int CHUNK_BYTES = 512 << 10;

  private final TestKeys keys = new TestKeys().with("sign-1", 1).with("seal-1", 2);
  private final MemoryChunks chunks = new MemoryChunks();
  private Library library;
  private SnapshotManifest manifest;

  @BeforeEach
  void dump() throws Exception {
    library = Library.empty();
    library.schema("CREATE TABLE noise(id BIGINT PRIMARY KEY, text VARCHAR)");
    library.write(
        "INSERT INTO noise SELECT x, RAWTOHEX(SECURE_RAND(500)) FROM SYSTEM_RANGE(1, 12000)");
    manifest =
        library.dump(
            chunks,
            DumpSettings.DEFAULT
                .withChunkBytes(CHUNK_BYTES)
                .withProtection(keys.protection("sign-1", "seal-1")));
    assertTrue(chunks.chunks.size() >= 10, "chunks=" + chunks.chunks.size());
  }

  @AfterEach
  void close() {
    library.close();
  }

  @Test
  void exportHoldsAFewChunks() throws Exception {
    byte[] bytes = SnapshotManifestCodec.encode(manifest);
    Scale scale = new Scale();

    SnapshotExport.write(bytes, chunks, scale);

    scale.expectLight(manifest.chunkBytes());
  }

  @Test
  void sqlHoldsAFewChunks() throws Exception {
    Scale scale = new Scale();

    Writer writer = new OutputStreamWriter(scale, StandardCharsets.UTF_8);
    SnapshotSql.write(manifest, chunks, writer);
    writer.flush();

    // Without the spaces that H2 pads its statements with.
    scale.expectLight(manifest.scriptBytes() * 9 / 10);
  }

  /** Takes bytes for nothing, and weighs the heap every few mebibytes. */
  private static final class Scale extends OutputStream {
    private static final long EVERY = 3 << 20;
    private final long before = usedHeap();
    private long written;
    private long weighedAt;
    private long heaviest;

    @Override
    public void write(int b) {
      write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) {
      written += length;
      if (written - weighedAt >= EVERY) {
        weighedAt = written;
        heaviest = Math.max(heaviest, usedHeap());
      }
    }

    void expectLight(long atLeast) {
      assertTrue(written >= atLeast, "written=" + written);
      long held = heaviest - before;
      assertTrue(heaviest > 0 && held < 4L * CHUNK_BYTES, "bytes held=" + held);
    }

    private static long usedHeap() {
      System.gc();
      return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }
  }
}
