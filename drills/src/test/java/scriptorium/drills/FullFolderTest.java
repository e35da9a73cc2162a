package scriptorium.drills;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import scriptorium.drills.command.ExitCode;

/**
 * File systems that do not take more, in a mount namespace of their own, so that nothing outside
 * the test's processes sees them.
 */
class FullFolderTest {

  /** Told to the shell that mounts: the folder, how, then the call. */
  private static final String RUN_MOUNTED =
      """
      mount -t tmpfs -o "$2" none "$1" || exit 77
      shift 2
      "$@" < "$SCRIPT"
      echo "EXIT $?"
      """;

  /** The same, then more room, then a second script. */
  private static final String RUN_AND_ENLARGE =
      """
      folder="$1"
      mount -t tmpfs -o "$2" none "$folder" || exit 77
      shift 2
      "$@" < "$SCRIPT"
      echo "EXIT $?"
      mount -o remount,size=64m "$folder" || exit 77
      "$@" < "$SECOND"
      echo "EXIT $?"
      """;

  @TempDir private Path folder;
  private Path disk;

  @BeforeEach
  void mountPoint() throws IOException, InterruptedException {
    disk = Files.createDirectory(folder.resolve("disk"));
    Process probe =
        new ProcessBuilder("unshare", "-m", "sh", "-c", "mount -t tmpfs none " + disk)
            .redirectErrorStream(true)
            .start();
    String said = new String(probe.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (probe.waitFor() != 0) {
      System.out.println("FullFolderTest skipped: a private mount is not permitted: " + said);
    }
    assumeTrue(probe.exitValue() == 0, "a private mount is not permitted: " + said);
  }

  @Test
  void anUnwritableFolderIsNamed() throws IOException, InterruptedException {
    List<String> lines = run(RUN_MOUNTED, "ro", "VALUES 1;", "");

    assertTrue(lines.get(0).startsWith("scriptorium: "), lines.toString());
    assertTrue(lines.get(0).contains(disk.toString()), lines.toString());
    assertEquals(List.of("EXIT " + ExitCode.ENVIRONMENT), lines.subList(1, lines.size()));
  }

  @Test
  void aFolderWithoutRoomForAJournalIsNamed() throws IOException, InterruptedException {
    List<String> lines = run(RUN_MOUNTED, "size=32k", "VALUES 1;", "");

    assertTrue(lines.get(0).startsWith("scriptorium: "), lines.toString());
    assertTrue(lines.get(0).contains(disk.toString()), lines.toString());
    assertEquals(List.of("EXIT " + ExitCode.ENVIRONMENT), lines.subList(1, lines.size()));
  }

  @Test
  void whatWasAcknowledgedBeforeTheDiskWasFullIsThereAfter()
      throws IOException, InterruptedException {
    String script =
        "CREATE TABLE T (A INT, B VARCHAR(100));\n"
            + "INSERT INTO T SELECT X, 'text that fills a small disk' FROM SYSTEM_RANGE(1, 1000);\n"
                .repeat(200);

    List<String> lines =
        run(RUN_AND_ENLARGE, "size=1m", script, "SELECT 'FOUND ' || COUNT(*) FROM T;");

    long acknowledged = lines.stream().filter(line -> line.startsWith("ACK ")).count() - 1;
    String all = String.join("\n", lines);
    assertTrue(acknowledged > 0, all);
    assertTrue(all.contains("No space left") || all.contains("no room"), all);
    assertTrue(all.contains("EXIT " + ExitCode.ENVIRONMENT), all);
    long found = found(lines);
    assertTrue(found == acknowledged * 1000 || found == (acknowledged + 1) * 1000, all);
    assertTrue(all.endsWith("EXIT " + ExitCode.OK), all);
  }

  private static long found(List<String> lines) {
    return lines.stream()
        .map(String::strip)
        .filter(line -> line.startsWith("FOUND "))
        .mapToLong(line -> Long.parseLong(line.substring("FOUND ".length())))
        .findFirst()
        .orElse(-1);
  }

  private List<String> run(String shell, String mountOptions, String script, String second)
      throws IOException, InterruptedException {
    List<String> call = new ArrayList<>(List.of("unshare", "-m", "sh", "-c", shell, "sh"));
    call.add(disk.toString());
    call.add(mountOptions);
    call.addAll(CommandLine.javaCall("sql", "--ack", "--data", disk.toString(), "-"));
    ProcessBuilder builder = new ProcessBuilder(call).redirectErrorStream(true);
    builder
        .environment()
        .put("SCRIPT", Files.writeString(folder.resolve("1.sql"), script).toString());
    builder
        .environment()
        .put("SECOND", Files.writeString(folder.resolve("2.sql"), second).toString());
    Process process = builder.start();
    String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertTrue(process.waitFor(60, TimeUnit.SECONDS), printed);
    assertEquals(0, process.exitValue(), printed);
    return printed.lines().toList();
  }
}
