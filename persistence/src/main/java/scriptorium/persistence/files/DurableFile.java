package scriptorium.persistence.files;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;

/** A new file being written. */
interface DurableFile extends Closeable {
  /** Writes all of the buffer. */
  void write(ByteBuffer bytes) throws IOException;

  /** Returns when content and length survive a power cut. */
  void force() throws IOException;

  /** A real file. */
  final class OnDisk implements DurableFile {
    private final FileChannel channel;

    OnDisk(FileChannel channel) {
      this.channel = channel;
    }

    @Override
    public void write(ByteBuffer bytes) throws IOException {
      while (bytes.hasRemaining()) {
        channel.write(bytes);
      }
    }

    @Override
    public void force() throws IOException {
      channel.force(true);
    }

    @Override
    public void close() throws IOException {
      channel.close();
    }
  }
}
