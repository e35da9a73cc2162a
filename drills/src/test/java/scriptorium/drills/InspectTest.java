package scriptorium.drills;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import scriptorium.drills.CommandLine.Seen;
import scriptorium.drills.command.ExitCode;
import scriptorium.drills.embedded.LocalStore;

class InspectTest {

  private static final String WORDS =
      """
      CREATE TABLE WORD (ID INT PRIMARY KEY, TEXT VARCHAR(40), LENGTH INT);
      INSERT INTO WORD VALUES (1, 'alpha', 5), (2, 'beta', 4);
      UPDATE WORD SET LENGTH = 9 WHERE ID = 1;
      DELETE FROM WORD WHERE ID = 2;
      """;
  private static final String NEEDLE = "needle in the haystack";

  @TempDir private Path folder;

  @Test
  void showsSnapshotsSegmentsEpochsSchemaChangesAndChangeSets() {
    sql(WORDS + "\\snapshot\n");

    Seen seen = inspect();

    assertEquals(ExitCode.OK, seen.exit(), seen.toString());
    expect(seen, "store main: ");
    expect(seen, "sequence numbers  1 to 5");
    expect(seen, "closed in order");
    expect(seen, " | all files there");
    expect(seen, "segment-0000000001-0000000000.log");
    expect(seen, "| CREATE TABLE WORD");
    expect(seen, "change set 'INSERT INTO WORD VALUES (1, 'alpha', 5), (2, 'beta', 4)'");
    expect(seen, "  PUBLIC.WORD +2  txId=");
    expect(seen, "  PUBLIC.WORD ~1  txId=");
    assertFalse(seen.out().contains("verified"), seen.out());
  }

  @Test
  void showsRowsOfTheEventsAskedFor() {
    sql(WORDS);

    Seen seen = inspect("--from", "3", "--to", "4", "--rows");

    assertEquals(ExitCode.OK, seen.exit(), seen.toString());
    expect(seen, "events 3 to 4");
    expect(seen, "+ PUBLIC.WORD #1 (1, 'alpha', 5)");
    expect(seen, "~ PUBLIC.WORD #1 column 3 = 9");
    assertFalse(seen.out().contains("- PUBLIC.WORD #2"), seen.out());
  }

  @Test
  void verifiesJournalAndSnapshots() {
    sql(WORDS + "\\snapshot\n" + "INSERT INTO WORD VALUES (3, 'gamma', 5);");

    Seen seen = inspect("--verify");

    assertEquals(ExitCode.OK, seen.exit(), seen.toString());
    expect(seen, " | proved");
    expect(seen, "verified: no damage found");
  }

  @Test
  void verifiesChangeSetsInParts() {
    CommandLine.runWith(
        Map.of("scriptorium.store.write.part-bytes", "1KiB"),
        WORDS + "INSERT INTO WORD SELECT X, 'word ' || X, X FROM SYSTEM_RANGE(10, 300);",
        "sql",
        "--data",
        folder.toString());

    Seen seen = inspect("--verify");

    assertEquals(ExitCode.OK, seen.exit(), seen.toString());
    expect(seen, "  end of ");
    expect(seen, "verified: no damage found");
  }

  @Test
  void namesFileAndOffsetOfADamagedFrame() throws IOException {
    sql(WORDS + "INSERT INTO WORD VALUES (3, '" + NEEDLE + "', 0); DELETE FROM WORD;");
    Path segment = fileWith(NEEDLE);
    byte[] bytes = Files.readAllBytes(segment);
    int offset = indexOf(bytes, NEEDLE);
    bytes[offset] ^= 1;
    Files.write(segment, bytes);

    Seen seen = inspect("--verify");

    assertEquals(ExitCode.FAILED, seen.exit(), seen.toString());
    assertTrue(seen.err().contains("file=" + segment), seen.err());
    long named = named(seen.err());
    assertTrue(named <= offset && named > offset - 1000, seen.err() + " damaged at " + offset);
    expect(seen, "INSERT INTO WORD VALUES (1, 'alpha', 5)");
  }

  @Test
  void showsAnEncryptedJournalToWhoeverHasItsKey() {
    String protection = "scriptorium.journal.protection.";
    Map<String, String> key = Map.of(protection + "keys.k1.value", "5e".repeat(32));
    Map<String, String> encrypting = new HashMap<>(key);
    encrypting.put(protection + "encrypt-with", "k1");
    Seen written = CommandLine.runWith(encrypting, WORDS, "sql", "--data", folder.toString());
    assertEquals(ExitCode.OK, written.exit(), written.toString());

    Seen seen = CommandLine.runWith(key, "", "inspect", "--data", folder.toString(), "--verify");
    Seen withoutKey = inspect();

    assertEquals(ExitCode.OK, seen.exit(), seen.toString());
    expect(seen, "| encrypted keyId=k1");
    expect(seen, "verified: no damage found");
    assertEquals(ExitCode.ENVIRONMENT, withoutKey.exit(), withoutKey.toString());
    assertTrue(withoutKey.err().contains("key is missing: keyId=k1 file="), withoutKey.err());
    assertTrue(withoutKey.err().contains("scriptorium.journal.protection.keys"), withoutKey.err());
  }

