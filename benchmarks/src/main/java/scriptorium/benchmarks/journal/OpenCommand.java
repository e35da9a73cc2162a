package scriptorium.benchmarks.journal;

import akka.persistence.journal.AsyncWriteJournal;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import scriptorium.benchmarks.journal.JournalHost.Tested;
import scriptorium.drills.command.Command;
import scriptorium.drills.command.ExitCode;
import scriptorium.drills.command.Terminal;
import scriptorium.drills.embedded.QuietLogging;
import scriptorium.drills.failover.process.EventLine;
import scriptorium.drills.failover.process.ParentWatch;

/**
 * The child that is killed: opens a journal, tells how long that took, then writes groups until its
 * end. Prints {@code OPENED}, and {@code FILLED} when the events that it was asked for are there.
 */
public final class OpenCommand implements Command {

  static final String NAME = "bench-journal-open";
  static final String OPENED = "OPENED";
  static final String FILLED = "FILLED";
  static final String MICROS = "micros";
  static final String HIGHEST = "highest";

  static final int GROUP_EVENTS = 512;

  private static final String PERSISTENCE_ID = "opened";

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String summary() {
    return "opens and fills a journal (started by the benchmark)";
  }

  @Override
  public String help() {
    return "Started by './scriptorium bench journal', not by hand.\n";
  }

  @Override
  public boolean hidden() {
    return true;
  }

  /** Words of a child that fills the journal to so many events. */
  static List<String> words(Path folder, long events) {
    return List.of(NAME, folder.toString(), String.valueOf(events));
  }

  @Override
  public int run(List<String> args, Terminal terminal) throws Exception {
    QuietLogging.start(false);
    ParentWatch.start(() -> {});
    PrintStream out = terminal.out();
    long events = Long.parseLong(args.get(1));
    try (JournalHost host = JournalHost.start(Path.of(args.get(0)))) {
      AsyncWriteJournal plugin = host.plugin(Tested.EMBEDDED);
      long start = System.nanoTime();
      Object highest = PluginGroups.await(plugin.asyncReadHighestSequenceNr(PERSISTENCE_ID, 0));
      long micros = TimeUnit.NANOSECONDS.toMicros(System.nanoTime() - start);
      EventLine.print(
          out, OPENED, MICROS, String.valueOf(micros), HIGHEST, String.valueOf(highest));
      PluginGroups groups = PluginGroups.open(NAME, PERSISTENCE_ID, host, Tested.EMBEDDED);
      long next = (Long) highest + 1;
      for (boolean told = false; ; next += GROUP_EVENTS) {
        Object unused = groups.write(next, GROUP_EVENTS).toCompletableFuture().get();
        if (!told && next > events) {
          EventLine.print(out, FILLED);
          told = true;
        }
        if (out.checkError()) {
          return ExitCode.FAILED; // nobody hears
        }
      }
    }
  }
}
