package scriptorium.drills.command;

import java.util.List;

/**
 * One command of {@code ./scriptorium}.
 *
 * <p>A command that cannot go on throws {@link UsageException} (the words were wrong) or {@link
 * EnvironmentException} (the machine does not let it); the main program prints the one line and
 * leaves with the right exit code.
 */
public interface Command {

  /** The words that call it, for example {@code drill failover}. */
  String name();

  /** What it does, in one line. */
  String summary();

  /** What {@code --help} prints: purpose, usage, options with ranges and defaults, examples. */
  String help();

  /** True for commands that only other commands call, in processes of their own. */
  default boolean hidden() {
    return false;
  }

  /**
   * Runs to its end.
   *
   * @param args the words after the name
   * @return one of {@link ExitCode}
   * @throws Exception on failures that no message was made for: printed with stack trace, exit code
   *     {@link ExitCode#FAILED}
   */
  int run(List<String> args, Terminal terminal) throws Exception;
}
