package scriptorium.snapshots;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/** A snapshot whose script somebody has changed, and whose checksums fit again. */
final class ForgedScript {
  final SnapshotManifest manifest;
  final MemoryChunks chunks = new MemoryChunks();

  private ForgedScript(SnapshotManifest original, MemoryChunks originals, String script)
      throws IOException {
    List<SnapshotManifest.Section> sections = new ArrayList<>();
    for (SnapshotManifest.Section section : original.sections()) {
      if (section.name().equals(SnapshotManifest.SCRIPT)) {
        sections.add(forged(original.compression(), script));
      } else {
        int first = original.firstChunkOf(section);
        chunks.chunks.addAll(originals.chunks.subList(first, first + section.chunks().size()));
        sections.add(section);
      }
    }
    manifest = Forgery.with(original, sections, original.tables());
  }

  /** The snapshot with another script. */
  static ForgedScript of(
      SnapshotManifest original, MemoryChunks chunks, UnaryOperator<String> change)
      throws IOException {
    String script = Forgery.script(original, chunks);
    String changed = change.apply(script);
    if (changed.equals(script)) {
      throw new IllegalArgumentException("nothing changed in " + script);
    }
    return new ForgedScript(original, chunks, changed);
  }

  private SnapshotManifest.Section forged(Compression compression, String script)
      throws IOException {
    byte[] raw = script.getBytes(StandardCharsets.UTF_8);
    ByteArrayOutputStream compressed = new ByteArrayOutputStream();
    try (OutputStream out = compression.compress(compressed, 3)) {
      out.write(raw);
    }
    byte[] chunk = compressed.toByteArray();
    chunks.chunks.add(chunk);
    return new SnapshotManifest.Section(
        SnapshotManifest.SCRIPT,
        raw.length,
        List.of(new SnapshotManifest.Chunk(chunk.length, Sha256.of(chunk))));
  }
}
