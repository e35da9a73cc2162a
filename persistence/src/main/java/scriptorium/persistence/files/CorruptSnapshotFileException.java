package scriptorium.persistence.files;

import java.nio.file.Path;

/** A snapshot file is damaged. An older snapshot and a longer replay are the way on. */
public final class CorruptSnapshotFileException extends RuntimeException {
  private final Path file;

  CorruptSnapshotFileException(Path file, String problem) {
    super("snapshot file is damaged: file=" + file + " " + problem);
    this.file = file;
  }

  /** Returns the damaged file, left in place for inspection. */
  public Path file() {
    return file;
  }
}
