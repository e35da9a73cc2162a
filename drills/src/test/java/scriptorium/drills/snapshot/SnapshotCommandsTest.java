package scriptorium.drills.snapshot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.h2.tools.RunScript;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import scriptorium.drills.CommandLine;
import scriptorium.drills.CommandLine.Seen;
import scriptorium.drills.command.ExitCode;
import scriptorium.drills.embedded.LocalStore;

class SnapshotCommandsTest {
  private static final Pattern TAKEN = Pattern.compile("snapshot (\\d+) taken and proved: .*");

  @TempDir private Path folder;
  private Path data;
  private String number = "";

  @BeforeEach
  void fillAndTake() {
    data = folder.resolve("data");
    sql(
        "CREATE TABLE CITY (ID INT PRIMARY KEY, NAME VARCHAR(40)); CREATE VIEW V AS SELECT NAME N"
            + " FROM CITY; ALTER TABLE CITY ADD COLUMN SIZE INT;");
    sql("INSERT INTO CITY VALUES (1, 'Berlin', 3), (2, 'Potsdam', NULL);");
    number = take();
  }

  @Test
  void listsWhatIsKept() {
    Seen seen = expect(ExitCode.OK, "snapshot", "list", "--data", data());

    assertEquals(3, seen.lines().size(), seen.out());
    assertTrue(
        seen.lines().get(2).matches(" *" + number + " \\| .* 1 \\| +2 \\| zstd +\\| none .*kept"),
        seen.out());
    Seen json = expect(ExitCode.OK, "snapshot", "list", "--data", data(), "--json");
    assertTrue(json.out().contains("\"sequenceNumber\": " + number), json.out());
    assertTrue(json.out().contains("\"rows\": 2"), json.out());
  }

  @Test
  void provesAllOrOne() {
    take();

    Seen all = expect(ExitCode.OK, "snapshot", "verify", "--data", data(), "--restore");
    Seen one = expect(ExitCode.OK, "snapshot", "verify", "--data", data(), "--json", number);

    assertEquals(2, all.lines().size(), all.out());
    assertTrue(all.out().contains("snapshot " + number + " proved and restored: 1 table, 2 rows"));
    assertTrue(one.out().contains("\"restored\": false"), one.out());
  }

  @Test
  void namesTheFirstBadOne() throws Exception {
    Path chunk = chunks().get(0);
    byte[] bytes = Files.readAllBytes(chunk);
    bytes[bytes.length / 2] ^= 1;
    Files.write(chunk, bytes);

    Seen bad = expect(ExitCode.FAILED, "snapshot", "verify", "--data", data());
    assertTrue(
        bad.err().startsWith("scriptorium: snapshot " + number + " is not proved: "), bad.err());
    assertEquals(1, bad.err().lines().count(), bad.err());
    expect(ExitCode.FAILED, "snapshot", "export", "--data", data(), number, file("x").toString());
    assertFalse(Files.exists(file("x")));

    Files.delete(chunk);
    Seen list = expect(ExitCode.OK, "snapshot", "list", "--data", data());
    assertTrue(list.out().contains("bad: chunk="), list.out());
  }

  @Test
  void worksBesideARunningStoreButTakesAndImportsOnlyAlone() throws Exception {
    expect(ExitCode.OK, "snapshot", "export", "--data", data(), number, file("x").toString());
    try (LocalStore running = LocalStore.open(data, "main", Map.of())) {
      assertTrue(running.store().status().sequenceNumber().value() > 0);
      expect(ExitCode.OK, "snapshot", "list", "--data", data());
      expect(ExitCode.OK, "snapshot", "verify", "--data", data());
      expect(ExitCode.OK, "snapshot", "export", "--data", data(), number, file("y").toString());
      expect(ExitCode.OK, "snapshot", "cat", "--data", data());

      Seen take = CommandLine.run("", "snapshot", "take", "--data", data());
      Seen put = CommandLine.run("", "snapshot", "import", "--data", data(), file("x").toString());

      assertEquals(ExitCode.ENVIRONMENT, take.exit(), take.err());
      assertTrue(take.err().contains("store folder is in use"), take.err());
      assertEquals(ExitCode.ENVIRONMENT, put.exit(), put.err());
      assertTrue(put.err().contains("store folder is in use"), put.err());
    }
    assertEquals(-1, Files.mismatch(file("x"), file("y")));
  }

