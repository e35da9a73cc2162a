package scriptorium.actors;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * How much heap a snapshot takes beside the database, whatever the database's size: measured with a
 * process that has no more.
 */
final class SnapshotHeapTest {

  private static final int YOUNG_MIB = 8;
  private static final int CHUNK_KIB = 128;
  private static final int CHUNKS = 4;

  /** Chunks, caches, buffers of H2, Akka and the compressor, which do not grow. */
  private static final int SPARE_MIB = 7;

  @TempDir Path folder;

  @Test
  void isAFewChunksForAScriptOfManyTimesThat() throws Exception {
    long used = number(run("first", 160), "used");
    int heapMib = YOUNG_MIB + SPARE_MIB + (int) (used >> 20);

    String said = run("second", heapMib);

    long snapshotBytes = number(said, "snapshotBytes");
    System.out.println(
        "SnapshotHeapTest: databaseBytes=" + used + " heapMiB=" + heapMib + "\n" + said.strip());
    assertTrue(snapshotBytes > 10L * CHUNKS * CHUNK_KIB * 1024, said);
    long spare = ((long) (heapMib - YOUNG_MIB) << 20) - number(said, "used");
    assertTrue(spare < snapshotBytes, "spare=" + spare + " " + said);
  }

  private static long number(String said, String name) {
    return said.lines()
        .filter(line -> line.startsWith(name + "="))
        .mapToLong(line -> Long.parseLong(line.substring(name.length() + 1)))
        .findFirst()
        .orElseThrow(() -> new AssertionError("no " + name + " in: " + said));
  }

  private String run(String data, int heapMib) throws Exception {
    Path output = Files.createTempFile(folder, "child", ".txt");
    Process process =
        new ProcessBuilder(
                List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-XX:+UseSerialGC",
                    "-XX:SoftRefLRUPolicyMSPerMB=0",
                    "-Xmn" + YOUNG_MIB + "m",
                    "-Xmx" + heapMib + "m",
                    "-cp",
                    System.getProperty("java.class.path"),
                    SnapshotProgram.class.getName(),
                    "heap",
                    folder.resolve(data).toString()))
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    if (!process.waitFor(5, TimeUnit.MINUTES)) {
      process.destroyForcibly();
    }
    String said = Files.readString(output);
    assertEquals(0, process.waitFor(), said);
    return said;
  }
}
