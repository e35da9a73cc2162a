package scriptorium.snapshots;

import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;
import javax.crypto.AEADBadTagException;
import org.jspecify.annotations.Nullable;

/**
 * The compressed bytes of one section, read chunk by chunk; no byte is given out before its chunk's
 * length and SHA-256 have been compared with the manifest's and, where it is sealed, its seal has
 * been proven to be that of this chunk in this place of this snapshot.
 */
final class ChunkedInput extends InputStream {
  private final SnapshotManifest manifest;
  private final SnapshotManifest.Section section;
  private final ChunkSource source;
  private final int firstIndex;
  private byte[] chunk = new byte[0];
  private int position;
  private int nextChunk;

  ChunkedInput(SnapshotManifest manifest, SnapshotManifest.Section section, ChunkSource source) {
    this.manifest = manifest;
    this.section = section;
    this.source = source;
    this.firstIndex = manifest.firstChunkOf(section);
  }

  @Override
  public int read() {
    return advance() ? chunk[position++] & 0xff : -1;
  }

  @Override
  public int read(byte[] bytes, int offset, int length) {
    if (length == 0) {
      return 0;
    }
    if (!advance()) {
      return -1;
    }
    int part = Math.min(length, chunk.length - position);
    System.arraycopy(chunk, position, bytes, offset, part);
    position += part;
    return part;
  }

  @Override
  public int available() {
    return chunk.length - position;
  }

  /** Makes sure that a byte is there; false at the end of the section. */
  private boolean advance() {
    while (position == chunk.length) {
      if (nextChunk == section.chunks().size()) {
        return false;
      }
      chunk = checked(firstIndex + nextChunk, section.chunks().get(nextChunk));
      position = 0;
      nextChunk++;
    }
    return true;
  }

  private byte[] checked(int index, SnapshotManifest.Chunk expected) {
    byte[] found;
    try {
      found = source.read(index);
    } catch (IOException e) {
      throw corrupt(index, "cannot be read: " + e, e);
    }
    Optional<String> problem = expected.problemOf(found);
    if (problem.isPresent()) {
      throw corrupt(index, problem.get(), null);
    }
    return manifest.seal().encryptedWith().isPresent() ? opened(index, found) : found;
  }

  private byte[] opened(int index, byte[] sealed) {
    boolean last = index - firstIndex == section.chunks().size() - 1;
    ChunkPlace place =
        new ChunkPlace(
            manifest.storeId(),
            manifest.epoch(),
            manifest.sequenceNumber(),
            section.name(),
            index,
            last);
    try {
      return manifest.seal().keys().openChunk(index, place.toBytes(), sealed);
    } catch (AEADBadTagException e) {
      throw corrupt(index, "its seal is not that of this chunk: altered or moved", e);
    }
  }

  private CorruptSnapshotException corrupt(int index, String problem, @Nullable Throwable cause) {
    return CorruptSnapshotException.of(
        manifest, "section=%s chunk=%d %s".formatted(section.name(), index, problem), cause);
  }
}
