package scriptorium.snapshots;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** What somebody without keys can do to a snapshot: change it and make all checksums anew. */
final class Forgery {
  private Forgery() {}

  /** Gives a manifest the checksum that its bytes have now. */
  static void sign(byte[] manifest) {
    int covered = manifest.length - Sha256.BYTES;
    byte[] digest = Sha256.of(manifest, 0, covered);
    System.arraycopy(digest, 0, manifest, covered, digest.length);
  }

  /** A manifest that names the chunks as they are now, in sections of as many as before. */
  static SnapshotManifest withChunks(
      SnapshotManifest manifest, List<SnapshotManifest.Section> sections, MemoryChunks chunks) {
    List<SnapshotManifest.Section> forged = new ArrayList<>();
    int next = 0;
    for (SnapshotManifest.Section section : sections) {
      List<SnapshotManifest.Chunk> described = new ArrayList<>();
      for (int left = section.chunks().size(); left > 0; left--) {
        byte[] chunk = chunks.chunks.get(next++);
        described.add(new SnapshotManifest.Chunk(chunk.length, Sha256.of(chunk)));
      }
      forged.add(new SnapshotManifest.Section(section.name(), section.rawBytes(), described));
    }
    return with(manifest, forged, manifest.tables());
  }

  /** The same manifest with other sections and tables. */
  static SnapshotManifest with(
      SnapshotManifest manifest,
      List<SnapshotManifest.Section> sections,
      List<SnapshotManifest.Table> tables) {
    return new SnapshotManifest(
        manifest.storeId(),
        manifest.epoch(),
        manifest.sequenceNumber(),
        manifest.time(),
        manifest.schemaVersion(),
        manifest.h2Version(),
        manifest.compression(),
        manifest.positions(),
        sections,
        tables,
        manifest.seal());
  }

  /** A snapshot's script as text. */
  static String script(SnapshotManifest manifest, ChunkSource source) throws IOException {
    try (SectionInput in = SectionInput.open(manifest, SnapshotManifest.SCRIPT, source)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  /** The same snapshot with another script, in one chunk, which is its last. */
  static SnapshotManifest withScript(SnapshotManifest manifest, MemoryChunks chunks, byte[] script)
      throws IOException {
    List<SnapshotManifest.Section> sections = new ArrayList<>(manifest.sections());
    SnapshotManifest.Section old = sections.remove(sections.size() - 1);
    int first = manifest.firstChunkOf(old);
    chunks.chunks.subList(first, chunks.chunks.size()).clear();
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (OutputStream out = manifest.compression().compress(bytes, 3)) {
      out.write(script);
    }
    chunks.chunks.add(bytes.toByteArray());
    sections.add(
        new SnapshotManifest.Section(old.name(), script.length, old.chunks().subList(0, 1)));
    return withChunks(manifest, sections, chunks);
  }

  /** Expects one of our refusals, and no result. */
  static void expectRefused(Runnable reading) {
    try {
      reading.run();
    } catch (CorruptSnapshotException
        | UnsupportedSnapshotException
        | SnapshotKeyException refused) {
      assertTrue(refused.toString().contains("snapshot"), refused.toString());
      return;
    }
    fail("it was taken for what was written");
  }
}
