package scriptorium.drills.snapshot;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/** A file that appears whole, and durable, or not at all. */
final class NewFile {

  private static final int BUFFER_BYTES = 1 << 16;

  private NewFile() {}

  /** What goes into the file. */
  @FunctionalInterface
  interface Content {
    void writeTo(OutputStream out) throws IOException;
  }

  /**
   * Writes a file, readable for its owner alone.
   *
   * @param force whether one that is there is replaced
   * @throws SnapshotRefusal if one is there and is not to be replaced
   */
  static void write(Path file, boolean force, Content content) throws IOException {
    if (!force && Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
      throw new SnapshotRefusal(
          "file exists: file=" + file + "; give another name, or --force to replace it");
    }
    Path parent = file.toAbsolutePath().getParent();
    if (parent == null) {
      throw new SnapshotRefusal("not a file: " + file);
    }
    Path temporary = Files.createTempFile(parent, ".scriptorium-", ".tmp");
    try {
      try (FileChannel channel = FileChannel.open(temporary, StandardOpenOption.WRITE);
          OutputStream out =
              new BufferedOutputStream(Channels.newOutputStream(channel), BUFFER_BYTES)) {
        content.writeTo(out);
        out.flush();
        channel.force(true);
      }
      Files.move(temporary, file, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException | RuntimeException e) {
      Files.deleteIfExists(temporary);
      throw e;
    }
    try (FileChannel folder = FileChannel.open(parent, StandardOpenOption.READ)) {
      folder.force(true);
    }
  }
}
