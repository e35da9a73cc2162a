package scriptorium.drills;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import scriptorium.drills.CommandLine.Seen;
import scriptorium.drills.command.ExitCode;

/** Bytes that changed on the disk. */
class DamagedFilesTest {

  private static final String NEEDLE = "needle in the haystack";

  @TempDir private Path folder;

  @Test
  void aDamagedFrameInTheMiddleStopsTheStartAndNothingIsTouched() throws IOException {
    sql("CREATE TABLE T (A VARCHAR(100));");
    sql("INSERT INTO T VALUES '" + NEEDLE + "'; INSERT INTO T VALUES 'after it';");
    Path segment = fileWith(NEEDLE);
    byte[] damaged = Files.readAllBytes(segment);
    int offset = indexOf(damaged, NEEDLE);
    damaged[offset] ^= 1;
    Files.write(segment, damaged);

    Seen seen = sql("SELECT * FROM T;");

    assertEquals(ExitCode.ENVIRONMENT, seen.exit(), seen.toString());
    assertTrue(seen.err().contains(segment.getFileName().toString()), seen.err());
    long named = named(seen.err(), "offset=(\\d+)");
    assertTrue(named <= offset && named > offset - 1000, seen.err() + " damaged at " + offset);
    assertArrayEquals(damaged, Files.readAllBytes(segment));
  }

  @Test
  void aDamagedNewestSnapshotIsSkippedWithAWarning() throws IOException {
    sql("CREATE TABLE T (A INT); INSERT INTO T VALUES 1;\n\\snapshot");
    Set<Path> older = new HashSet<>(files());
    sql("INSERT INTO T VALUES 2;\n\\snapshot\nINSERT INTO T VALUES 3;");
    Path newest = largestOf(files().stream().filter(file -> isSnapshot(file, older)).toList());
    byte[] bytes = Files.readAllBytes(newest);
    bytes[bytes.length / 2] ^= 1;
    Files.write(newest, bytes);

    Seen seen = sql("SELECT SUM(A) AS TOTAL FROM T;");

    assertEquals(ExitCode.OK, seen.exit(), seen.toString());
    assertTrue(seen.out().contains(" TOTAL\n-------\n     6\n"), seen.out());
    assertTrue(seen.err().startsWith("WARN"), seen.err());
    assertTrue(seen.err().contains("snapshot"), seen.err());
  }

  private boolean isSnapshot(Path file, Set<Path> older) {
    return !older.contains(file) && file.toString().contains("/snapshots/");
  }

  private Seen sql(String text) {
    return CommandLine.run(text, "sql", "--data", folder.toString());
  }

  private List<Path> files() throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      return all.filter(Files::isRegularFile).toList();
    }
  }

  private Path fileWith(String text) throws IOException {
    for (Path file : files()) {
      if (indexOf(Files.readAllBytes(file), text) >= 0) {
        return file;
      }
    }
    throw new AssertionError("no file contains '" + text + "': " + files());
  }

  private static Path largestOf(List<Path> files) {
    return files.stream().max(Comparator.comparing(file -> file.toFile().length())).orElseThrow();
  }

  private static int indexOf(byte[] bytes, String text) {
    return new String(bytes, StandardCharsets.ISO_8859_1).indexOf(text);
  }

  private static long named(String message, String pattern) {
    java.util.regex.Matcher matcher = java.util.regex.Pattern.compile(pattern).matcher(message);
    assertTrue(matcher.find(), message);
    return Long.parseLong(matcher.group(1));
  }
}
