package scriptorium.actors;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import scriptorium.persistence.segment.SegmentReader;

/**
 * How much heap a large mutation takes beside the database's own: measured with processes that have
 * no more. The young generation counts extra, for nothing that stays fits into it.
 */
final class LargeMutationHeapTest {

  private static final int YOUNG_MIB = 16;
  private static final int MARGIN_MIB = 8;
  private static final int ENCODED_TIMES = 3;

  @TempDir Path folder;

  private record Child(int exit, String output) {
    long number(String name) {
      return output
          .lines()
          .filter(line -> line.startsWith(name + "="))
          .mapToLong(line -> Long.parseLong(line.substring(name.length() + 1)))
          .findFirst()
          .orElseThrow(() -> new AssertionError("no " + name + " in: " + output));
    }
  }

  @Test
  void isAtMostThreeTimesTheEncodedSize() throws Exception {
    check(250_000);
  }

  @Test
  @Tag("soak")
  void isAtMostThreeTimesTheEncodedSizeOfAMillionRows() throws Exception {
    check(1_000_000);
  }

  private void check(int rows) throws Exception {
    Path first = folder.resolve("first");
    long used = run(first, rows, 2048).number("used");
    long encoded = encodedBytes(first);
    int heapMib = YOUNG_MIB + MARGIN_MIB + (int) ((used + ENCODED_TIMES * encoded) >> 20);
    System.out.println(
        "rows=" + rows + " encodedBytes=" + encoded + " used=" + used + " heapMiB=" + heapMib);
    Path second = folder.resolve("second");

    Child writing = run(second, rows, heapMib);
    Child recovering = run(second, 0, heapMib);

    assertEquals(rows, writing.number("count"));
    assertEquals(rows, recovering.number("count"));
    assertTrue(encoded > 20L * rows, "encoded=" + encoded);
  }

  private static long encodedBytes(Path data) {
    long[] bytes = new long[1];
    SegmentReader.of(data.resolve("main"))
        .readEvents(1, Long.MAX_VALUE, (number, array, at, length) -> bytes[0] += length);
    return bytes[0];
  }

  private Child run(Path data, int rows, int heapMib) throws IOException, InterruptedException {
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
                    LargeMutationProgram.class.getName(),
                    data.toString(),
                    Integer.toString(rows)))
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    if (!process.waitFor(10, TimeUnit.MINUTES)) {
      process.destroyForcibly();
    }
    Child child = new Child(process.waitFor(), Files.readString(output));
    assertEquals(0, child.exit(), child.output());
    return child;
  }
}
