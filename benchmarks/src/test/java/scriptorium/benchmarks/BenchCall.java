package scriptorium.benchmarks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.ServiceLoader;
import scriptorium.drills.Scriptorium;
import scriptorium.drills.command.Command;
import scriptorium.drills.command.ExitCode;
import scriptorium.drills.command.Terminal;

/** A call of {@code ./scriptorium bench} in the test's own process, and what its user sees. */
record BenchCall(int exit, String out, String err) {

  static BenchCall run(String... words) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    Terminal terminal =
        new Terminal(
            new ByteArrayInputStream(new byte[0]),
            new PrintStream(out, true, StandardCharsets.UTF_8),
            new PrintStream(err, true, StandardCharsets.UTF_8),
            false);
    List<Command> commands =
        ServiceLoader.load(Command.class).stream().map(ServiceLoader.Provider::get).toList();
    int exit = new Scriptorium(commands).run(List.of(words), terminal);
    return new BenchCall(
        exit, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
  }

  /** One line that names the mistake and the command's help, and nothing done. */
  void expectUsage(String message, String command) {
    assertEquals(ExitCode.USAGE, exit, err);
    assertTrue(err.contains(message), err);
    assertTrue(err.contains("./scriptorium " + command + " --help"), err);
    assertEquals(1, err.lines().count(), err);
  }

  /** The median that a table shows of a figure. */
  static String median(List<String> table, String figure) {
    return table.stream()
        .map(line -> line.split("\\|"))
        .filter(cells -> cells[0].strip().equals(figure))
        .map(cells -> cells[1].strip())
        .findFirst()
        .orElse("no such figure: " + figure);
  }
}
