package scriptorium.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Where journals are measured.
 *
 * @param title as the table has it
 * @param folder empty
 * @param isDisk whether a force costs what it costs
 */
record JournalPlace(String title, Path folder, boolean isDisk) {

  /** A folder in it that is empty at first. */
  Path part(String name) throws IOException {
    return Files.createDirectories(folder.resolve(name));
  }

  String in(String what) {
    return what + ", " + title;
  }
}
