package scriptorium.snapshots;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import scriptorium.database.DatabaseSettings;
import scriptorium.database.ReadView;
import scriptorium.database.change.RowChanges;

class RoundTripTest {
  private static final DumpSettings SMALL_CHUNKS = DumpSettings.DEFAULT.withChunkBytes(200);

  private final MemoryChunks chunks = new MemoryChunks();

  @ParameterizedTest
  @EnumSource(Compression.class)
  void restoresEveryKindOfObject(Compression compression) throws Exception {
    try (Library original = Library.rich()) {
      SnapshotManifest manifest = original.dump(chunks, SMALL_CHUNKS.withCompression(compression));

      try (Library restored = Library.restore(manifest, chunks)) {
        restored.expectSameAs(original);
        assertTrue(chunks.chunks.size() > 10, "chunks=" + chunks.chunks.size());
      }
    }
  }

  @Test
  void restoresAnEmptyDatabase() throws Exception {
    try (Library original = Library.empty()) {
      SnapshotManifest manifest = original.dump(chunks, DumpSettings.DEFAULT);

      try (Library restored = Library.restore(manifest, chunks)) {
        restored.expectSameAs(original);
      }
    }
  }

  @Test
  void keepsNullInAColumnThatIsDefaultOnNull() throws Exception {
    try (Library original = Library.empty()) {
      original.database.executeSchema("CREATE TABLE p(id INTEGER PRIMARY KEY)");
      original.database.executeSchema(
          "CREATE TABLE c(id IDENTITY PRIMARY KEY, \"p \"\" 1\" INTEGER DEFAULT 7 DEFAULT ON NULL"
              + " REFERENCES p ON DELETE SET NULL, v INTEGER)");
      original.write("INSERT INTO p VALUES (1), (7)");
      original.write("INSERT INTO c(\"p \"\" 1\") VALUES (1), (7), (NULL)");
      original.write("DELETE FROM p WHERE id = 1");
      SnapshotManifest manifest = original.dump(chunks, SMALL_CHUNKS);

      try (Library restored = Library.restore(manifest, chunks)) {
        restored.expectSameAs(original);
        restored.write("INSERT INTO c(\"p \"\" 1\") VALUES (NULL)");
        original.write("INSERT INTO c(\"p \"\" 1\") VALUES (NULL)");
        restored.expectSameAs(original);
      }
    }
  }

  @Test
  void restoresInvisibleColumns() throws Exception {
    try (Library original = Library.empty()) {
      original.database.executeSchema(
          "CREATE TABLE t(id INTEGER PRIMARY KEY, \"hid\"\"den\" INTEGER INVISIBLE, v INTEGER)");
      original.write("INSERT INTO t(id, \"hid\"\"den\", v) VALUES(1, 2, 3), (4, NULL, 5)");
      SnapshotManifest manifest = original.dump(chunks, SMALL_CHUNKS);

      try (Library restored = Library.restore(manifest, chunks)) {
        restored.expectSameAs(original);
      }
    }
  }

  @Test
  void givesBackExtraSectionsAndProgress() throws Exception {
    List<Long> bytes = new ArrayList<>();
    try (Library original = Library.rich();
        ReadView view = original.database.pin()) {
      SnapshotManifest manifest =
          new ScriptDump(original.database, view, SMALL_CHUNKS, System::nanoTime)
              .run(
                  original.stamp(),
                  Map.of("outcomes", new byte[5_000], "empty", new byte[0]),
                  chunks);

      RestoredSnapshot restored =
          new ScriptRestore(
                  DatabaseSettings.defaults(), (rows, done, total) -> bytes.add(total - done))
              .run(Library.STORE, manifest, chunks);

      assertArrayEquals(new byte[5_000], restored.extraSections().get("outcomes"));
      assertArrayEquals(new byte[0], restored.extraSections().get("empty"));
      assertEquals(0, bytes.get(bytes.size() - 1));
      restored.database().close();
    }
  }

