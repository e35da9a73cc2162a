package scriptorium.drills;

import java.util.List;
import scriptorium.drills.command.Command;
import scriptorium.drills.command.EnvironmentException;
import scriptorium.drills.command.Terminal;

/**
 * Stands for the benchmarks where their module is not on the class path: they bring databases to be
 * compared with, which nobody needs who drills a failover.
 */
final class BenchCommand implements Command {

  @Override
  public String name() {
    return "bench";
  }

  @Override
  public String summary() {
    return "speed beside what it is to be compared with (bench --help lists them)";
  }

  @Override
  public String help() {
    return "The benchmarks are not on the class path; ./scriptorium bench --help builds and lists"
        + " them.\n";
  }

  @Override
  public int run(List<String> args, Terminal terminal) throws EnvironmentException {
    throw new EnvironmentException(
        "the benchmarks are not on the class path: they are in module benchmarks, which"
            + " ./scriptorium bench builds and adds",
        null);
  }
}
