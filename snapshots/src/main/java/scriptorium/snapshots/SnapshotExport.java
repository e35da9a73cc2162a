package scriptorium.snapshots;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.security.DigestInputStream;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * One snapshot as one file, to be carried elsewhere and put back.
 *
 * <pre>
 * magic 8 | format 1 | manifest: length 4, bytes | chunk: length 4, bytes, one after the other
 *   | SHA-256 of all before, 32
 * </pre>
 *
 * <p>Manifest and chunks are the very bytes that are kept in a snapshot store: what was signed or
 * encrypted stays so, and no key is needed to carry it. Holds one chunk, whatever the snapshot's
 * size. Stateless.
 */
public final class SnapshotExport {
  /** The one format there is. */
  public static final int FORMAT = 1;

  private static final byte[] MAGIC = "SCRPEXPT".getBytes(StandardCharsets.US_ASCII);
  private static final int LARGEST_MANIFEST_BYTES = 256 << 20;

  private SnapshotExport() {}

  /**
   * Writes a snapshot; neither closes nor forces the stream. What was written before a failure is
   * worthless.
   *
   * @param manifest as it is kept
   * @throws CorruptSnapshotException if a chunk is missing or not the one that the manifest names
   * @throws IOException if the stream fails
   */
  public static void write(byte[] manifest, ChunkSource source, OutputStream stream)
      throws IOException {
    SnapshotOutline outline = SnapshotManifestCodec.outline(manifest);
    MessageDigest digest = Sha256.newDigest();
    DataOutputStream out = new DataOutputStream(new DigestOutputStream(stream, digest));
    out.write(MAGIC);
    out.writeByte(FORMAT);
    out.writeInt(manifest.length);
    out.write(manifest);
    List<SnapshotManifest.Chunk> chunks = outline.chunks();
    for (int index = 0; index < chunks.size(); index++) {
      byte[] chunk = SnapshotVerification.storedChunk(outline, index, chunks.get(index), source);
      out.writeInt(chunk.length);
      out.write(chunk);
    }
    out.flush();
    stream.write(digest.digest());
    stream.flush();
  }

  /**
   * Reads a snapshot and proves that each of its bytes is the one written.
   *
   * @param begin told what the snapshot is before its chunks come; may refuse it by throwing
   * @param sink given the chunks in order; they count only once this method has returned
   * @return the manifest as it is to be kept, which goes last
   * @throws CorruptSnapshotException if anything differs from what was written
   * @throws UnsupportedSnapshotException if it is of another format
   * @throws IOException if the stream or the sink fails
   */
  public static byte[] read(InputStream stream, Consumer<SnapshotOutline> begin, ChunkSink sink)
      throws IOException, InterruptedException {
    MessageDigest digest = Sha256.newDigest();
    DataInputStream in = new DataInputStream(new DigestInputStream(stream, digest));
    try {
      readHead(in);
      byte[] manifest = block(in, LARGEST_MANIFEST_BYTES, "manifest");
      SnapshotOutline outline = SnapshotManifestCodec.outline(manifest);
      begin.accept(outline);
      readChunks(in, outline, sink);
      byte[] expected = digest.digest();
      byte[] found = stream.readNBytes(Sha256.BYTES);
      if (!Arrays.equals(expected, found)) {
        throw damaged("its checksum does not fit");
      }
      if (stream.read() >= 0) {
        throw damaged("bytes follow its end");
      }
      return manifest;
    } catch (EOFException e) {
      CorruptSnapshotException cut = damaged("it ends too early");
      cut.initCause(e);
      throw cut;
    }
  }

  private static void readHead(DataInputStream in) throws IOException {
    byte[] magic = in.readNBytes(MAGIC.length);
    if (!Arrays.equals(magic, MAGIC)) {
      throw damaged("it does not begin with SCRPEXPT");
    }
    int format = in.readUnsignedByte();
    if (format != FORMAT) {
      throw new UnsupportedSnapshotException(
          "exported snapshot is of another format, or damaged there: format=%d newestKnown=%d; a newer program wrote it, or it is to be exported again"
              .formatted(format, FORMAT));
    }
  }

  private static void readChunks(DataInputStream in, SnapshotOutline outline, ChunkSink sink)
      throws IOException, InterruptedException {
    List<SnapshotManifest.Chunk> chunks = outline.chunks();
    for (int index = 0; index < chunks.size(); index++) {
      byte[] chunk = block(in, DumpSettings.LARGEST_CHUNK_BYTES, "chunk=" + index);
      Optional<String> problem = chunks.get(index).problemOf(chunk);
      if (problem.isPresent()) {
        throw CorruptSnapshotException.of(outline, "chunk=%d %s".formatted(index, problem.get()));
      }
      sink.accept(index, chunk);
    }
  }

  /** Allocates as bytes come: a forged length must not cost memory. */
  private static byte[] block(DataInputStream in, int largest, String what) throws IOException {
    int length = in.readInt();
    if (length < 1 || length > largest) {
      throw damaged("%s declared bytes=%d largest=%d".formatted(what, length, largest));
    }
    byte[] bytes = in.readNBytes(length);
    if (bytes.length < length) {
      throw new EOFException(what);
    }
    return bytes;
  }

  private static CorruptSnapshotException damaged(String problem) {
    return new CorruptSnapshotException("exported snapshot is damaged: " + problem);
  }
}
