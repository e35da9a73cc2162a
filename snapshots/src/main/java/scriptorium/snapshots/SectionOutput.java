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
  /**
   * zstd gathers 128 KiB and compresses them in one call, in which nothing can rest: more than a
   * millisecond on the cold caches that a rest leaves. An eighth is about a slice of work, for 2 %
   * of size.
   */
  private static final int BLOCK_BYTES = 16 * 1024;

  private final ChunkedOutput chunks;
  private final OutputStream compressor;
  private final Throttle throttle;
  private final BooleanSupplier cancelled;
  private long rawBytes;
  private int inBlock;
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
      for (int done = 0; done < length; ) {
        done += compress(bytes, offset + done, length - done);
      }
    } catch (IOException | RuntimeException e) {
      failure = e;
      chunks.abandon();
      throw e;
    }
  }

  /** Takes at most what the block lacks; rests. */
  private int compress(byte[] bytes, int offset, int most) throws IOException {
    if (cancelled.getAsBoolean()) {
      throw new CancellationException("the dump was cancelled");
    }
    int part = Math.min(most, BLOCK_BYTES - inBlock);
    compressor.write(bytes, offset, part);
    rawBytes += part;
    inBlock += part;
    if (inBlock == BLOCK_BYTES) {
      compressor.flush();
      inBlock = 0;
    }
    throttle.pace();
    return part;
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
