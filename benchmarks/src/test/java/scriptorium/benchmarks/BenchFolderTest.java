package scriptorium.benchmarks;

import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class BenchFolderTest {

  @Test
  void isGoneWithAllThatIsInIt() throws IOException {
    Path path;
    try (BenchFolder folder = BenchFolder.create()) {
      path = folder.path();
      Files.writeString(Files.createDirectory(path.resolve("below")).resolve("file"), "text");
    }

    assertFalse(Files.exists(path));
  }
}
