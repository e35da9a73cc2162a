package example;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The README's program does what the README says. */
class WordStoreTest {

  private static final String BEGIN = "<!-- begin WordStore.java -->\n```java\n";
  private static final String END = "```\n<!-- end WordStore.java -->\n";

  @Test
  void countsOnWhereTheLastRunEnded(@TempDir Path folder) throws Exception {
    String first = run(folder);
    String second = run(folder);

    assertTrue(first.contains("walrus seen: 1, sequence number "), first);
    assertTrue(first.contains("words known: 1"), first);
    assertTrue(second.contains("walrus seen: 2, sequence number "), second);
    assertTrue(second.contains("words known: 1"), second);
  }

  @Test
  void standsInTheReadmeAsItIsCompiled() throws IOException {
    Path root = repository();

    String readme = Files.readString(root.resolve("README.md"));
    String source = Files.readString(root.resolve("actors/src/test/java/example/WordStore.java"));

    int begin = readme.indexOf(BEGIN);
    int end = readme.indexOf(END);
    assertTrue(begin >= 0 && end > begin, "README.md has lost the marks around its program");
    assertEquals(source, readme.substring(begin + BEGIN.length(), end));
  }

  private static String run(Path folder) throws Exception {
    PrintStream before = System.out;
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    try (PrintStream out = new PrintStream(printed, true, StandardCharsets.UTF_8)) {
      System.setOut(out);
      WordStore.main(new String[] {folder.toString()});
    } finally {
      System.setOut(before);
    }
    return printed.toString(StandardCharsets.UTF_8);
  }

  /** The folder of the README, from wherever the tests are started. */
  private static Path repository() {
    Path start = Path.of("").toAbsolutePath();
    for (Path folder = start; folder != null; folder = folder.getParent()) {
      if (Files.exists(folder.resolve("ARCHITECTURE.md"))) {
        return folder;
      }
    }
    throw new IllegalStateException("no ARCHITECTURE.md above " + start);
  }
}
