package scriptorium.drills.fence;

import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import scriptorium.drills.command.Command;
import scriptorium.drills.command.Options;
import scriptorium.drills.command.Terminal;
import scriptorium.drills.command.UsageException;
import scriptorium.drills.embedded.QuietLogging;
import scriptorium.drills.failover.process.EventLine;
import scriptorium.persistence.segment.LogFiles;

/** A process that contends for the stores of a drill's rounds. Tells {@code RESTED} after each. */
public final class ContenderCommand implements Command {

  /** Its name among the commands. */
  public static final String NAME = "drill-contender";

  private static final int LINE_BYTES = 16 << 10;

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String summary() {
    return "a writer of a fence drill (started by it)";
  }

  @Override
  public String help() {
    return "Started by './scriptorium drill fence', not by hand.\n";
  }

  @Override
  public boolean hidden() {
    return true;
  }

  @Override
  public int run(List<String> args, Terminal terminal) throws Exception {
    Options options = Options.parse(NAME, args, Set.of("--data", "--name", "--files"), Set.of(), 0);
    String name = options.text("--name").orElseThrow(() -> new UsageException("--name is missing"));
    Path data = Path.of(options.text("--data").orElse("."));
    QuietLogging.start(false);
    // A line a write: what a kill cuts short is a line that was not told.
    PrintStream out =
        new PrintStream(
            new BufferedOutputStream(new FileOutputStream(FileDescriptor.out), LINE_BYTES),
            false,
            StandardCharsets.US_ASCII);
    Contender contender = new Contender(data, name, files(options.text("--files")), out);
    Instructions instructions = Instructions.start();
    while (true) {
      contender.contend(instructions.next(), instructions);
      EventLine.print(out, "RESTED");
    }
  }

  /** The disk's; in a test that the drill finds what it must, files that alter the order. */
  private static LogFiles files(Optional<String> altered) throws ReflectiveOperationException {
    if (altered.isEmpty()) {
      return LogFiles.disk();
    }
    return Class.forName(altered.get())
        .asSubclass(AlteredOrder.class)
        .getDeclaredConstructor()
        .newInstance()
        .over(LogFiles.disk());
  }
}
