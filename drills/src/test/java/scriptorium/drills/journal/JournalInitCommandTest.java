package scriptorium.drills.journal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import scriptorium.drills.CommandLine;
import scriptorium.drills.CommandLine.Seen;
import scriptorium.persistence.postgres.PostgresSchema;
import scriptorium.servers.PostgresServer;
import scriptorium.servers.SharedPostgres;

final class JournalInitCommandTest {

  @TempDir private Path folder;
  private String schema;
  private Path passwordFile;

  @BeforeEach
  void makeSchema() throws SQLException, IOException {
    schema = SharedPostgres.newSchema();
    passwordFile = Files.writeString(folder.resolve("password"), server().password() + "\n");
  }

  private static PostgresServer server() {
    return SharedPostgres.server();
  }

  private Seen init() {
    return CommandLine.run(
        "",
        "journal",
        "init",
        "--url",
        server().url(schema),
        "--user",
        server().user(),
        "--password-file",
        passwordFile.toString());
  }

  @Test
  void makesTablesOnce() {
    Seen first = init();
    Seen second = init();

    assertEquals(0, first.exit(), first.err());
    assertTrue(first.out().startsWith("tables made in jdbc:postgresql:"), first.out());
    assertEquals(0, second.exit(), second.err());
    assertTrue(second.out().startsWith("nothing to do in "), second.out());
    assertFalse(first.out().contains(server().password()));
  }

  @Test
  void tellsATableThatIsNotAsItMustBe() throws SQLException {
    try (Connection connection = server().connect(schema);
        Statement statement = connection.createStatement()) {
      statement.execute(PostgresSchema.sql());
      statement.execute("alter table snapshot drop column created");
    }

    Seen seen = init();

    assertEquals(1, seen.exit());
    assertTrue(seen.err().contains("column created of \"snapshot\""), seen.err());
  }

  @Test
  void printsTheStatementsForAHand() {
    Seen seen = CommandLine.run("", "journal", "init", "--print");

    assertEquals(0, seen.exit());
    assertEquals(PostgresSchema.sql(), seen.out());
  }

  @Test
  void refusesWhatCannotBe() throws IOException {
    Files.writeString(passwordFile, "wrong");
    assertEquals(3, init().exit());
    assertEquals(2, CommandLine.run("", "journal", "init", "--url", "jdbc:mysql://x/y").exit());
    Seen nowhere =
        CommandLine.run("", "journal", "init", "--url", "jdbc:postgresql://127.0.0.1:1/x");
    assertEquals(3, nowhere.exit());
    assertTrue(nowhere.err().contains("cannot be reached"), nowhere.err());
  }

  @Test
  void wantsAUrl() {
    Seen seen = CommandLine.run("", "journal", "init");

    assertEquals(2, seen.exit());
    assertTrue(seen.err().contains("--url"), seen.err());
    assertEquals(0, CommandLine.run("", "journal", "init", "--help").exit());
  }
}
