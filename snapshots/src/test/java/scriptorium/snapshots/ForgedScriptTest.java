package scriptorium.snapshots;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A script with something put into it, and all checksums made anew. */
class ForgedScriptTest {
  @TempDir private Path folder;
  private final MemoryChunks chunks = new MemoryChunks();
  private Library original;
  private SnapshotManifest manifest;
  private String script = "";

  @BeforeEach
  void dump() throws Exception {
    original = Library.empty();
    original.schema("CREATE TABLE account(id BIGINT PRIMARY KEY, balance BIGINT)");
    original.write("INSERT INTO account VALUES (1, 10), (2, 20)");
    manifest = original.dump(chunks, DumpSettings.DEFAULT.withCompression(Compression.GZIP));
    script = Forgery.script(manifest, chunks);
  }

  @AfterEach
  void close() {
    original.close();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "CREATE ALIAS EVIL FOR 'java.lang.System.exit'",
        "CREATE FORCE ALIAS EVIL AS 'void f() {}'",
        "CREATE AGGREGATE EVIL FOR 'java.lang.String'",
        "CREATE LINKED TABLE L('', 'jdbc:h2:mem:', '', '', 'T')",
        "CREATE TABLE E(ID INT) ENGINE 'java.lang.String'",
        "CREATE TABLE E AS SELECT 1",
        "CREATE TABLE E(A VARCHAR DEFAULT FILE_READ('/etc/hostname', NULL))",
        "CREATE FORCE VIEW V(A) AS SELECT FILE_WRITE('x', '%s')",
        "CREATE TRIGGER T BEFORE INSERT ON ACCOUNT AS 'void f() {}'",
        "CALL FILE_WRITE('x', '%s')",
        "SELECT FILE_WRITE('x', '%s')",
        "RUNSCRIPT FROM '%s'",
        "SCRIPT TO '%s'",
        "BACKUP TO '%s'",
        "SHUTDOWN",
        "DROP ALL OBJECTS",
        "DELETE FROM ACCOUNT",
        "MERGE INTO ACCOUNT VALUES (3, 30)",
        "ALTER USER ADMIN SET PASSWORD 'x'",
        "SET TRACE_LEVEL_FILE 3",
        "EXECUTE IMMEDIATE 'SHUTDOWN'",
        "INSERT INTO ACCOUNT SELECT 3, 30",
        "INSERT INTO ACCOUNT VALUES (3, FILE_WRITE('x', '%s'))"
      })
  void refusesAStatementThatNoScriptHolds(String pattern) throws Exception {
    Path touched = folder.resolve("touched");
    SnapshotManifest forged = forge(pattern.replace("%s", touched.toString()));

    CorruptSnapshotException failure =
        assertThrows(
            CorruptSnapshotException.class,
            () -> SnapshotVerification.recomputeDigests(forged, chunks));

    assertTrue(
        failure.toString().contains("storeId=library sequenceNumber=42"), failure.toString());
    CorruptSnapshotException restoring =
        assertThrows(CorruptSnapshotException.class, () -> Library.restore(forged, chunks));
    assertTrue(restoring.toString().contains("sequenceNumber=42"), restoring.toString());
    assertTrue(Files.notExists(touched), "it was run");
  }

  @Test
  void writesNoStatementThatNoScriptHoldsAsSql() throws Exception {
    SnapshotManifest forged = forge("CREATE ALIAS EVIL FOR 'java.lang.System.exit'");
    StringBuilder out = new StringBuilder();

    CorruptSnapshotException failure =
        assertThrows(CorruptSnapshotException.class, () -> SnapshotSql.write(forged, chunks, out));

    assertTrue(failure.toString().contains("CREATE ALIAS EVIL"), failure.toString());
    assertEquals(-1, out.indexOf("EVIL"));
  }

  @Test
  void takesWhatWasNotForged() throws Exception {
    SnapshotVerification.recomputeDigests(forge("-- a remark\n"), chunks);
  }

  /** Puts a statement before the rows. */
  private SnapshotManifest forge(String statement) throws Exception {
    String with =
        script.replaceFirst("-- 2 \\+/-", statement.replace("\\", "\\\\") + ";\n-- 2 +/-");
    return Forgery.withScript(manifest, chunks, with.getBytes(StandardCharsets.UTF_8));
  }
}