  @Test
  void startsANewStoreFromAnImportedSnapshot() {
    sql("INSERT INTO CITY VALUES (3, 'later', 1);");
    export(number, "x");
    data = folder.resolve("other");

    Seen seen = expect(ExitCode.OK, "snapshot", "import", "--data", data(), file("x").toString());

    assertTrue(seen.out().contains("snapshot " + number + " of store main imported"), seen.out());
    Seen rows = sql("SELECT ID, N FROM CITY JOIN V ON N = NAME ORDER BY ID;");
    assertTrue(rows.out().contains("  1 | Berlin\n  2 | Potsdam\n(2 rows)"), rows.out());
    Seen written = sql("INSERT INTO CITY VALUES (4, 'new', 1);");
    assertTrue(written.out().contains("1 row changed"), written.out());
    Seen again = sql("SELECT COUNT(*) AS C FROM CITY;");
    assertTrue(again.out().contains(" 3\n"), again.out());
  }

  @Test
  void putsASnapshotBackThatTheJournalCovers() throws Exception {
    export(number, "x");
    sql("INSERT INTO CITY VALUES (3, 'later', 1);");
    Seen twice = CommandLine.run("", "snapshot", "import", "--data", data(), file("x").toString());
    assertEquals(ExitCode.FAILED, twice.exit());
    assertTrue(twice.err().contains("--force replaces it"), twice.err());
    for (Path chunk : chunks()) {
      Files.writeString(chunk, "damaged");
    }

    expect(ExitCode.OK, "snapshot", "import", "--data", data(), "--force", file("x").toString());

    expect(ExitCode.OK, "snapshot", "verify", "--data", data(), number);
    assertTrue(sql("SELECT COUNT(*) AS C FROM CITY;").out().contains(" 3\n"));
  }

  @Test
  void refusesASnapshotThatDoesNotBelongThere() {
    export(number, "x");
    sql("INSERT INTO CITY VALUES (3, 'later', 1);");
    export(take(), "ahead");
    data = folder.resolve("other");
    expect(ExitCode.OK, "snapshot", "import", "--data", data(), file("x").toString());

    expectRefused("is ahead of the journal", file("ahead"));
    sql("INSERT INTO CITY VALUES (4, 'of another history', 1);");
    sql("INSERT INTO CITY VALUES (5, 'of another history', 1);");
    sql("INSERT INTO CITY VALUES (6, 'of another history', 1);");
    expectRefused("another history", file("ahead"));
    Seen named =
        CommandLine.run(
            "", "snapshot", "import", "--data", data(), "--store", "other", file("x").toString());
    assertEquals(ExitCode.FAILED, named.exit());
    assertTrue(named.err().contains("storeId=main store=other"), named.err());
  }

  @Test
  void refusesASnapshotWhoseEventsAreDeleted() {
    export(number, "x");
    for (int i = 0; i < 3; i++) {
      sql("UPDATE CITY SET SIZE = " + i + ";");
      take();
    }

    expectRefused("events behind the snapshot are deleted", file("x"));
  }

  @Test
  void refusesADamagedFileAndChangesNothing() throws Exception {
    export(number, "x");
    byte[] bytes = Files.readAllBytes(file("x"));
    bytes[bytes.length - 40] ^= 1;
    Files.write(file("x"), bytes);
    data = folder.resolve("other");

    expectRefused("chunk=", file("x"));

    assertFalse(Files.exists(data));
  }

  @Test
  void writesNoFileOverAnotherUnlessForced() throws Exception {
    Files.writeString(file("x"), "precious");

    Seen refused =
        CommandLine.run("", "snapshot", "export", "--data", data(), number, file("x").toString());

    assertEquals(ExitCode.FAILED, refused.exit());
    assertTrue(refused.err().contains("file exists: file=" + file("x")), refused.err());
    assertEquals("precious", Files.readString(file("x")));
    expect(
        ExitCode.OK,
        "snapshot",
        "cat",
        "--data",
        data(),
        "--force",
        "newest",
        file("x").toString());
    assertTrue(Files.readString(file("x")).endsWith("-- end of snapshot\n"));
    try (Stream<Path> files = Files.list(folder)) {
      assertEquals(2, files.count(), "a temporary file is left");
    }
  }

