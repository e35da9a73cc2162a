package scriptorium.drills.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import scriptorium.actors.StorePhase;
import scriptorium.drills.CommandLine;
import scriptorium.drills.CommandLine.Seen;
import scriptorium.drills.command.ExitCode;
import scriptorium.drills.embedded.LocalStore;

class SqlAsOfTest {

  @TempDir private Path folder;

  @BeforeEach
  void write() {
    Seen seen =
        CommandLine.run(
            """
            CREATE TABLE WORD (ID INT PRIMARY KEY, LENGTH INT);
            INSERT INTO WORD VALUES (1, 10);
            \\snapshot
            UPDATE WORD SET LENGTH = 20;
            UPDATE WORD SET LENGTH = 30;
            """,
            "sql",
            "--data",
            folder.toString());
    assertEquals(ExitCode.OK, seen.exit(), seen.toString());
  }

  @Test
  void showsWhatWasThereAtANumber() {
    expectLength("3", 10);
    expectLength("4", 20);
    expectLength("5", 30);
    expectLength("2999-01-01T00:00:00Z", 30);
    assertTrue(asOf("\\seq\n\\tables\n", "4").out().startsWith("sequence number 4\n"));
  }

  @Test
  void readsBesideARunningWriter() throws Exception {
    try (LocalStore writing = LocalStore.open(folder, "main", new HashMap<>())) {
      expectLength("4", 20);
      assertEquals(StorePhase.READY, writing.store().status().phase());
    }
  }

  @Test
  void refusesWhatWritesWithTheReason() {
    for (String text :
        new String[] {"DELETE FROM WORD;", "CREATE TABLE A (B INT);", "\\snapshot\n"}) {
      Seen seen = asOf(text, "4");
      assertEquals(ExitCode.FAILED, seen.exit(), seen.toString());
      assertTrue(
          seen.err().contains("this is the past state at sequence number 4"), seen.toString());
    }
    assertTrue(asOf("COMMIT;", "4").err().contains("COMMIT is not run"));
  }

  @Test
  void saysWhatThereIsWhereTheStateIsNot() {
    Seen seen = asOf("TABLE WORD;", "6");
    assertEquals(ExitCode.ENVIRONMENT, seen.exit(), seen.toString());
    assertTrue(seen.err().contains("asOf=6 there are 0 to 5"), seen.err());
    assertEquals(1, seen.err().lines().count(), seen.err());
  }

  @Test
  void refusesWrongWordsAndMakesNoStore() {
    assertEquals(ExitCode.USAGE, asOf("", "yesterday").exit());
    assertEquals(ExitCode.USAGE, asOf("", "4", "--ack").exit());
    Path none = folder.resolve("none");
    Seen seen = CommandLine.run("", "sql", "--data", none.toString(), "--as-of", "1");
    assertEquals(ExitCode.ENVIRONMENT, seen.exit(), seen.toString());
    assertTrue(seen.err().contains("no such store: folder="), seen.err());
    assertFalse(Files.exists(none));
  }

  private void expectLength(String when, int length) {
    Seen seen = asOf("SELECT LENGTH FROM WORD;", when);
    assertEquals(ExitCode.OK, seen.exit(), seen.toString());
    assertTrue(seen.lines().contains("     " + length), seen.toString());
  }

  private Seen asOf(String text, String when, String... options) {
    String[] words = new String[5 + options.length];
    words[0] = "sql";
    words[1] = "--data";
    words[2] = folder.toString();
    words[3] = "--as-of";
    words[4] = when;
    System.arraycopy(options, 0, words, 5, options.length);
    return CommandLine.run(text, words);
  }
}
