package scriptorium.drills;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import scriptorium.drills.CommandLine.Seen;
import scriptorium.drills.command.ExitCode;

/** What goes wrong outside the program: one clear line and the right exit code each. */
class BadInputTest {

  @TempDir private Path folder;

  @Test
  void anUnknownOptionIsNamed() {
    Seen seen = CommandLine.run("", "sql", "--dta", "x");

    expect(ExitCode.USAGE, seen, "unknown option '--dta'");
  }

  @Test
  void theFolderMustBeGiven() {
    expect(ExitCode.USAGE, CommandLine.run("", "sql"), "--data DIR is required");
  }

  @Test
  void aScriptThatIsNotThereIsNamed() {
    Seen seen = CommandLine.run("", "sql", "--data", data(), folder.resolve("no.sql").toString());

    expect(ExitCode.USAGE, seen, "no such file: " + folder.resolve("no.sql"));
  }

  @Test
  void aStoreNameThatMakesNoFolderIsRefused() {
    Seen seen = CommandLine.run("", "sql", "--data", data(), "--store", "../up");

    expect(ExitCode.USAGE, seen, "name=../up");
  }

  @Test
  void aSettingOutOfRangeNamesKeyRangeAndValue() {
    Seen seen =
        CommandLine.runWith(
            Map.of("scriptorium.store.read.connections", "0"), "", "sql", "--data", data());

    expect(ExitCode.USAGE, seen, "scriptorium.store.read.connections expected=1 to 60000 found=0");
  }

  @Test
  void aFolderThatCannotBeMadeIsNamed() throws IOException {
    Path file = Files.writeString(folder.resolve("file"), "not a folder");

    Seen seen = CommandLine.run("VALUES 1;", "sql", "--data", file.resolve("data").toString());

    expect(ExitCode.ENVIRONMENT, seen, file.resolve("data").toString());
  }

  @Test
  void aStoreFolderThatIsAFileIsNamed() throws IOException {
    Path file =
        Files.writeString(Files.createDirectory(folder.resolve("data")).resolve("main"), "");

    Seen seen = CommandLine.run("VALUES 1;", "sql", "--data", data());

    expect(ExitCode.ENVIRONMENT, seen, file.toString());
  }

  @Test
  void aFolderHeldByAnotherProcessNamesTheHolder() throws IOException, InterruptedException {
    Process holder =
        new ProcessBuilder(CommandLine.javaCall("sql", "--ack", "--data", data(), "-"))
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    try (BufferedReader out =
        new BufferedReader(
            new InputStreamReader(holder.getInputStream(), StandardCharsets.UTF_8))) {
      assertTrue(String.valueOf(out.readLine()).startsWith("READY "));

      Seen seen = CommandLine.run("VALUES 1;", "sql", "--data", data());

      expect(ExitCode.ENVIRONMENT, seen, folder.resolve("data").resolve("main").toString());
      assertTrue(seen.err().contains(Long.toString(holder.pid())), seen.err());
    } finally {
      holder.destroyForcibly();
      holder.waitFor();
    }
  }

  private static void expect(int exit, Seen seen, String text) {
    assertTrue(seen.err().contains(text), seen.toString());
    assertEquals(1, seen.err().lines().count(), seen.err());
    assertEquals(exit, seen.exit(), seen.err());
    assertEquals("", seen.out());
  }

  private String data() {
    return folder.resolve("data").toString();
  }
}
