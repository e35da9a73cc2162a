package scriptorium.drills;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import scriptorium.drills.command.Command;
import scriptorium.drills.command.EnvironmentException;
import scriptorium.drills.command.ExitCode;
import scriptorium.drills.command.Options;
import scriptorium.drills.command.Terminal;

class ScriptoriumTest {

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private final Scriptorium scriptorium =
      new Scriptorium(List.of(new Echo("echo", false), new Echo("drill loud", true)));

  @Test
  void findsACommandOfTwoWords() {
    int exit = run("drill", "loud", "--times", "2", "hello");

    assertEquals(ExitCode.OK, exit);
    assertEquals("drill loud 2 [hello]\n", text(out));
  }

  @Test
  void helpListsWhatIsNotHidden() {
    int exit = run("--help");

    assertEquals(ExitCode.OK, exit);
    assertTrue(text(out).contains("echo"), text(out));
    assertFalse(text(out).contains("loud"), text(out));
  }

  @Test
  void aCommandsOwnHelpIsPrinted() {
    assertEquals(ExitCode.OK, run("echo", "--times", "--help"));
    assertEquals("help of echo\n", text(out));
  }

  @Test
  void anUnknownCommandIsOneLine() {
    assertEquals(ExitCode.USAGE, run("dril"));
    assertEquals("scriptorium: unknown command 'dril' (see: ./scriptorium --help)\n", text(err));
  }

  @Test
  void anUnknownWordAfterAGroupNamesBoth() {
    assertEquals(ExitCode.USAGE, run("drill", "quiet"));
    assertEquals(
        "scriptorium: unknown command 'drill quiet' (see: ./scriptorium --help)\n", text(err));
  }

  @Test
  void anUnknownOptionIsOneLine() {
    assertEquals(ExitCode.USAGE, run("echo", "--tiems", "3"));
    assertEquals(
        "scriptorium: unknown option '--tiems' (see: ./scriptorium echo --help)\n", text(err));
  }

  @Test
  void numbersAreTakenAtTheirLimitsAndRefusedBeyond() {
    assertEquals(ExitCode.OK, run("echo", "--times=1"));
    assertEquals(ExitCode.OK, run("echo", "--times=9"));
    assertEquals(ExitCode.USAGE, run("echo", "--times=0"));
    assertEquals(ExitCode.USAGE, run("echo", "--times=10"));
    assertEquals(ExitCode.USAGE, run("echo", "--times=many"));
    assertTrue(
        text(err).contains("option --times: expected a number 1 to 9, found 'many'"), text(err));
  }

  @Test
  void aMissingValueAndARepeatedOptionAreRefused() {
    assertEquals(ExitCode.USAGE, run("echo", "--times"));
    assertEquals(ExitCode.USAGE, run("echo", "--times", "1", "--times", "1"));
    assertEquals(ExitCode.USAGE, run("echo", "one", "two"));
    assertTrue(text(err).contains("unexpected argument 'two'"), text(err));
  }

  @Test
  void whatTheMachineRefusesHasItsOwnExitCode() {
    assertEquals(ExitCode.ENVIRONMENT, run("echo", "locked"));
    assertEquals("scriptorium: folder locked\n", text(err));
  }

  private int run(String... words) {
    Terminal terminal =
        new Terminal(
            InputStream.nullInputStream(),
            new PrintStream(out, true, StandardCharsets.UTF_8),
            new PrintStream(err, true, StandardCharsets.UTF_8),
            false);
    return scriptorium.run(List.of(words), terminal);
  }

  private static String text(ByteArrayOutputStream stream) {
    return stream.toString(StandardCharsets.UTF_8);
  }

  private record Echo(String name, boolean hidden) implements Command {

    @Override
    public String summary() {
      return "repeats";
    }

    @Override
    public String help() {
      return "help of " + name + "\n";
    }

    @Override
    public int run(List<String> args, Terminal terminal) {
      Options options = Options.parse(name, args, Set.of("--times"), Set.of(), 1);
      if (options.operands().contains("locked")) {
        throw new EnvironmentException("folder locked", null);
      }
      terminal
          .out()
          .println(name + " " + options.integer("--times", 1, 1, 9) + " " + options.operands());
      return ExitCode.OK;
    }
  }
}
