package scriptorium.actors;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A process killed in the middle of a schema change: nothing of the change has happened. */
final class MigrationKillTest {

  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(ints = {GateTrigger.TRIAL, GateTrigger.PAUSE})
  void leavesNothingOfTheChangeAndAllThatWasWritten(int run) throws Exception {
    killAt(run);

    try (StoreFixture store = StoreFixture.in(folder).ready()) {
      assertEquals(List.of("0,zero", "1,one"), store.rows("select * from word order by id"));
      store.schema(MigrationProgram.SCRIPT);
      store.crash();
      assertEquals(List.of("0,changed,7", "1,one,7"), store.rows("select * from word order by id"));
    }
  }

  private void killAt(int run) throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                MigrationProgram.class.getName(),
                folder.toString(),
                Integer.toString(run))
            .redirectErrorStream(true)
            .start();
    try (BufferedReader output =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      StringBuilder seen = new StringBuilder();
      for (String line = output.readLine();
          line != null && !line.equals(MigrationProgram.THERE);
          line = output.readLine()) {
        seen.append(line).append('\n');
      }
      process.destroyForcibly();
      assertEquals(128 + 9, process.waitFor(), seen.toString());
    }
  }
}
