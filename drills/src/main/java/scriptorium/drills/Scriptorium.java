package scriptorium.drills;

import java.io.PrintStream;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import scriptorium.drills.command.Command;
import scriptorium.drills.command.EnvironmentException;
import scriptorium.drills.command.ExitCode;
import scriptorium.drills.command.Terminal;
import scriptorium.drills.command.UsageException;

/** The main program: {@code ./scriptorium COMMAND [OPTION]...}. */
public final class Scriptorium {

  private static final String USAGE =
      """
      Scriptorium: an event-sourced SQL store that lives inside an Akka actor system.

      Usage: ./scriptorium COMMAND [OPTION]...
             ./scriptorium COMMAND --help

      Commands:
      """;

  private static final String EXIT_CODES =
      """

      Exit codes:
        0    done; the proof holds
        1    the proof does not hold, or the operation failed
        2    wrong usage: unknown command or option, value out of range
        3    the machine does not let it: folder locked, unwritable or full
        130  ended by Ctrl-C
      """;

  private final List<Command> commands;

  /** A command line of these commands. */
  public Scriptorium(List<Command> commands) {
    this.commands = List.copyOf(commands);
  }

  /** Runs one command and ends the process with its exit code. */
  public static void main(String[] words) {
    int exit = new Scriptorium(Commands.all()).run(Arrays.asList(words), Terminal.ofProcess());
    System.out.flush();
    System.err.flush();
    System.exit(exit);
  }

  /**
   * Runs the command that the words begin with.
   *
   * @return the exit code, one of {@link ExitCode}
   */
  public int run(List<String> words, Terminal terminal) {
    if (words.isEmpty() || isHelp(words.get(0)) || words.get(0).equals("help")) {
      printHelp(words.isEmpty() ? terminal.err() : terminal.out(), "");
      return words.isEmpty() ? ExitCode.USAGE : ExitCode.OK;
    }
    Optional<Command> command = find(words);
    if (command.isPresent()) {
      return run(command.get(), words, terminal);
    }
    String group = words.get(0) + " ";
    boolean isGroup = commands.stream().anyMatch(c -> c.name().startsWith(group));
    if (isGroup && words.size() > 1 && isHelp(words.get(1))) {
      printHelp(terminal.out(), group);
      return ExitCode.OK;
    }
    terminal.err().println("scriptorium: " + unknown(words, isGroup));
    return ExitCode.USAGE;
  }

  /** The command with the most words that begin the call. */
  private Optional<Command> find(List<String> words) {
    Optional<Command> best = Optional.empty();
    for (Command command : commands) {
      List<String> name = nameWords(command);
      boolean matches = words.size() >= name.size() && words.subList(0, name.size()).equals(name);
      if (matches && (best.isEmpty() || nameWords(best.get()).size() < name.size())) {
        best = Optional.of(command);
      }
    }
    return best;
  }

  private static int run(Command command, List<String> words, Terminal terminal) {
    List<String> args = words.subList(nameWords(command).size(), words.size());
    if (args.stream().takeWhile(arg -> !arg.equals("--")).anyMatch(Scriptorium::isHelp)) {
      terminal.out().print(command.help());
      return ExitCode.OK;
    }
    try {
      return command.run(List.copyOf(args), terminal);
    } catch (UsageException e) {
      terminal.err().println("scriptorium: " + e.getMessage());
      return ExitCode.USAGE;
    } catch (EnvironmentException e) {
      terminal.err().println("scriptorium: " + e.getMessage());
      return ExitCode.ENVIRONMENT;
    } catch (InterruptedException e) {
      terminal.err().println("scriptorium: interrupted");
      return ExitCode.INTERRUPTED;
    } catch (Exception e) {
      terminal.err().println("scriptorium: " + command.name() + " failed: " + e);
      e.printStackTrace(terminal.err());
      return ExitCode.FAILED;
    }
  }

  private String unknown(List<String> words, boolean isGroup) {
    String word = words.get(0);
    if (isGroup && words.size() > 1) {
      word = word + " " + words.get(1);
    } else if (isGroup) {
      return "'" + word + "' needs one word more (see: ./scriptorium " + word + " --help)";
    }
    String kind = word.startsWith("-") ? "option" : "command";
    return "unknown " + kind + " '" + word + "' (see: ./scriptorium --help)";
  }

  private void printHelp(PrintStream out, String prefix) {
    out.print(USAGE);
    for (Command command : commands) {
      if (!command.hidden() && command.name().startsWith(prefix)) {
        out.printf("  %-16s %s%n", command.name(), command.summary());
      }
    }
    out.print(EXIT_CODES);
  }

  private static boolean isHelp(String word) {
    return word.equals("--help") || word.equals("-h");
  }

  private static List<String> nameWords(Command command) {
    return Arrays.asList(command.name().split(" "));
  }
}