  @Test
  void namesTheFileOfADamagedSnapshot() throws IOException {
    sql(WORDS + "\\snapshot\n");
    for (Path file : snapshotFiles()) {
      byte[] whole = Files.readAllBytes(file);
      byte[] bytes = whole.clone();
      bytes[bytes.length / 2] ^= 1;
      Files.write(file, bytes);

      Seen seen = inspect("--verify");

      assertEquals(ExitCode.FAILED, seen.exit(), seen.toString());
      assertTrue(seen.err().contains("file=" + file), seen.err());
      assertTrue(seen.err().contains("offset="), seen.err());
      expect(seen, "not good: ");
      Files.write(file, whole);
    }
    assertEquals(ExitCode.OK, inspect("--verify").exit());
  }

  @Test
  void namesAMissingPartOfASnapshotWithoutBeingAskedToVerify() throws IOException {
    sql(WORDS + "\\snapshot\n");
    for (Path file : snapshotFiles()) {
      if (!file.getFileName().toString().startsWith("main@")) {
        Files.delete(file);
      }
    }

    Seen seen = inspect();

    assertEquals(ExitCode.FAILED, seen.exit(), seen.toString());
    expect(seen, "not good: chunk=0 of it is missing");
  }

  @Test
  void aTornTailIsToldAndIsNoDamage() throws IOException {
    sql(WORDS);
    Path segment = fileWith("alpha");
    byte[] bytes = Files.readAllBytes(segment);
    int seal = lastFrame(bytes);
    // As a crash leaves it: half a header, and nothing behind.
    Arrays.fill(bytes, seal + 40, bytes.length, (byte) 0);
    Files.write(segment, bytes);

    Seen seen = inspect("--verify");

    assertEquals(ExitCode.OK, seen.exit(), seen.toString());
    expect(seen, "torn tail         file=" + segment.getFileName() + " offset=" + seal);
    expect(seen, "not closed");
  }

  @Test
  void repairMakesAStoreStartableAndSaysWhatIsLost() throws IOException {
    sql(WORDS + "INSERT INTO WORD VALUES (3, '" + NEEDLE + "', 0); DELETE FROM WORD;");
    Path segment = fileWith(NEEDLE);
    byte[] bytes = Files.readAllBytes(segment);
    bytes[indexOf(bytes, NEEDLE)] ^= 1;
    Files.write(segment, bytes);

    Seen planned = inspect("--repair", "--dry-run");
    assertEquals(ExitCode.FAILED, planned.exit(), planned.toString());
    expect(planned, "nothing was changed (--dry-run)");
    Seen seen = inspect("--repair");

    assertEquals(ExitCode.OK, seen.exit(), seen.toString());
    expect(seen, "damaged           file=" + segment);
    expect(seen, "kept              up to sequence number 5");
    expect(seen, "LOST              sequence numbers 6 to 7");
    expect(seen, "copied aside      file=" + segment.getFileName());
    expect(seen, "repaired: the store can start");
    assertEquals(ExitCode.OK, inspect("--verify").exit());
    expect(CommandLine.run("SELECT COUNT(*) AS N FROM WORD;", "sql", "--data", "" + folder), "1");
    expect(inspect("--repair"), "nothing to repair");
  }

  @Test
  void repairLosesNothingThatASnapshotHolds() throws IOException {
    sql(WORDS + "INSERT INTO WORD VALUES (3, '" + NEEDLE + "', 0);\n\\snapshot\n");
    Path segment = fileWith("segment-0000000001", NEEDLE);
    byte[] bytes = Files.readAllBytes(segment);
    int at = indexOf(bytes, NEEDLE);
    bytes[at] ^= 1;
    Files.write(segment, bytes);

    Seen seen = inspect("--repair");

    assertEquals(ExitCode.OK, seen.exit(), seen.toString());
    expect(seen, "6 is good");
    expect(seen, "lost              nothing");
    expect(CommandLine.run("SELECT COUNT(*) AS N FROM WORD;", "sql", "--data", "" + folder), "2");
  }

  @Test
  void repairIsRefusedWhileTheStoreIsOpen() throws Exception {
    sql(WORDS);
    try (LocalStore writing = LocalStore.open(folder, "main", new HashMap<>())) {
      Seen seen = inspect("--repair");

      assertEquals(ExitCode.ENVIRONMENT, seen.exit(), seen.toString());
      assertTrue(seen.err().contains("in use"), seen.err());
      assertTrue(seen.err().contains("pid="), seen.err());
      assertEquals(ExitCode.USAGE, inspect("--repair", "--verify").exit());
      assertEquals(ExitCode.USAGE, inspect("--dry-run").exit());
      writing.store().status();
    }
  }

