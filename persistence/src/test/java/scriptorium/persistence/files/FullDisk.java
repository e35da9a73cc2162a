package scriptorium.persistence.files;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import scriptorium.persistence.files.SnapshotFolderTest.FullAt;

/** A disk that has no room from a chosen step on. */
final class FullDisk implements DurableFile {
  private final FullAt step;
  private int writes;

  FullDisk(Path file, FullAt step) throws IOException {
    this.step = step;
    failAt(FullAt.OPEN);
  }

  @Override
  public void write(ByteBuffer bytes) throws IOException {
    failAt(writes++ == 0 ? FullAt.FIRST_WRITE : FullAt.SECOND_WRITE);
  }

  @Override
  public void force() throws IOException {
    failAt(FullAt.FORCE);
  }

  @Override
  public void close() {}

  private void failAt(FullAt now) throws IOException {
    if (now == step) {
      throw new IOException("No space left on device");
    }
  }
}
