package scriptorium.benchmarks;

import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import scriptorium.drills.command.Command;
import scriptorium.drills.command.ExitCode;
import scriptorium.drills.command.Options;
import scriptorium.drills.command.Terminal;
import scriptorium.drills.embedded.QuietLogging;
import scriptorium.drills.print.Json;

/**
 * What all commands of {@code ./scriptorium bench} do alike: the options {@code --json FILE} and
 * {@code --check}, a temporary folder, the machine in the report, the table, the exit code.
 *
 * <pre>{@code
 * BenchRun run = BenchRun.parse(this, args, "--rows");
 * int rows = run.options().integer("--rows", 1000, 1, 1_000_000);
 * return run.measure(terminal, (folder, progress) -> ...);
 * }</pre>
 */
final class BenchRun {

  private final Options options;

  /** Measures in an empty folder and tells how far it is, a line a step. */
  @FunctionalInterface
  interface Measuring {
    BenchReport measure(Path folder, Consumer<String> progress) throws Exception;
  }

  private BenchRun(Options options) {
    this.options = options;
  }

  /**
   * Sorts the words; what the command's own options hold is for it to judge, before it measures.
   *
   * @param valued the command's own options, each with a value
   * @throws scriptorium.drills.command.UsageException on a word that fits nowhere
   */
  static BenchRun parse(Command command, List<String> args, String... valued) {
    Set<String> all = new HashSet<>(Set.of(valued));
    all.add("--json");
    return new BenchRun(Options.parse(command.name(), args, all, Set.of("--check"), 0));
  }

  Options options() {
    return options;
  }

  /** Whether a missed target is to be the exit code. */
  boolean isCheck() {
    return options.flag("--check");
  }

  /** Measures, prints, writes the JSON; the exit code. */
  int measure(Terminal terminal, Measuring measuring) throws Exception {
    QuietLogging.start(false);
    BenchReport report;
    try (BenchFolder folder = BenchFolder.create()) {
      Machine machine = Machine.look(folder.path());
      terminal.out().println(machine.toLine());
      report = measuring.measure(folder.path(), terminal.out()::println);
      machine.addTo(report);
    }
    report.toLines().forEach(terminal.out()::println);
    options.text("--json").ifPresent(file -> Json.write(Path.of(file), report.toMap()));
    return report.isMet() || !isCheck() ? ExitCode.OK : ExitCode.FAILED;
  }
}
