package scriptorium.benchmarks;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import scriptorium.benchmarks.workload.Samples;
import scriptorium.benchmarks.workload.Side;

/**
 * 300 bytes and a force of the data, one after another, on a file that has its blocks already: the
 * least that any durable write costs on this disk.
 */
final class RawAppendSide implements Side, AutoCloseable {

  private static final int RECORD_BYTES = 300;
  private static final int FILE_BYTES = 16 << 20;

  private final FileChannel file;
  private final ByteBuffer row = ByteBuffer.allocateDirect(RECORD_BYTES);
  private long position;

  private RawAppendSide(FileChannel file) {
    this.file = file;
    for (int i = 0; i < RECORD_BYTES; i++) {
      row.put(i, (byte) (i + 1));
    }
  }

  /** Makes the file, full of zeros. */
  static RawAppendSide create(Path path) throws IOException {
    FileChannel file =
        FileChannel.open(path, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    try {
      writeAll(file, ByteBuffer.allocateDirect(FILE_BYTES), 0);
      file.force(true);
      return new RawAppendSide(file);
    } catch (IOException e) {
      file.close();
      throw e;
    }
  }

  private static void writeAll(FileChannel file, ByteBuffer bytes, long from) throws IOException {
    while (bytes.hasRemaining()) {
      file.write(bytes, from + bytes.position());
    }
  }

  @Override
  public String name() {
    return RAW_APPEND;
  }

  @Override
  public Measured measure(int outstanding, Duration length) throws IOException {
    Samples samples = new Samples();
    long start = System.nanoTime();
    long before = start;
    while (before - start < length.toNanos()) {
      append();
      long after = System.nanoTime();
      samples.add(after - before);
      before = after;
    }
    return new Measured(samples.size() * 1e9 / (before - start), samples);
  }

  /** At the file's end it begins anew: the blocks are there, which is all that matters. */
  private void append() throws IOException {
    if (position + RECORD_BYTES > FILE_BYTES) {
      position = 0;
    }
    writeAll(file, row.rewind(), position);
    file.force(false);
    position += RECORD_BYTES;
  }

  @Override
  public void clear() {
    // Nothing grows.
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
