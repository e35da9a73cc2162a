package scriptorium.snapshots;

import static org.junit.jupiter.api.Assertions.assertNotNull;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import scriptorium.keys.Protection;

/** Snapshots as they were written once, each an exported file. */
final class Golden {
  static final TestKeys KEYS = new TestKeys().with("sign-1", 1).with("seal-1", 2);

  /** By file name, how each is written. */
  static final Map<String, DumpSettings> SETTINGS =
      Map.of(
          "zstd.snapshot", settings(Compression.ZSTD, "", ""),
          "gzip.snapshot", settings(Compression.GZIP, "", ""),
          "signed.snapshot", settings(Compression.ZSTD, "sign-1", ""),
          "encrypted.snapshot", settings(Compression.ZSTD, "", "seal-1"),
          "signed-encrypted.snapshot", settings(Compression.GZIP, "sign-1", "seal-1"));

  private Golden() {}

  private static DumpSettings settings(Compression compression, String signWith, String sealWith) {
    return new DumpSettings(compression, 3, 1_000, 1, KEYS.protection(signWith, sealWith));
  }

  static byte[] bytes(String name) throws IOException {
    try (InputStream in = Golden.class.getResourceAsStream("/golden/" + name)) {
      assertNotNull(in, name);
      return in.readAllBytes();
    }
  }

  /** Reads the chunks of one into memory. */
  static SnapshotManifest read(String name, MemoryChunks chunks) throws Exception {
    byte[] manifest =
        SnapshotExport.read(new ByteArrayInputStream(bytes(name)), outline -> {}, chunks);
    return SnapshotManifestCodec.decode(
        manifest,
        SnapshotManifestCodec.outline(manifest).seal().isProtected()
            ? KEYS.protection("sign-1", "seal-1")
            : Protection.NONE);
  }

  /** Writes one from a filled store. */
  static void write(Path file, DumpSettings settings) throws Exception {
    MemoryChunks chunks = new MemoryChunks();
    try (Library library = Library.rich();
        var out = Files.newOutputStream(file)) {
      SnapshotManifest manifest = library.dump(chunks, settings);
      SnapshotExport.write(SnapshotManifestCodec.encode(manifest), chunks, out);
    }
  }
}
