package scriptorium.snapshots;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.FileNotFoundException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import scriptorium.database.DatabaseSettings;
import scriptorium.database.EmbeddedDatabase;
import scriptorium.database.TableDigest;
import scriptorium.database.change.TableName;

class DamagedSnapshotTest {
  private final MemoryChunks chunks = new MemoryChunks();
  private final List<EmbeddedDatabase> opened = new ArrayList<>();
  private Library original;
  private SnapshotManifest manifest;

  @BeforeEach
  void dump() throws Exception {
    original = Library.empty();
    original.schema(
        "CREATE TABLE account(id BIGINT PRIMARY KEY, balance BIGINT)",
        "CREATE TABLE log(text VARCHAR)");
    original.write("INSERT INTO account VALUES (1, 10), (2, 20)", "INSERT INTO log VALUES ('a')");
    manifest = original.dump(chunks, DumpSettings.DEFAULT.withChunkBytes(150));
  }

  @AfterEach
  void close() {
    original.close();
    opened.forEach(EmbeddedDatabase::close);
  }

  @Test
  void detectsAnyFlippedByteOfAnyChunk() {
    for (int index = 0; index < chunks.chunks.size(); index++) {
      byte[] chunk = chunks.chunks.get(index);
      for (int at = 0; at < chunk.length; at++) {
        chunk[at] ^= 1;
        CorruptSnapshotException failure =
            assertThrows(
                CorruptSnapshotException.class,
                () -> SnapshotVerification.checkChunks(manifest, chunks));
        assertTrue(failure.toString().contains("chunk=" + index + " "), failure.toString());
        chunk[at] ^= 1;
      }
    }
    SnapshotVerification.checkChunks(manifest, chunks);
  }

  @Test
  void refusesToRestoreFromAFlippedByteAndClosesTheDatabase() {
    for (byte[] chunk : chunks.chunks) {
      chunk[chunk.length / 2] ^= 0x40;
      CorruptSnapshotException failure = expectCorrupt(manifest);
      assertTrue(failure.toString().contains("storeId=library sequenceNumber=42"));
      chunk[chunk.length / 2] ^= 0x40;
    }
  }

  @Test
  void detectsAnyFlippedByteAndEveryTruncationOfTheManifest() {
    byte[] bytes = SnapshotManifestCodec.encode(manifest);
    for (int at = 0; at < bytes.length; at++) {
      byte[] flipped = bytes.clone();
      flipped[at] ^= 1;
      assertThrows(CorruptSnapshotException.class, () -> SnapshotManifestCodec.decode(flipped));
      byte[] truncated = Arrays.copyOf(bytes, at);
      assertThrows(CorruptSnapshotException.class, () -> SnapshotManifestCodec.decode(truncated));
    }
  }

  @Test
  void namesATruncatedChunk() {
    int last = chunks.chunks.size() - 1;
    byte[] whole = chunks.chunks.get(last);
    chunks.chunks.set(last, Arrays.copyOf(whole, whole.length - 1));

    CorruptSnapshotException failure = expectCorrupt(manifest);

    assertTrue(
        failure
            .toString()
            .contains(
                "chunk=%d length expected=%d found=%d"
                    .formatted(last, whole.length, whole.length - 1)),
        failure.toString());
  }

  @Test
  void detectsZeroBytes() {
    byte[] bytes = SnapshotManifestCodec.encode(manifest);
    assertThrows(
        CorruptSnapshotException.class, () -> SnapshotManifestCodec.decode(new byte[bytes.length]));
    assertThrows(CorruptSnapshotException.class, () -> SnapshotManifestCodec.decode(new byte[0]));
    for (int index = 0; index < chunks.chunks.size(); index++) {
      byte[] chunk = chunks.chunks.get(index);
      chunks.chunks.set(index, new byte[chunk.length]);
      expectCorrupt(manifest);
      chunks.chunks.set(index, new byte[0]);
      expectCorrupt(manifest);
      chunks.chunks.set(index, chunk);
    }
  }

  @Test
  void namesAMissingChunk() {
    int last = chunks.chunks.size() - 1;
    chunks.chunks.remove(last);

    CorruptSnapshotException failure = expectCorrupt(manifest);

    assertTrue(failure.toString().contains("chunk=" + last), failure.toString());
    assertEquals(FileNotFoundException.class, causeClass(failure));
  }

  @Test
  void detectsSwappedChunks() {
    Collections.swap(chunks.chunks, 0, 1);

    expectCorrupt(manifest);
  }

  @Test
  void refusesAnotherStoresSnapshot() {
    CorruptSnapshotException failure =
        assertThrows(
            CorruptSnapshotException.class, () -> restore().run("orders", manifest, chunks));

    assertTrue(
        failure.toString().contains("storeId=library sequenceNumber=42"), failure.toString());
    assertTrue(failure.toString().contains("expected storeId=orders"), failure.toString());
    assertEquals(List.of(), opened);
  }

