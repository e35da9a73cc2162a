package scriptorium.snapshots;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Cuts compressed bytes into chunks and hands each to the sink.
 *
 * <p>Invariants: at most one chunk is held; chunk indexes count through all sections; once
 * abandoned nothing reaches the sink any more, whatever streams above still flush.
 */
final class ChunkedOutput extends OutputStream {
  private final byte[] buffer;
  private final ChunkSink sink;
  private final Throttle throttle;
  private List<SnapshotManifest.Chunk> chunks = new ArrayList<>();
  private int filled;
  private int nextIndex;
  private boolean abandoned;

  ChunkedOutput(int chunkBytes, ChunkSink sink, Throttle throttle) {
    this.buffer = new byte[chunkBytes];
    this.sink = sink;
    this.throttle = throttle;
  }

  @Override
  public void write(int b) throws IOException {
    write(new byte[] {(byte) b}, 0, 1);
  }

  @Override
  public void write(byte[] bytes, int offset, int length) throws IOException {
    int from = offset;
    int left = abandoned ? 0 : length;
    while (left > 0) {
      int part = Math.min(left, buffer.length - filled);
      System.arraycopy(bytes, from, buffer, filled, part);
      filled += part;
      from += part;
      left -= part;
      if (filled == buffer.length) {
        handOver();
      }
    }
  }

  /** Ends a section: hands over what is left and returns the section's chunks. */
  List<SnapshotManifest.Chunk> endSection() throws IOException {
    if (filled > 0 && !abandoned) {
      handOver();
    }
    List<SnapshotManifest.Chunk> ended = chunks;
    chunks = new ArrayList<>();
    return ended;
  }

  /** From now on nothing is handed over. */
  void abandon() {
    abandoned = true;
  }

  private void handOver() throws IOException {
    byte[] chunk = Arrays.copyOf(buffer, filled);
    filled = 0;
    chunks.add(new SnapshotManifest.Chunk(chunk.length, Sha256.of(chunk)));
    throttle.pause();
    try {
      sink.accept(nextIndex++, chunk);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      InterruptedIOException interrupted =
          new InterruptedIOException("interrupted while a chunk was handed over");
      interrupted.initCause(e);
      throw interrupted;
    } finally {
      throttle.resume();
    }
  }
}
