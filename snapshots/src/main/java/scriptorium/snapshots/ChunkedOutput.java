package scriptorium.snapshots;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Cuts compressed bytes into chunks, seals them where the snapshot is encrypted, and hands each to
 * the sink.
 *
 * <p>Invariants: at most one chunk is held, and its sealed form; a full one is held until it is
 * known whether it is its section's last, which its seal says; no chunk handed over is larger than
 * set; chunk indexes count through all sections; once abandoned nothing reaches the sink any more,
 * whatever streams above still flush.
 */
final class ChunkedOutput extends OutputStream {
  private final byte[] buffer;
  private final ChunkSink sink;
  private final Throttle throttle;
  private final SnapshotStamp stamp;
  private final SnapshotSeal seal;
  private final boolean encrypts;
  private List<SnapshotManifest.Chunk> chunks = new ArrayList<>();
  private String section = "";
  private int filled;
  private int nextIndex;
  private boolean abandoned;

  /**
   * @throws SnapshotKeyException if the snapshot is to be protected by a key that is not known
   */
  ChunkedOutput(DumpSettings settings, SnapshotStamp stamp, ChunkSink sink, Throttle throttle) {
    this.stamp = stamp;
    this.seal = SnapshotSeal.forNew(settings.protection(), stamp);
    this.encrypts = seal.encryptedWith().isPresent();
    this.buffer = new byte[settings.chunkBytes() - (encrypts ? SealKeys.TAG_BYTES : 0)];
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
      if (filled == buffer.length) {
        handOver(false);
      }
      int part = Math.min(left, buffer.length - filled);
      System.arraycopy(bytes, from, buffer, filled, part);
      filled += part;
      from += part;
      left -= part;
    }
  }

  /** Begins a section; the one before has ended. */
  void beginSection(String name) {
    section = name;
  }

  /** How the chunks are sealed. */
  SnapshotSeal seal() {
    return seal;
  }

  /** Ends a section: hands over what is left and returns the section's chunks. */
  List<SnapshotManifest.Chunk> endSection() throws IOException {
    if (filled > 0 && !abandoned) {
      handOver(true);
    }
    List<SnapshotManifest.Chunk> ended = chunks;
    chunks = new ArrayList<>();
    return ended;
  }

  /** From now on nothing is handed over. */
  void abandon() {
    abandoned = true;
  }

  private void handOver(boolean last) throws IOException {
    byte[] chunk = encrypts ? sealed(last) : Arrays.copyOf(buffer, filled);
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

  private byte[] sealed(boolean last) {
    ChunkPlace place =
        new ChunkPlace(
            stamp.storeId(), stamp.epoch(), stamp.sequenceNumber(), section, nextIndex, last);
    return seal.keys().sealChunk(nextIndex, place.toBytes(), buffer, filled);
  }
}
