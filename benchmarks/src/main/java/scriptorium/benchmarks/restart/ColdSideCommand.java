package scriptorium.benchmarks.restart;

import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import scriptorium.benchmarks.restart.ColdSide.Task;
import scriptorium.drills.command.Command;
import scriptorium.drills.command.ExitCode;
import scriptorium.drills.command.Terminal;
import scriptorium.drills.embedded.QuietLogging;
import scriptorium.drills.failover.process.EventLine;

/**
 * The child of a restart: opens one side and tells when. Prints {@code RUNS}, {@code READY}, and
 * then {@code FOUND} with what took no part in the time.
 */
public final class ColdSideCommand implements Command {

  static final String NAME = "bench-cold-side";
  static final String RUNS = "RUNS";
  static final String READY = "READY";
  static final String FOUND = "FOUND";
  static final String ROWS = "rows";

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String summary() {
    return "one side of a restart (started by it)";
  }

  @Override
  public String help() {
    return "Started by './scriptorium bench restart', not by hand.\n";
  }

  @Override
  public boolean hidden() {
    return true;
  }

  /** The words that have a child open a side. */
  static List<String> words(ColdSide side, Task task) {
    return List.of(
        NAME,
        side.name(),
        task.content().name(),
        String.valueOf(task.rows()),
        task.folder().toString(),
        task.name());
  }

  @Override
  public int run(List<String> args, Terminal terminal) throws Exception {
    PrintStream out = terminal.out();
    EventLine.print(out, RUNS);
    QuietLogging.start(false);
    ColdSide side = ColdSide.valueOf(args.get(0));
    Task task =
        new Task(
            Content.valueOf(args.get(1)),
            Integer.parseInt(args.get(2)),
            Path.of(args.get(3)),
            args.get(4));
    try (OpenedSide opened = side.open(task)) {
      EventLine.print(out, READY);
      List<String> found = new ArrayList<>(List.of(Started.CPU, String.valueOf(cpuMicros())));
      found.addAll(List.of(ROWS, String.valueOf(opened.rows().count())));
      opened
          .parts()
          .forEach(
              (part, micros) -> {
                found.add(part);
                found.add(String.valueOf(micros));
              });
      EventLine.print(out, FOUND, found.toArray(new String[0]));
    }
    return ExitCode.OK;
  }

  private static long cpuMicros() {
    return ProcessHandle.current().info().totalCpuDuration().orElse(Duration.ZERO).toNanos() / 1000;
  }
}
