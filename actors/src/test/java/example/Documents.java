package example;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Documents that show programs which are compiled here. */
final class Documents {

  private Documents() {}

  /** The program stands in the document as it is compiled. */
  static void assertShows(String document, String program) throws IOException {
    Path root = repository();
    String text = Files.readString(root.resolve(document));
    String source = Files.readString(root.resolve("actors/src/test/java/example/" + program));
    String start = "<!-- begin " + program + " -->\n```java\n";
    int begin = text.indexOf(start);
    int end = text.indexOf("```\n<!-- end " + program + " -->\n");

    assertTrue(begin >= 0 && end > begin, document + " has lost the marks around " + program);
    assertEquals(source, text.substring(begin + start.length(), end));
  }

  /** The folder of the documents, from wherever the tests are started. */
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
