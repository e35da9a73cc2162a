package scriptorium.drills.inspect;

import java.nio.file.Path;

/** Something is not as it was written. The message names the file and the offset. */
final class DamageFoundException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  DamageFoundException(String message, Throwable cause) {
    super(message, cause);
  }

  static DamageFoundException at(Path file, long offset, String reason, Throwable cause) {
    return new DamageFoundException(
        "damaged: file=" + file + " offset=" + offset + " " + reason, cause);
  }
}
