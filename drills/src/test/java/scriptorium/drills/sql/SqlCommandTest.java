package scriptorium.drills.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import scriptorium.drills.CommandLine;
import scriptorium.drills.CommandLine.Seen;
import scriptorium.drills.command.ExitCode;

class SqlCommandTest {

  @TempDir private Path folder;

  @Test
  void queriesPrintTablesAndChangesTheirSequenceNumbers() {
    Seen seen =
        sql(
            """
            CREATE TABLE CITY (ID INT PRIMARY KEY, NAME VARCHAR(40));
            INSERT INTO CITY VALUES (1, 'Berlin'), (20, NULL);
            SELECT * FROM CITY ORDER BY ID;
            """);

    assertEquals("", seen.err());
    assertEquals(ExitCode.OK, seen.exit());
    assertTrue(seen.lines().get(0).matches("schema changed, sequence number \\d+"), seen.out());
    assertTrue(seen.lines().get(1).matches("2 rows changed, sequence number \\d+"), seen.out());
    assertEquals(
        List.of(" ID | NAME", "----+--------", "  1 | Berlin", " 20 | NULL", "(2 rows)"),
        seen.lines().subList(2, seen.lines().size()));
  }

  @Test
  void whatWasCommittedIsThereAgain() {
    sql("CREATE TABLE T (ID IDENTITY PRIMARY KEY, A INT); INSERT INTO T (A) VALUES 1;");

    Seen seen = sql("INSERT INTO T (A) VALUES 2; SELECT ID, A FROM T ORDER BY ID;");

    assertTrue(seen.out().contains("  1 | 1\n  2 | 2\n(2 rows)\n"), seen.out() + seen.err());
  }

  @Test
  void anErrorNamesFileAndLineAndStops() throws IOException {
    Path script = Files.createTempFile(folder, "script", ".sql");
    Files.writeString(script, "VALUES 1;\n\nSELECT *\nFROM MISSING;\nVALUES 2;\n");

    Seen seen = CommandLine.run("", "sql", "--data", data(), script.toString());

    assertEquals(ExitCode.FAILED, seen.exit());
    assertTrue(seen.err().startsWith(script + ":3: "), seen.err());
    assertTrue(seen.err().contains("MISSING"), seen.err());
    assertEquals(1, seen.err().lines().count(), seen.err());
    assertFalse(seen.out().contains("2"), seen.out());
  }

  @Test
  void aSyntaxErrorNamesTheLineInsideTheStatement() {
    Seen seen = sql("SELECT\n1\nFORM T;");

    assertEquals(ExitCode.FAILED, seen.exit());
    assertTrue(seen.err().startsWith("stdin:3: "), seen.err());
  }

  @Test
  void anErrorInASchemaChangeNamesTheLine() {
    Seen seen = sql("VALUES 1;\nCREATE TABLE T (ID INT,\nID INT);");

    assertEquals(ExitCode.FAILED, seen.exit());
    assertTrue(seen.err().startsWith("stdin:2: "), seen.err());
  }

  @Test
  void continueGoesOnAndStillSaysThatSomethingFailed() {
    Seen seen = sql("SELCT 1; VALUES 42;", "--continue");

    assertEquals(ExitCode.FAILED, seen.exit());
    assertTrue(seen.err().contains("stdin:1: unknown statement"), seen.err());
    assertTrue(seen.out().contains("42"), seen.out());
  }

  @Test
  void aRefusedMutationLeavesNothing() {
    Seen seen =
        sql(
            """
            CREATE TABLE T (ID INT PRIMARY KEY);
            INSERT INTO T VALUES 1, 2, 1;
            SELECT COUNT(*) AS HOW_MANY FROM T;
            """,
            "--continue");

    assertTrue(seen.err().startsWith("stdin:2: "), seen.err());
    assertTrue(seen.err().contains("[23505]"), seen.err());
    assertTrue(seen.out().endsWith(" HOW_MANY\n----------\n        0\n(1 row)\n"), seen.out());
  }

