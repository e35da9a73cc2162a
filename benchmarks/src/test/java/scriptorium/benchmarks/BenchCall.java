package scriptorium.benchmarks;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.ServiceLoader;
import scriptorium.drills.Scriptorium;
import scriptorium.drills.command.Command;
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
}
