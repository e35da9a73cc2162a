package scriptorium.snapshots;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import scriptorium.database.DatabaseSettings;
import scriptorium.database.EmbeddedDatabase;

/** Scripts that were changed by somebody who made the checksums fit. */
class ForgedRestoreTest {
  private static final AtomicInteger CALLS = new AtomicInteger();
  private static final String CALLED = "scriptorium.snapshots.ForgedRestoreTest.called";

  private final Library original = Library.empty();
  private final MemoryChunks chunks = new MemoryChunks();
  private final List<EmbeddedDatabase> opened = new ArrayList<>();
  private SnapshotManifest manifest;

  /** What an alias would run. */
  public static int called() {
    return CALLS.incrementAndGet();
  }

  @BeforeEach
  void dump() throws Exception {
    CALLS.set(0);
    original.schema(
        "CREATE TABLE parent(id INTEGER PRIMARY KEY, name VARCHAR(9) NOT NULL UNIQUE)",
        "CREATE TABLE child(id INTEGER PRIMARY KEY, parent INTEGER REFERENCES parent, n INTEGER)",
        "CREATE TABLE keyless(v VARCHAR)");
    original.write(
        "INSERT INTO parent VALUES (1, 'a'), (2, 'b'), (3, 'c')",
        "INSERT INTO child VALUES (1, 1, 10), (2, 1, 20), (3, 3, 30), (4, NULL, 40)",
        "INSERT INTO keyless VALUES ('x'), ('y')");
    manifest = original.dump(chunks, DumpSettings.DEFAULT);
  }

