package scriptorium.drills;

import com.typesafe.config.ConfigFactory;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import scriptorium.drills.command.Terminal;

/**
 * The command line as a test's user: types words and text, sees what is printed and the exit code.
 */
public final class CommandLine {

  /** What a user sees. */
  public record Seen(int exit, String out, String err) {

    /** The lines on standard output. */
    public List<String> lines() {
      return out.lines().toList();
    }
  }

  private CommandLine() {}

  /** Runs in this process with this text as standard input. */
  public static Seen run(String stdin, String... words) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    // Logging goes to the process's own standard error: what it says is what the user sees too.
    PrintStream processErr = System.err;
    try (PrintStream printErr = new PrintStream(err, true, StandardCharsets.UTF_8)) {
      System.setErr(printErr);
      Terminal terminal =
          new Terminal(
              new ByteArrayInputStream(stdin.getBytes(StandardCharsets.UTF_8)),
              new PrintStream(out, true, StandardCharsets.UTF_8),
              printErr,
              false);
      int exit = new Scriptorium(Commands.all()).run(List.of(words), terminal);
      return new Seen(exit, text(out), text(err));
    } finally {
      System.setErr(processErr);
    }
  }

  /** The same with Java properties, as {@code -D} sets them. */
  public static Seen runWith(Map<String, String> properties, String stdin, String... words) {
    properties.forEach(System::setProperty);
    ConfigFactory.invalidateCaches();
    try {
      return run(stdin, words);
    } finally {
      properties.keySet().forEach(System::clearProperty);
      ConfigFactory.invalidateCaches();
    }
  }

  /** The words that run the main program in a Java process of its own. */
  public static List<String> javaCall(String... words) {
    List<String> call = new ArrayList<>();
    call.add(System.getProperty("java.home") + "/bin/java");
    call.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx256m"));
    call.addAll(List.of("-cp", System.getProperty("java.class.path")));
    call.add(Scriptorium.class.getName());
    call.addAll(List.of(words));
    return call;
  }

  private static String text(ByteArrayOutputStream stream) {
    return stream.toString(StandardCharsets.UTF_8);
  }
}
