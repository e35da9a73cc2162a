package scriptorium.benchmarks;

import java.util.List;
import java.util.Map;
import scriptorium.drills.command.Command;
import scriptorium.drills.command.Options;
import scriptorium.drills.command.Terminal;
import scriptorium.drills.embedded.LocalStore;

/** {@code ./scriptorium bench readers}: what many heavy readers cost the writer. */
public final class ReadersCommand implements Command {

  private static final String HELP =
      """
      Measures how long writes take alone and while readers run a heavy aggregate in a loop.

      Usage: ./scriptorium bench readers [OPTION]...

      A store on the real embedded journal in a temporary folder; one writer that sends the next
      write when it has the answer; rounds alone and with readers take turns, five of each. The
      writer's p99 with readers must be at most 3 times its p99 alone.

      Options:
        --readers N    readers, 1 to 10000 (default 64)
        --seconds N    time of all rounds together, 10 to 3600 (default 30)
        --rows N       rows that each reader aggregates, 1000 to 10000000 (default 100000)
        --json FILE    the figures of each round
        --check        exit code 1 where the target is missed
      """;

  @Override
  public String name() {
    return "bench readers";
  }

  @Override
  public String summary() {
    return "the writer's latency alone and beside many readers";
  }

  @Override
  public String help() {
    return HELP;
  }

  @Override
  public int run(List<String> args, Terminal terminal) throws Exception {
    BenchRun run = BenchRun.parse(this, args, "--readers", "--seconds", "--rows");
    Options options = run.options();
    ReadersBench.Settings settings =
        new ReadersBench.Settings(
            options.integer("--readers", 64, 1, 10_000),
            options.integer("--seconds", 30, 10, 3600),
            options.integer("--rows", 100_000, 1000, 10_000_000));
    return run.measure(
        terminal,
        (folder, progress) -> {
          try (LocalStore opened = LocalStore.open(folder, "main", Map.of())) {
            return new ReadersBench(opened.store(), settings, progress).run();
          }
        });
  }
}
