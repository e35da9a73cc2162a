package scriptorium.drills.embedded;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Folders that a command made for itself. */
public final class Folders {

  private Folders() {}

  /** Deletes a folder and all below it; symbolic links are deleted, not followed. */
  public static void delete(Path folder) throws IOException {
    List<Path> deepestFirst;
    try (Stream<Path> all = Files.walk(folder)) {
      deepestFirst = all.sorted(Comparator.reverseOrder()).toList();
    }
    for (Path path : deepestFirst) {
      Files.deleteIfExists(path);
    }
  }
}