  @Test
  void appliesLaterChangesOfTheOriginal() throws Exception {
    try (Library original = Library.rich()) {
      SnapshotManifest manifest = original.dump(chunks, SMALL_CHUNKS);
      List<RowChanges> later =
          List.of(
              original.write("INSERT INTO author(name) VALUES ('later')"),
              original.write("INSERT INTO log VALUES (NULL, 'behind the gaps')"),
              original.write("UPDATE log SET text = 'changed' WHERE text = 'n7'"),
              original.write("DELETE FROM log WHERE text = 'n38'"),
              original.write("UPDATE archive.country SET name = 'x' WHERE code = 'mm'"),
              original.write("DELETE FROM archive.country WHERE code = 'zz'"),
              original.write("UPDATE pair SET b = b + 1000 WHERE a = 3"),
              original.write("DELETE FROM author WHERE id = 1"),
              original.write("UPDATE book SET body = REPEAT('x', 9000) WHERE id = 11"),
              original.write("VALUES NEXT VALUE FOR shelf_mark"));

      try (Library restored = Library.restore(manifest, chunks)) {
        restored.apply(later);

        restored.expectSameAs(original);
      }
    }
  }

  @Test
  void letsTheRestoredStoreBeWrittenByItsOwnUsers() throws Exception {
    try (Library original = Library.rich()) {
      SnapshotManifest manifest = original.dump(chunks, SMALL_CHUNKS);

      try (Library restored = Library.restore(manifest, chunks)) {
        restored.write("INSERT INTO author(name) VALUES ('next')");
        original.write("INSERT INTO author(name) VALUES ('next')");
        restored.expectSameAs(original);
      }
    }
  }

  @Test
  void restoresViewsThatPrecedeTheirTables() throws Exception {
    try (Library original = Library.rich()) {
      original.schema(
          "ALTER TABLE book ADD COLUMN edition INT DEFAULT 1",
          "ALTER TABLE author ALTER COLUMN born RENAME TO birthday");
      SnapshotManifest manifest = original.dump(chunks, SMALL_CHUNKS);

      try (Library restored = Library.restore(manifest, chunks);
          Statement statement = restored.database.adminConnection().createStatement();
          ResultSet titles = statement.executeQuery("SELECT COUNT(*) FROM archive.novel_titles")) {
        titles.next();
        assertEquals(26, titles.getInt(1));
        SnapshotVerification.checkChunks(manifest, chunks);
      }
    }
  }

  @Test
  void dumpsThePinnedPointWhileAWriterGoesOn() throws Exception {
    try (Library original = Library.rich()) {
      List<String> pinned;
      SnapshotManifest manifest;
      try (ReadView view = original.database.pin();
          BusyWriter writer = new BusyWriter(original)) {
        SnapshotStamp stamp = original.stamp();
        pinned = rows(view.connection());
        ChunkSink slowerThanTheWriter =
            (index, bytes) -> {
              writer.awaitAnotherCommit();
              chunks.accept(index, bytes);
            };
        manifest =
            new ScriptDump(original.database, view, SMALL_CHUNKS, System::nanoTime)
                .run(stamp, Map.of(), slowerThanTheWriter);
      }

      try (Library restored = Library.restore(manifest, chunks)) {
        assertEquals(pinned, rows(restored.database.adminConnection()));
      }
    }
  }

  private static List<String> rows(Connection connection) throws Exception {
    List<String> rows = new ArrayList<>();
    try (Statement statement = connection.createStatement();
        ResultSet result =
            statement.executeQuery(
                "SELECT text FROM log UNION ALL SELECT v || a || '.' || b FROM pair")) {
      while (result.next()) {
        rows.add(result.getString(1));
      }
    }
    return rows;
  }

  /** Inserts, updates and deletes on a thread of its own until it is closed. */
  private static final class BusyWriter implements AutoCloseable {
    private final AtomicLong commits = new AtomicLong();
    private final AtomicBoolean stopped = new AtomicBoolean();
    private final Thread thread;

    BusyWriter(Library library) {
      thread =
          new Thread(
              () -> {
                try {
                  while (!stopped.get()) {
                    long i = commits.get();
                    library.write(
                        "INSERT INTO log VALUES (NULL, 'busy" + i + "')",
                        "DELETE FROM log WHERE text = 'busy" + (i - 20) + "'",
                        "UPDATE pair SET v = 'busy" + i + "'");
                    commits.incrementAndGet();
                  }
                } catch (Exception e) {
                  throw new IllegalStateException(e);
                }
              },
              "busy-writer");
      thread.start();
    }

    void awaitAnotherCommit() {
      long before = commits.get();
      while (commits.get() == before && thread.isAlive()) {
        Thread.onSpinWait();
      }
    }

    @Override
    public void close() {
      stopped.set(true);
      try {
        thread.join();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
