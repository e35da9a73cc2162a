package scriptorium.snapshots;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** The uncompressed bytes of one section, and proof at its end that it was all of them. */
final class SectionInput extends FilterInputStream {
  private final SnapshotManifest manifest;
  private final SnapshotManifest.Section section;
  private final ChunkedInput chunks;
  private long rawBytes;

  private SectionInput(
      SnapshotManifest manifest,
      SnapshotManifest.Section section,
      ChunkedInput chunks,
      InputStream decompressor) {
    super(decompressor);
    this.manifest = manifest;
    this.section = section;
    this.chunks = chunks;
  }

  /** Opens a section; {@link #readAllBytes} or reading to the end checks it whole. */
  static SectionInput open(SnapshotManifest manifest, String name, ChunkSource source)
      throws IOException {
    SnapshotManifest.Section section = manifest.section(name);
    ChunkedInput chunks = new ChunkedInput(manifest, section, source);
    return new SectionInput(manifest, section, chunks, manifest.compression().decompress(chunks));
  }

  @Override
  public int read() throws IOException {
    int b = super.read();
    count(b < 0 ? -1 : 1);
    return b;
  }

  @Override
  public int read(byte[] bytes, int offset, int length) throws IOException {
    int part = super.read(bytes, offset, length);
    count(part);
    return part;
  }

  @Override
  public boolean markSupported() {
    return false;
  }

  /** Returns how many bytes were given out so far. */
  long rawBytes() {
    return rawBytes;
  }

  private void count(int part) {
    if (part > 0) {
      rawBytes += part;
    }
    boolean atEnd = part < 0;
    // Stops a forged stream that never ends at the declared size, not when memory is full.
    if (rawBytes > section.rawBytes() || (atEnd && rawBytes < section.rawBytes())) {
      throw CorruptSnapshotException.of(
          manifest,
          "section=%s bytes expected=%d found=%s%d"
              .formatted(section.name(), section.rawBytes(), atEnd ? "" : "at least ", rawBytes));
    }
    if (atEnd && chunks.read() >= 0) {
      throw CorruptSnapshotException.of(
          manifest, "section=%s has bytes behind its end".formatted(section.name()));
    }
  }
}
