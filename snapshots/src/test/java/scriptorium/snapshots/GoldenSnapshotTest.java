package scriptorium.snapshots;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.h2.engine.Constants;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What was written by an earlier program, and by another H2, must restore for ever. */
class GoldenSnapshotTest {
  private static final String FOLDER = "golden.write";
  private static final String OLDER_H2 = "2.3.232";

  @ParameterizedTest
  @ValueSource(
      strings = {
        "zstd.snapshot",
        "gzip.snapshot",
        "signed.snapshot",
        "encrypted.snapshot",
        "signed-encrypted.snapshot",
        "h2-2.3.232.snapshot"
      })
  void restoresWhatWasWrittenOnce(String name) throws Exception {
    MemoryChunks chunks = new MemoryChunks();
    SnapshotManifest manifest = Golden.read(name, chunks);
    assumeFalse(
        Constants.VERSION.equals(OLDER_H2) && !manifest.h2Version().startsWith(OLDER_H2),
        "an older H2 need not read a newer one's script");

    try (Library restored = Library.restore(manifest, chunks);
        Library expected = Library.rich()) {
      restored.expectSameAs(expected);
    }
  }

  @Test
  void coversTheOtherH2() throws Exception {
    String version = Golden.read("h2-2.3.232.snapshot", new MemoryChunks()).h2Version();

    assertTrue(version.startsWith(OLDER_H2), version);
  }

  /** Not a test: run with {@code -Dgolden.write=FOLDER} after the format has changed. */
  @Test
  @EnabledIfSystemProperty(named = FOLDER, matches = ".+")
  void writesThemAnew() throws Exception {
    Path folder = Path.of(System.getProperty(FOLDER));
    if (Constants.VERSION.equals(OLDER_H2)) {
      Golden.write(folder.resolve("h2-2.3.232.snapshot"), DumpSettings.DEFAULT);
      return;
    }
    for (Map.Entry<String, DumpSettings> golden : Golden.SETTINGS.entrySet()) {
      Golden.write(folder.resolve(golden.getKey()), golden.getValue());
    }
    Files.write(
        folder.resolve("manifest-2.bin"),
        SnapshotManifestCodec.encode(SnapshotManifestTest.manifest()));
  }
}
