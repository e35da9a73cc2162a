package scriptorium.persistence.files;

import java.nio.file.Path;

/** A snapshot file is whole but of a format this program does not know: a newer one wrote it. */
public final class UnsupportedSnapshotFileException extends RuntimeException {
  UnsupportedSnapshotFileException(Path file, int format, int newestKnown) {
    super(
        "snapshot file is of an unknown format: file=%s format=%d newestKnown=%d; use the program that wrote it"
            .formatted(file, format, newestKnown));
  }
}
