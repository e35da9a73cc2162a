package scriptorium.snapshots;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CompressionTest {
  @TempDir private Path folder;

  @Test
  void prefersZstdWhereItLoads() {
    assertEquals(Compression.ZSTD, Compression.best());
  }

  @Test
  void fallsBackToGzipWhereZstdDoesNotLoadAndSaysWhatItCannotRead() throws Exception {
    // The library is unpacked into the temporary folder: there is none.
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-Djava.io.tmpdir=" + folder.resolve("missing"),
                "-cp",
                System.getProperty("java.class.path"),
                WithoutZstd.class.getName())
            .redirectErrorStream(true)
            .start();

    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

    assertTrue(process.waitFor(60, TimeUnit.SECONDS), output);
    assertEquals(0, process.exitValue(), output);
    assertTrue(output.contains("compression=GZIP"), output);
    assertTrue(output.contains("restored"), output);
    assertTrue(
        output.contains(
            "snapshot cannot be read on this machine: storeId=library sequenceNumber=42"
                + " compression=ZSTD; its native library does not load"),
        output);
  }
}
