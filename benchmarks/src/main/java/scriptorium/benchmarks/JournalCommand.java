package scriptorium.benchmarks;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import scriptorium.drills.command.Command;
import scriptorium.drills.command.Terminal;

/** {@code ./scriptorium bench journal}: the embedded journal without a store above it. */
public final class JournalCommand implements Command {

  private static final String HELP =
      """
      Measures the embedded journal, without a store, beside the bare disk and other journals.

      Usage: ./scriptorium bench journal [OPTION]...

      Everything is measured on the disk of the temporary folder and in a folder in memory, which
      shows what is not the disk's. What is compared takes turns within a run, after a round to
      warm up; shown are medians of five rounds, with lowest and highest. Ratios are taken within
      a round. Events are of 300 bytes that cannot be compressed.

      groups  One group of events under way at a time, 1, 64 or 512 events each, durable before
              its answer:
                bare loop          the same frames, ready made, into a file full of zeros, one
                                   fdatasync a group; no thread, no log, no checks
                embedded           the plugin's asyncWriteMessages; the next group is sent where
                                   the answer is told
                journal's actor    1 event: by messages, from an actor with a thread of its own,
                                   as a persistent actor does
                RocksDB            1 and 64 events: a plugin of the same shape, a group is one
                                   batch with a synchronous write of its log
              Targets on the disk: embedded / bare loop at least 0.9 at 1, 0.7 at 64, 0.4 at 512;
              journal's actor / bare loop at least 0.7 at 1; embedded / RocksDB at least 1 at 1
              and 64.
      replay  The same events, written in groups of 64, by Akka into a persistent actor that does
              nothing with them: embedded beside Akka's own LevelDB plugin (native, without
              checksums when it reads). Target: at least 2.5 times LevelDB.
      tail    A process of its own follows the files by the live query, while this one writes
              groups of one event at a steady pace. How far it is behind is from the call of the
              plugin until the event came out of the query. Targets: p50 at most 5 ms, p99 at most
              50 ms.
      open    A journal whose writer was killed with SIGKILL, opened by a new process, which is
              killed in its turn: from asking the plugin for the highest number until it is
              answered. The files are in the operating system's cache. Target: at most 1 s.

      Options:
        --parts LIST      all, or names separated by commas: groups, replay, tail, open (default
                          all)
        --memory FOLDER   the folder in memory (default /dev/shm, where it is there); none for the
                          disk alone
        --rounds N        of each part, 1 to 100 (default 5)
        --millis N        length of a measurement of groups, 10 to 60000 (default 800); a round of
                          tail has twice that
        --events N        events to be replayed, 64 to 10000000 (default 200000)
        --rate N          groups a second of tail, 1 to 1000000 (default 5000)
        --mib N           MiB of segments to be opened, 1 to 100000 (default 1024); they need the
                          same again in memory
        --json FILE       the figures of each round
        --check           exit code 1 where a target is missed; needs all parts

      Examples:
        ./scriptorium bench journal --check
        ./scriptorium bench journal --parts groups --memory none
        SCRIPTORIUM_JAVA_OPTS=-Djava.io.tmpdir=/disk ./scriptorium bench journal
      """;

  @Override
  public String name() {
    return "bench journal";
  }

  @Override
  public String summary() {
    return "the embedded journal beside the bare disk, RocksDB and LevelDB";
  }

  @Override
  public String help() {
    return HELP;
  }

  @Override
  public int run(List<String> args, Terminal terminal) throws Exception {
    BenchRun run = BenchRun.parse(this, args, JournalOptions.VALUED);
    JournalOptions options = JournalOptions.of(run);
    return run.measure(terminal, (folder, progress) -> measure(folder, options, progress));
  }

  private BenchReport measure(Path folder, JournalOptions options, Consumer<String> progress)
      throws Exception {
    BenchReport report = new BenchReport(name());
    report.setting("rounds", options.rounds());
    report.setting("events", options.events());
    report.setting("groupsPerSecond", options.groupsPerSecond());
    report.setting("openMib", options.openMib());
    report.setting("memory", options.memory().map(Path::toString).orElse("none"));
    List<JournalPlace> places = new ArrayList<>(List.of(new JournalPlace("disk", folder, true)));
    if (options.memory().isPresent()) {
      try (BenchFolder memory = BenchFolder.create(options.memory().get())) {
        places.add(new JournalPlace("memory", memory.path(), false));
        JournalFigures.measure(options, places, report, progress);
      }
    } else {
      JournalFigures.measure(options, places, report, progress);
    }
    return report;
  }
}
