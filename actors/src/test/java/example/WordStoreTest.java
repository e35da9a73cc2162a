package example;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The README's program does what the README says. */
class WordStoreTest {

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
    Documents.assertShows("README.md", "WordStore.java");
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
}