  @Test
  void catIsLoadedByH2() throws Exception {
    Seen seen = expect(ExitCode.OK, "snapshot", "cat", "--data", data());

    try (Connection loaded = DriverManager.getConnection("jdbc:h2:mem:")) {
      RunScript.execute(loaded, new StringReader(seen.out()));
      try (Statement statement = loaded.createStatement();
          ResultSet rows = statement.executeQuery("SELECT COUNT(*), MAX(N) FROM V")) {
        assertTrue(rows.next());
        assertEquals(2, rows.getInt(1));
        assertEquals("Potsdam", rows.getString(2));
      }
    }
  }

  @Test
  void readsProtectedSnapshotsByTheStoresSettings() {
    String root = "scriptorium.store.snapshot.protection.";
    Map<String, String> key = Map.of(root + "keys.k1.value", "ab".repeat(32));
    Map<String, String> settings =
        Map.of(
            root + "keys.k1.value",
            "ab".repeat(32),
            root + "sign-with",
            "k1",
            root + "encrypt-with",
            "k1",
            root + "accept-unprotected",
            "on");
    sql("INSERT INTO CITY VALUES (3, 'later', 1);");
    Seen taken = CommandLine.runWith(settings, "", "snapshot", "take", "--data", data());
    assertEquals(ExitCode.OK, taken.exit(), taken.err());

    Seen closed = expect(ExitCode.OK, "snapshot", "list", "--data", data());
    Seen open = CommandLine.runWith(key, "", "snapshot", "list", "--data", data());
    Seen bad = CommandLine.run("", "snapshot", "cat", "--data", data());
    Seen proved = CommandLine.runWith(key, "", "snapshot", "verify", "--data", data());

    assertTrue(closed.out().contains("closed: key of a snapshot is missing: keyId=k1"));
    assertTrue(open.out().contains("signed k1, encrypted k1"), open.out());
    assertEquals(ExitCode.FAILED, bad.exit());
    assertTrue(bad.err().contains("keyId=k1"), bad.err());
    assertEquals(ExitCode.OK, proved.exit(), proved.err());
  }

  @Test
  void saysWhatIsWrongInOneLine() {
    Seen noStore =
        expect(ExitCode.ENVIRONMENT, "snapshot", "list", "--data", file("none").toString());
    Seen noSnapshot = expect(ExitCode.FAILED, "snapshot", "cat", "--data", data(), "999");
    Seen noData = expect(ExitCode.USAGE, "snapshot", "verify");
    Seen noFile =
        expect(ExitCode.ENVIRONMENT, "snapshot", "import", "--data", data(), file("-").toString());
    Seen noNumber = expect(ExitCode.USAGE, "snapshot", "verify", "--data", data(), "x");

    assertTrue(noStore.err().contains("no such store: folder="), noStore.err());
    assertTrue(noSnapshot.err().contains("sequenceNumber=999; there are " + number));
    assertTrue(noData.err().contains("--data DIR is required"), noData.err());
    assertTrue(noFile.err().contains("no such file"), noFile.err());
    assertTrue(noNumber.err().contains("found 'x'"), noNumber.err());
  }

  private void expectRefused(String problem, Path file) {
    Seen seen = CommandLine.run("", "snapshot", "import", "--data", data(), file.toString());
    assertEquals(ExitCode.FAILED, seen.exit(), seen.out() + seen.err());
    assertTrue(seen.err().contains(problem), seen.err());
  }

  private void export(String snapshot, String name) {
    expect(ExitCode.OK, "snapshot", "export", "--data", data(), snapshot, file(name).toString());
  }

  private String take() {
    Seen seen = expect(ExitCode.OK, "snapshot", "take", "--data", data());
    Matcher taken = TAKEN.matcher(seen.lines().get(0));
    assertTrue(taken.matches(), seen.out());
    return taken.group(1);
  }

  private Seen sql(String statements) {
    Seen seen = CommandLine.run(statements, "sql", "--data", data(), "-");
    assertEquals(ExitCode.OK, seen.exit(), seen.err());
    return seen;
  }

  private static Seen expect(int exit, String... words) {
    Seen seen = CommandLine.run("", words);
    assertEquals(exit, seen.exit(), seen.out() + seen.err());
    return seen;
  }

  private List<Path> chunks() throws IOException {
    try (Stream<Path> files = Files.list(data.resolve("main").resolve("snapshots"))) {
      return files.filter(file -> file.getFileName().toString().contains("%7C")).toList();
    }
  }

  private String data() {
    return data.toString();
  }

  private Path file(String name) {
    return folder.resolve(name);
  }
}
