package scriptorium.snapshots;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import scriptorium.database.TableDigest;
import scriptorium.database.change.SequencePosition;
import scriptorium.database.change.TableName;

class SnapshotManifestTest {
  private static final SnapshotManifest.Chunk CHUNK =
      new SnapshotManifest.Chunk(1_000, "0123456789abcdef".repeat(4));

  @Test
  void readsBackEveryField() {
    SnapshotManifest manifest = manifest();

    assertEquals(manifest, SnapshotManifestCodec.decode(SnapshotManifestCodec.encode(manifest)));
  }

  @Test
  void readsTheGoldenManifestOfFormat2() throws Exception {
    byte[] golden = Golden.bytes("manifest-2.bin");

    assertEquals(manifest(), SnapshotManifestCodec.decode(golden));
    assertArrayEquals(SnapshotManifestCodec.encode(manifest()), golden);
  }

  @Test
  void tellsANewerFormatFromADamage() {
    byte[] newer = SnapshotManifestCodec.encode(manifest());
    newer[8] = 3;
    Forgery.sign(newer);

    UnsupportedSnapshotException failure =
        assertThrows(UnsupportedSnapshotException.class, () -> SnapshotManifestCodec.decode(newer));

    assertTrue(failure.toString().contains("format=3 newestKnown=2"), failure.toString());
  }

  @Test
  void survivesAnyForgedByteWithARightChecksum() {
    byte[] bytes = SnapshotManifestCodec.encode(manifest());
    for (int at = 9; at < bytes.length - Sha256.BYTES; at++) {
      for (int value : new int[] {0, 0x7f, 0x80, 0xff}) {
        byte[] forged = bytes.clone();
        forged[at] = (byte) value;
        Forgery.sign(forged);
        readOrRefuse(forged);
      }
    }
  }

  /** Either another consistent manifest or one of our refusals, nothing else. */
  private static void readOrRefuse(byte[] forged) {
    try {
      SnapshotManifestCodec.decode(forged);
    } catch (CorruptSnapshotException
        | UnsupportedSnapshotException
        | SnapshotKeyException refused) {
      assertTrue(refused.toString().contains("snapshot"), refused.toString());
    }
  }

  @Test
  void refusesWhatIsNotConsistent() {
    SnapshotManifest.Section script =
        new SnapshotManifest.Section(SnapshotManifest.SCRIPT, 1, List.of(CHUNK));
    SnapshotManifest.Section keys =
        new SnapshotManifest.Section(SnapshotManifest.ROW_KEYS, 1, List.of(CHUNK));
    SnapshotManifest.Table table =
        new SnapshotManifest.Table(new TableName("S", "T"), 0, TableDigest.EMPTY);

    assertThrows(IllegalArgumentException.class, () -> manifest(List.of(script), List.of()));
    assertThrows(
        IllegalArgumentException.class, () -> manifest(List.of(script, keys, keys), List.of()));
    assertThrows(
        IllegalArgumentException.class,
        () -> manifest(List.of(script, keys), List.of(table, table)));
    assertThrows(
        IllegalArgumentException.class,
        () -> new SnapshotManifest.Section("Script", 1, List.of(CHUNK)));
    assertThrows(
        IllegalArgumentException.class, () -> new SnapshotManifest.Section("x", 1, List.of()));
    assertThrows(
        IllegalArgumentException.class, () -> new SnapshotManifest.Chunk(0, CHUNK.sha256()));
    assertThrows(IllegalArgumentException.class, () -> new SnapshotManifest.Chunk(1, "AB"));
    assertThrows(
        IllegalArgumentException.class,
        () -> new SnapshotManifest.Table(table.name(), -1, TableDigest.EMPTY));
    assertEquals(2, manifest(List.of(script, keys), List.of(table)).chunks().size());
  }

  static SnapshotManifest manifest() {
    return manifest(
        List.of(
            new SnapshotManifest.Section(SnapshotManifest.SCRIPT, 123_456, List.of(CHUNK, CHUNK)),
            new SnapshotManifest.Section(SnapshotManifest.ROW_KEYS, 2, List.of(CHUNK)),
            new SnapshotManifest.Section("outcomes", 0, List.of(CHUNK))),
        List.of(
            new SnapshotManifest.Table(
                new TableName("PUBLIC", "Ünïcode \"T\""), 7, new TableDigest(-1, 2)),
            new SnapshotManifest.Table(new TableName("S", "EMPTY"), 0, TableDigest.EMPTY)));
  }

  private static SnapshotManifest manifest(
      List<SnapshotManifest.Section> sections, List<SnapshotManifest.Table> tables) {
    return new SnapshotManifest(
        "main",
        5,
        1_000_000,
        Instant.parse("2026-11-30T12:34:56.123456789Z"),
        12,
        "2.5.252",
        Compression.ZSTD,
        List.of(
            new SequencePosition.FreeSequence("PUBLIC", "MARK", 105),
            new SequencePosition.IdentityColumn(new TableName("PUBLIC", "T"), "ID", 8)),
        sections,
        tables,
        SnapshotSeal.NONE);
  }
}