  @Test
  void transactionsAndSessionsAreNotTheUsers() {
    Seen seen = sql("COMMIT; SET MODE MySQL;", "--continue");

    assertTrue(seen.err().contains("stdin:1: COMMIT is not run"), seen.err());
    assertTrue(seen.err().contains("stdin:1: SET is not run"), seen.err());
  }

  @Test
  void sequencesAndDeltaTablesAreMutationsWithRows() {
    Seen seen =
        sql(
            """
            CREATE SEQUENCE S;
            CREATE TABLE T (ID INT);
            SELECT NEXT VALUE FOR S AS N;
            SELECT ID FROM FINAL TABLE (INSERT INTO T VALUES 7);
            """);

    assertEquals("", seen.err());
    assertTrue(seen.out().contains(" N\n---\n 1\n(1 row)\nchanged, sequence number"), seen.out());
    assertTrue(seen.out().contains(" ID\n----\n  7\n(1 row)\nchanged, sequence"), seen.out());
  }

  @Test
  void acknowledgementsCountStatements() {
    Seen seen = sql("CREATE TABLE T (ID INT); VALUES 1; INSERT INTO T VALUES 1;", "--ack");

    List<String> acks = seen.out().lines().filter(line -> line.startsWith("ACK ")).toList();
    assertTrue(seen.lines().get(0).matches("READY \\d+ 0 \\d+"), seen.out());
    assertEquals(2, acks.size(), seen.out());
    assertTrue(acks.get(0).matches("ACK \\d+ 1"), acks.toString());
    assertTrue(acks.get(1).matches("ACK \\d+ 3"), acks.toString());
  }

  @Test
  void moreRowsThanTheLimitAreAnnounced() {
    Seen seen =
        sql("SELECT X FROM SYSTEM_RANGE(1, 3); SELECT X FROM SYSTEM_RANGE(1, 2)", "--limit", "2");

    assertTrue(seen.out().contains("(first 2 rows; there are more: --limit N)"), seen.out());
    assertTrue(seen.out().endsWith("(2 rows)\n"), seen.out());
  }

  @Test
  void theShellAnswersForItself() {
    Seen seen =
        sql(
            """
            CREATE TABLE "a b" (ID INT);
            INSERT INTO "a b" VALUES 1;
            \\tables
            \\seq
            \\snapshot
            \\help
            \\q
            SELECT 'not reached';
            """);

    assertEquals("", seen.err());
    assertTrue(seen.out().contains(" PUBLIC | a b   | BASE TABLE |    1\n(1 table)"), seen.out());
    assertTrue(seen.out().contains("\nsequence number "), seen.out());
    assertTrue(seen.out().contains("\nsnapshot of sequence number "), seen.out());
    assertTrue(seen.out().contains("\\snapshot  takes a snapshot now"), seen.out());
    assertFalse(seen.out().contains("not reached"), seen.out());
  }

  @Test
  void anUnknownBackslashCommandNamesTheKnownOnes() {
    Seen seen = sql("\\dt");

    assertEquals(ExitCode.FAILED, seen.exit());
    assertEquals(
        "stdin:1: unknown command \\dt, expected one of \\tables \\seq \\snapshot \\help \\q\n",
        seen.err());
  }

  @Test
  void aTextThatEndsInAStringIsNotRun() {
    Seen seen = sql("VALUES 1;\nVALUES 'a");

    assertEquals(ExitCode.FAILED, seen.exit(), seen.toString());
    assertTrue(seen.err().startsWith("stdin:2: not closed"), seen.err());
  }

  @Test
  void storesInOneFolderAreApart() {
    sql("CREATE TABLE T (ID INT);", "--store", "one");

    Seen seen = sql("SELECT * FROM T;", "--store", "two");

    assertEquals(ExitCode.FAILED, seen.exit(), seen.toString());
  }

  private Seen sql(String text, String... options) {
    String[] words = new String[options.length + 3];
    words[0] = "sql";
    words[1] = "--data";
    words[2] = data();
    System.arraycopy(options, 0, words, 3, options.length);
    return CommandLine.run(text, words);
  }

  private String data() {
    return folder.resolve("data").toString();
  }
}