  @AfterEach
  void close() {
    original.close();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "CREATE ALIAS x FOR '" + CALLED + "'",
        "CREATE ALIAS SYSTEM_COMBINE_CLOB FOR '" + CALLED + "'",
        "CREATE AGGREGATE x FOR '" + CALLED + "'",
        "CALL 1",
        "SELECT 1",
        "DROP TABLE \"PUBLIC\".\"CHILD\"",
        "DROP ALL OBJECTS",
        "RUNSCRIPT FROM 'x.sql'",
        "SCRIPT TO 'x.sql'",
        "BACKUP TO 'x.zip'",
        "SET REFERENTIAL_INTEGRITY FALSE",
        "SHUTDOWN",
        "ALTER USER \"ADMIN\" SET PASSWORD 'x'",
        "CREATE LINKED TABLE x('', 'jdbc:h2:mem:', '', '', 'T')",
        "CREATE TABLE x AS SELECT 1",
        "CREATE CACHED TABLE x(a INTEGER) ENGINE \"x.Y\"",
        "CREATE GLOBAL TEMPORARY TABLE x(a INTEGER)",
        "CREATE SCHEMA x AUTHORIZATION \"ADMIN\" WITH \"y\"",
        "CREATE TRIGGER x BEFORE INSERT ON \"PUBLIC\".\"CHILD\" AS 'source'",
        "CREATE SYNONYM x FOR \"PUBLIC\".\"CHILD\"",
        "DELETE FROM \"PUBLIC\".\"CHILD\"",
        "UPDATE \"PUBLIC\".\"CHILD\" SET N = 1",
        "MERGE INTO \"PUBLIC\".\"CHILD\" VALUES (1, 1, 1)",
        "ALTER TABLE \"PUBLIC\".\"CHILD\" DROP COLUMN N",
        "ALTER SYSTEM x",
        "EXPLAIN SELECT 1",
        "@LOOP 1 SELECT 1",
        "CREATE TABLE x(a VARCHAR DEFAULT FILE_READ('x'))",
        "CREATE TABLE x(a VARCHAR GENERATED ALWAYS AS (\"file_read\" ('x')))",
        "CREATE TABLE x(a VARCHAR DEFAULT U&\"\\0046ILE_READ\"('x'))",
        "CREATE TABLE x(a VARCHAR DEFAULT U&\"!0046ILE_READ\" UESCAPE '!' ('x'))",
        "CREATE CONSTANT x VALUE File_Write('x', 'y')",
        "CREATE FORCE VIEW x AS SELECT * FROM CSVREAD('x')",
        "CREATE VIEW x AS SELECT * FROM (SELECT LINK_SCHEMA('','','','','',''))",
        "CREATE ROLE x /* CREATE ALIAS */",
        "CREATE ROLE x -- remark",
        "CREATE ROLE $$x$$",
        "CREATE ROLE `x`",
        "COMMENT ON TABLE \"PUBLIC\".\"CHILD\" IS /* 'x';\nCREATE ALIAS x FOR '" + CALLED + "' */",
        "INSERT INTO \"PUBLIC\".\"KEYLESS\" VALUES (FILE_READ('x'))",
        "INSERT INTO \"PUBLIC\".\"KEYLESS\" VALUES (\"FILE_READ\"('x'))",
        "INSERT INTO \"PUBLIC\".\"KEYLESS\" VALUES (CAST(FILE_READ('x') AS CHAR))",
        "INSERT INTO \"PUBLIC\".\"KEYLESS\" VALUES ((SELECT 'x'))",
        "INSERT INTO \"PUBLIC\".\"KEYLESS\" VALUES (USER)",
        "INSERT INTO \"PUBLIC\".\"KEYLESS\" SELECT 'x'",
        "INSERT INTO \"PUBLIC\".\"KEYLESS\" VALUES ('x') /* y */",
        "INSERT INTO \"PUBLIC\".\"KEYLESS\" VALUES ('x'), ",
        "CREATE ROLE 'not ended"
      })
  void refusesAStatementThatNoSnapshotHas(String statement) throws Exception {
    for (String place :
        List.of("CREATE MEMORY TABLE", "ALTER TABLE \"PUBLIC\".\"CHILD\" ADD CONSTRAINT")) {
      ForgedScript forged = forged(script -> before(script, place, statement + ";\n"));

      CorruptSnapshotException failure = expectCorrupt(forged);
      assertThrows(
          CorruptSnapshotException.class,
          () -> SnapshotVerification.recomputeDigests(forged.manifest, forged.chunks));
      assertThrows(
          CorruptSnapshotException.class,
          () -> Library.restoreByStatements(forged.manifest, forged.chunks));

      assertTrue(failure.toString().contains("script"), failure.toString());
      assertEquals(0, CALLS.get());
    }
  }

  @Test
  void namesTheStatementAndRunsNothingOfIt() throws Exception {
    ForgedScript forged =
        forged(
            script ->
                before(
                    script,
                    "CREATE MEMORY TABLE",
                    "CREATE ALIAS x FOR '" + CALLED + "';\nCALL x();\n"));

    CorruptSnapshotException failure = expectCorrupt(forged);

    assertTrue(
        failure
            .toString()
            .contains("the script holds a statement that no snapshot has: CREATE ALIAS"),
        failure.toString());
    assertEquals(1, opened.size());
    assertEquals(0, CALLS.get());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "(2, 'b') | (1, 'b')       | row keys are not ascending: table=\"PUBLIC\".\"PARENT\"",
        "(2, 'b') | (2, 'a')       | holds a unique value twice",
        "(3, 'c') | (3, 'a')       | a row has no place in its table: table=\"PUBLIC\".\"PARENT\"",
        "(2, 'b') | (2, NULL)      | table=\"PUBLIC\".\"PARENT\" row=2 of the script: NULL",
        "(2, 'b') | (2, 'too long for it') | table=\"PUBLIC\".\"PARENT\" row=2 of the script: error of H2=22001",
        "(2, 'b') | (x, 'b')       | a value of the script is no literal: found=x",
        "(2, 'b') | (2)            | script is not readable: expected=,",
        "(2, 'b') | (2, 'b', 3)    | script is not readable: expected=)",
        "(2, 1, 20) | (2, 9, 20)   | table=\"PUBLIC\".\"CHILD\" rows expected=4 found=4 digest",
        "(3, 3, 30) | (3, -3, 30)  | table=\"PUBLIC\".\"CHILD\" rows expected=4 found=4 digest",
        "(4, NULL, 40) | (4, 4, 40) | table=\"PUBLIC\".\"CHILD\" rows expected=4 found=4 digest",
        "(2, 1, 20) | (2, 1, 21)   | table=\"PUBLIC\".\"CHILD\" rows expected=4 found=4 digest",
        "('y') | ('y'), ('z')      | row keys do not fit the table: table=\"PUBLIC\".\"KEYLESS\" keys=2 rows=3"
      })
  void namesWhatDoesNotFit(String from, String to, String named) throws Exception {
    ForgedScript forged = forged(script -> script.replace(from, to));

    CorruptSnapshotException failure = expectCorrupt(forged);

    assertTrue(failure.toString().contains(named), failure.toString());
    assertEquals(2, opened.size(), "once with trees, once by statements");
  }

  @Test
  void takesRowsInAnyOrder() throws Exception {
    ForgedScript forged =
        forged(
            script ->
                script.replace("(1, 'a'),\n(2, 'b'),\n(3, 'c')", "(3, 'c'),\n(1, 'a'),\n(2, 'b')"));

    try (Library restored = Library.restoreWithTrees(forged.manifest, forged.chunks)) {
      restored.expectSameAs(original);
    }
  }

  @Test
  void refusesAScriptThatEndsTooSoon() throws Exception {
    ForgedScript forged = forged(script -> script.substring(0, script.lastIndexOf(';')));

    assertTrue(expectCorrupt(forged).toString().contains("the script ends inside a statement"));
  }

  private static String before(String script, String place, String statement) {
    int at = script.indexOf(place);
    return script.substring(0, at) + statement + script.substring(at);
  }

  private ForgedScript forged(UnaryOperator<String> change) throws Exception {
    return ForgedScript.of(manifest, chunks, change);
  }

  private CorruptSnapshotException expectCorrupt(ForgedScript forged) {
    opened.clear();
    ScriptRestore restore =
        new ScriptRestore(
            DatabaseSettings.defaults(),
            RestoreProgress.NONE,
            settings -> {
              EmbeddedDatabase database = EmbeddedDatabase.open(settings);
              opened.add(database);
              return database;
            });
    CorruptSnapshotException failure =
        assertThrows(
            CorruptSnapshotException.class,
            () -> restore.run(Library.STORE, forged.manifest, forged.chunks));
    opened.forEach(database -> assertThrows(IllegalStateException.class, database::pin));
    return failure;
  }
}
