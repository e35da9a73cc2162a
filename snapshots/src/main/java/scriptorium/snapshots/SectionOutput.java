package scriptorium.snapshots;

import java.io.IOException;
import java.io.OutputStream;
import java.util.concurrent.CancellationException;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * One section being written: compresses, counts, rests, and notices a cancellation.
 *
 * <p>H2 writes the script through it and turns whatever it throws into an SQL exception: so the
 * first failure is kept and thrown again by whoever runs the dump. After a failure nothing reaches
 * the sink, although H2 still flushes and closes.
 */
final class SectionOutput extends OutputStream {
  private final ChunkedOutput chunks;
  private final OutputStream compressor;
  private final Throttle throttle;
  private final BooleanSupplier cancelled;
  private long rawBytes;
  private boolean closed;
  private @Nullable Exception failure;

  SectionOutput(
      String name,
      ChunkedOutput chunks,
      DumpSettings settings,
      Throttle throttle,
      BooleanSupplier cancelled)
      throws IOException {
    this.chunks = chunks;
    chunks.beginSection(name);
    this.compressor = settings.compression().compress(chunks, settings.level());
    this.throttle = throttle;
    this.cancelled = cancelled;
  }

  @Override
  public void write(int b) throws IOException {
    write(new byte[] {(byte) b}, 0, 1);
  }

  @Override
  public void write(byte[] bytes, int offset, int length) throws IOException {
    failAgain();
    try {
      if (cancelled.getAsBoolean()) {
        throw new CancellationException("the dump was cancelled");
      }
      compressor.write(bytes, offset, length);
      rawBytes += length;
      throttle.pace();
    } catch (IOException | RuntimeException e) {
      failure = e;
      chunks.abandon();
      throw e;
    }
  }

  /** Ends the compressed stream, or only frees the compressor after a failure. Idempotent. */
  @Override
  public void close() throws IOException {
    if (closed) {
      return;
    }
    closed = true;
    try {
      compressor.close();
    } catch (IOException | RuntimeException e) {
      if (failure == null) {
        failure = e;
        throw e;
      }
      failure.addSuppressed(e);
    }
  }

  long rawBytes() {
    return rawBytes;
  }

  /** Throws what went wrong first, if anything did, with what it led to as suppressed. */
  void failAgain(Exception consequence) throws IOException {
    if (failure != null && failure != consequence) {
      failure.addSuppressed(consequence);
    }
    failAgain();
  }

  /** Throws what went wrong first, if anything did. */
  void failAgain() throws IOException {
    if (failure instanceof IOException io) {
      throw io;
    }
    if (failure instanceof RuntimeException bug) {
      throw bug;
    }
  }
}
