package scriptorium.drills.migrate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import scriptorium.drills.CommandLine;
import scriptorium.drills.CommandLine.Seen;
import scriptorium.drills.command.ExitCode;

class MigrateCommandTest {

  @TempDir private Path folder;
  private Path scripts;

  @BeforeEach
  void write() throws IOException {
    scripts = Files.createDirectory(folder.resolve("scripts"));
    script("V001__city.sql", "CREATE TABLE CITY (ID INT PRIMARY KEY, NAME VARCHAR);");
    script("V002__size.sql", "ALTER TABLE CITY ADD COLUMN SIZE INT;");
    script("U002__size.sql", "ALTER TABLE CITY DROP COLUMN SIZE;");
    script("R__cities.sql", "MERGE INTO CITY (ID, NAME) VALUES (1, 'Berlin');");
  }

  private void script(String name, String sql) throws IOException {
    Files.writeString(scripts.resolve(name), sql);
  }

  private Seen migrate(String... more) {
    List<String> words = new ArrayList<>();
    words.addAll(List.of("migrate", "--data", folder.resolve("data").toString()));
    words.addAll(Arrays.asList(more));
    return CommandLine.run("", words.toArray(String[]::new));
  }

  private Seen apply(String... more) {
    List<String> words = new ArrayList<>(List.of("--scripts", scripts.toString()));
    words.addAll(Arrays.asList(more));
    return migrate(words.toArray(String[]::new));
  }

  private static String words(Seen seen, int line) {
    return seen.lines().get(line).replaceAll(" +", " ");
  }

  @Test
  void appliesWhatIsNewAndTellsWhatIs() {
    Seen first = apply();
    Seen again = apply();
    Seen told = migrate();

    assertEquals("", first.err());
    assertEquals("applied V001__city.sql", words(first, 0));
    assertEquals("applied V002__size.sql", words(first, 1));
    assertEquals("refreshed R__cities.sql", words(first, 2));
    assertTrue(first.lines().get(3).startsWith("done, sequence number "), first.out());
    assertTrue(again.out().startsWith("nothing to do, sequence number "), again.out());
    assertTrue(
        words(told, 0).matches("applied 1 2.*Z V001__city.sql sha256=.* \\(no down script\\)"));
    assertTrue(words(told, 1).matches("applied 2 2.*Z V002__size.sql sha256=\\w{64}"), told.out());
    assertEquals(List.of(0, 0, 0), List.of(first.exit(), again.exit(), told.exit()));
  }

  @Test
  void tellsInADryRunWhatItWouldDoAndDoesNothing() {
    for (int i = 0; i < 2; i++) {
      Seen seen = apply("--dry-run");

      assertEquals(
          List.of(
              "no numbered script was applied",
              "pending     V001__city.sql",
              "pending     V002__size.sql",
              "repeatable  R__cities.sql"),
          seen.lines());
      assertEquals(ExitCode.OK, seen.exit());
    }
  }

  @Test
  void takesDownOnlyWhenAskedTo() throws IOException {
    apply();
    Files.delete(scripts.resolve("V002__size.sql"));
    Files.delete(scripts.resolve("U002__size.sql"));

    Seen refused = apply();
    Seen dry = apply("--downgrade", "--dry-run");
    Seen done = apply("--downgrade");

    assertEquals(ExitCode.FAILED, refused.exit());
    assertTrue(refused.err().contains("store=2 (V002__size.sql) program=1"), refused.err());
    assertTrue(dry.out().contains("goes down   U002__size.sql"), dry.out());
    assertEquals("taken down  U002__size.sql", done.lines().get(0), done.out() + done.err());
  }

  @Test
  void namesFileLineAndStatementOfWhatFails() throws IOException {
    script("V003__bad.sql", "CREATE TABLE A (ID INT);\nDROP TABLE\n  MISSING;\n");

    Seen seen = apply();

    assertEquals(ExitCode.FAILED, seen.exit());
    assertTrue(seen.err().startsWith("V003__bad.sql:2: "), seen.err());
    assertTrue(seen.err().contains("[42S02]; statement: DROP TABLE MISSING"), seen.err());
    assertEquals("applied 2", words(migrate(), 1).substring(0, 9));
  }

  @Test
  void refusesFilesThatCannotBeUsed() throws IOException {
    script("V3_bad.sql", "VALUES 1");

    Seen seen = apply();

    assertEquals(ExitCode.USAGE, seen.exit());
    assertTrue(seen.err().contains("wrong name"), seen.err());
    assertEquals(ExitCode.USAGE, CommandLine.run("", "migrate").exit());
  }
}