  @Test
  void namesTheTableWhoseRowsOrDigestDiffer() {
    TableName account = new TableName("PUBLIC", "ACCOUNT");
    TableName log = new TableName("PUBLIC", "LOG");
    SnapshotManifest.Table right = manifest.tables().get(0);
    SnapshotManifest.Table other = manifest.tables().get(1);
    assertEquals(account, right.name());

    CorruptSnapshotException digest =
        expectCorrupt(
            with(List.of(new SnapshotManifest.Table(account, 2, new TableDigest(1, 2)), other)));
    CorruptSnapshotException rows =
        expectCorrupt(with(List.of(new SnapshotManifest.Table(account, 3, right.digest()), other)));
    CorruptSnapshotException missing =
        expectCorrupt(
            with(
                List.of(
                    right,
                    other,
                    new SnapshotManifest.Table(
                        new TableName("PUBLIC", "GONE"), 0, TableDigest.EMPTY))));
    CorruptSnapshotException unexpected = expectCorrupt(with(List.of(right)));

    assertTrue(digest.toString().contains("table=" + account), digest.toString());
    assertTrue(rows.toString().contains("rows expected=3 found=2"), rows.toString());
    assertTrue(missing.toString().contains("GONE"), missing.toString());
    assertTrue(unexpected.toString().contains(log.toString()), unexpected.toString());
  }

  @Test
  void refusesAStreamThatIsLongerOrShorterThanDeclared() {
    for (int difference : new int[] {-1, 1}) {
      List<SnapshotManifest.Section> sections = new ArrayList<>(manifest.sections());
      int last = sections.size() - 1;
      SnapshotManifest.Section script = sections.get(last);
      sections.set(
          last,
          new SnapshotManifest.Section(
              script.name(), script.rawBytes() + difference, script.chunks()));

      CorruptSnapshotException failure = expectCorrupt(with(sections, manifest.tables()));

      assertTrue(failure.toString().contains("section=script bytes"), failure.toString());
    }
  }

  @Test
  void refusesRowKeysThatDoNotFit() throws Exception {
    // The row keys of a store with one row more.
    original.write("INSERT INTO log VALUES ('b')");
    MemoryChunks later = new MemoryChunks();
    SnapshotManifest laterManifest = original.dump(later, DumpSettings.DEFAULT.withChunkBytes(150));
    SnapshotManifest.Section laterKeys = laterManifest.section(SnapshotManifest.ROW_KEYS);
    SnapshotManifest.Section script = manifest.section(SnapshotManifest.SCRIPT);
    int scriptAt = manifest.firstChunkOf(script);
    MemoryChunks mixed = new MemoryChunks();
    mixed.chunks.addAll(later.chunks.subList(0, laterKeys.chunks().size()));
    mixed.chunks.addAll(chunks.chunks.subList(scriptAt, chunks.chunks.size()));
    List<SnapshotManifest.Section> sections = List.of(laterKeys, script);

    CorruptSnapshotException failure =
        assertThrows(
            CorruptSnapshotException.class,
            () -> restore().run(Library.STORE, with(sections, manifest.tables()), mixed));

    assertTrue(failure.toString().contains("keys=2 rows=1"), failure.toString());
  }

  @Test
  void namesTheStatementThatFailsAndClosesTheDatabase() throws Exception {
    Library inTheWay = Library.empty();
    opened.add(inTheWay.database);
    inTheWay.schema("CREATE TABLE account(id INT)");

    CorruptSnapshotException failure =
        assertThrows(
            CorruptSnapshotException.class,
            () ->
                new ScriptRestore(
                        DatabaseSettings.defaults(),
                        RestoreProgress.NONE,
                        settings -> inTheWay.database)
                    .run(Library.STORE, manifest, chunks));

    assertTrue(failure.toString().contains("\"PUBLIC\".\"ACCOUNT\""), failure.toString());
    expectClosed(inTheWay.database);
  }

  private ScriptRestore restore() {
    return new ScriptRestore(
        DatabaseSettings.defaults(),
        RestoreProgress.NONE,
        settings -> {
          EmbeddedDatabase database = EmbeddedDatabase.open(settings);
          opened.add(database);
          return database;
        });
  }

  private CorruptSnapshotException expectCorrupt(SnapshotManifest damaged) {
    CorruptSnapshotException failure =
        assertThrows(
            CorruptSnapshotException.class, () -> restore().run(Library.STORE, damaged, chunks));
    opened.forEach(DamagedSnapshotTest::expectClosed);
    return failure;
  }

  private static void expectClosed(EmbeddedDatabase database) {
    assertThrows(IllegalStateException.class, database::pin);
  }

  private SnapshotManifest with(List<SnapshotManifest.Table> tables) {
    return with(manifest.sections(), tables);
  }

  private SnapshotManifest with(
      List<SnapshotManifest.Section> sections, List<SnapshotManifest.Table> tables) {
    return Forgery.with(manifest, sections, tables);
  }

  private static Class<?> causeClass(Throwable failure) {
    Throwable cause = failure.getCause();
    return cause == null ? Map.class : cause.getClass();
  }
}
