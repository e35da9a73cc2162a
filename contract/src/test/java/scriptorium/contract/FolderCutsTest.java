package scriptorium.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import com.typesafe.config.ConfigFactory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Cuts of a folder, byte by byte. */
class FolderCutsTest {
  @TempDir Path dir;

  private List<Byte> bytes(int cut, String file) throws IOException {
    byte[] bytes = Files.readAllBytes(dir.resolve("cuts/cut-" + cut + "/" + file));
    return java.util.stream.IntStream.range(0, bytes.length).mapToObj(i -> bytes[i]).toList();
  }

  private static List<Byte> list(int... bytes) {
    return Arrays.stream(bytes).mapToObj(b -> (byte) b).toList();
  }

  @Test
  void keepsTheFirstBytesOfWhatWasWritten() throws IOException {
    Path folder = Files.createDirectories(dir.resolve("journal"));
    Files.write(folder.resolve("a"), new byte[] {1, 2, 0, 0, 0});
    Files.write(folder.resolve("b"), new byte[] {9});
    FolderCuts cuts = new FolderCuts(folder, dir.resolve("cuts"), copy -> ConfigFactory.empty());
    cuts.beforeWrite();
    Files.write(folder.resolve("a"), new byte[] {1, 2, 3, 0, 5});
    Files.write(folder.resolve("c"), new byte[] {7, 8});

    assertEquals(5, cuts.afterWrite());
    for (int cut = 0; cut <= 5; cut++) {
      var unused = cuts.cutTo(cut);
    }

    assertEquals(list(1, 2, 0, 0, 0), bytes(0, "a"));
    assertEquals(list(1, 2, 3, 0, 0), bytes(1, "a"));
    assertEquals(list(1, 2, 3, 0, 0), bytes(2, "a"));
    assertEquals(list(1, 2, 3, 0, 5), bytes(3, "a"));
    assertEquals(list(9), bytes(3, "b"));
    assertFalse(Files.exists(dir.resolve("cuts/cut-3/c")));
    assertEquals(list(7), bytes(4, "c"));
    assertEquals(list(7, 8), bytes(5, "c"));
  }
}