  @Test
  void readsBesideARunningWriter() throws Exception {
    sql(WORDS);
    try (LocalStore writing = LocalStore.open(folder, "main", new HashMap<>())) {
      for (int i = 0; i < 50; i++) {
        int id = 10 + i;
        var write =
            writing
                .store()
                .write(
                    "live " + id,
                    connection -> {
                      try (var insert =
                          connection.prepareStatement("INSERT INTO WORD VALUES (?, 'x', 1)")) {
                        insert.setInt(1, id);
                        return insert.executeUpdate();
                      }
                    });
        if (i % 10 == 0) {
          Seen seen = inspect("--verify");
          assertEquals(ExitCode.OK, seen.exit(), seen.toString());
          expect(seen, "not closed");
        }
        LocalStore.await(write).orThrow();
      }
    }
    expect(inspect("--verify"), "'live 59'");
  }

  @Test
  void jsonTellsTheSame() {
    sql(WORDS + "\\snapshot\n");

    Seen seen = inspect("--json", "--verify", "--from=3", "--to=3", "--rows");

    assertEquals(ExitCode.OK, seen.exit(), seen.toString());
    expect(seen, "\"lastNumber\": 5");
    expect(seen, "\"proved\": true");
    expect(seen, "\"damage\": null");
    expect(seen, "\"inserted\": 2");
    expect(seen, "\"+ PUBLIC.WORD #2 (2, 'beta', 4)\"");
  }

  @Test
  void listsAllStoresOfAFolder() {
    sql(WORDS);
    CommandLine.run(WORDS, "sql", "--data", folder.toString(), "--store", "other");

    Seen seen = inspect();

    assertEquals(ExitCode.OK, seen.exit(), seen.toString());
    assertTrue(seen.out().indexOf("store main: ") < seen.out().indexOf("store other: "));
  }

  @Test
  void anEmptyFolderHoldsNoStore() {
    Seen seen = inspect("--verify");

    assertEquals(ExitCode.OK, seen.exit(), seen.toString());
    expect(seen, "no stores in " + folder);
  }

  @Test
  void whatIsNotThereOrNotMeantIsRefused() {
    Seen nothing = CommandLine.run("", "inspect", "--data", folder.resolve("none").toString());
    assertEquals(ExitCode.ENVIRONMENT, nothing.exit());
    assertTrue(nothing.err().contains("no such folder: folder="), nothing.err());
    assertEquals(ExitCode.ENVIRONMENT, inspect("--store", "none").exit());
    assertEquals(ExitCode.USAGE, CommandLine.run("", "inspect").exit());
    assertEquals(ExitCode.USAGE, inspect("--from", "0").exit());
    assertEquals(ExitCode.USAGE, inspect("--from", "5", "--to", "4").exit());
  }

  private void sql(String text) {
    Seen seen = CommandLine.run(text, "sql", "--data", folder.toString());
    assertEquals(ExitCode.OK, seen.exit(), seen.toString());
  }

  private Seen inspect(String... options) {
    String[] words =
        Stream.concat(Stream.of("inspect", "--data", folder.toString()), Stream.of(options))
            .toArray(String[]::new);
    return CommandLine.run("", words);
  }

  private static void expect(Seen seen, String text) {
    assertTrue(seen.out().contains(text), text + " expected in: " + seen);
  }

  private List<Path> snapshotFiles() throws IOException {
    try (Stream<Path> files = Files.list(folder.resolve("main/snapshots"))) {
      return files.sorted().toList();
    }
  }

  private Path fileWith(String text) throws IOException {
    return fileWith("", text);
  }

  private Path fileWith(String prefix, String text) throws IOException {
    try (Stream<Path> files = Files.list(folder.resolve("main"))) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        if (file.getFileName().toString().startsWith(prefix)
            && indexOf(Files.readAllBytes(file), text) >= 0) {
          return file;
        }
      }
    }
    throw new AssertionError("no file contains '" + text + "'");
  }

  private static int indexOf(byte[] bytes, String text) {
    return new String(bytes, StandardCharsets.ISO_8859_1).indexOf(text);
  }

  /** Where the last frame begins, by its magic. */
  private static int lastFrame(byte[] bytes) {
    return new String(bytes, StandardCharsets.ISO_8859_1).lastIndexOf("SFRM");
  }

  private static long named(String message) {
    Matcher matcher = Pattern.compile("offset=(\\d+)").matcher(message);
    assertTrue(matcher.find(), message);
    return Long.parseLong(matcher.group(1));
  }
}
