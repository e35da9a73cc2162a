package scriptorium.persistence.files;

import java.io.IOException;
import java.nio.file.Path;

/** A snapshot could not be saved: no room, no permission. What was there before is untouched. */
public final class SnapshotFileWriteException extends RuntimeException {
  SnapshotFileWriteException(Path file, long bytes, IOException cause) {
    super(
        "snapshot not saved: file=%s bytes=%d reason=%s; the temporary file is removed, older snapshots stay"
            .formatted(file, bytes, cause),
        cause);
  }
}
