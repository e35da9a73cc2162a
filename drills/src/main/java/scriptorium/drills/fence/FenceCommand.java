package scriptorium.drills.fence;

import static scriptorium.drills.print.HumanUnits.count;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import scriptorium.drills.command.Command;
import scriptorium.drills.command.EnvironmentException;
import scriptorium.drills.command.ExitCode;
import scriptorium.drills.command.Options;
import scriptorium.drills.command.Terminal;
import scriptorium.drills.embedded.FailureText;
import scriptorium.drills.embedded.Folders;
import scriptorium.drills.print.Json;

/** {@code ./scriptorium drill fence}: writers that freeze and take one store from each other. */
public final class FenceCommand implements Command {

  private static final int MAX_FRESH_SEED = 1_000_000_000;

  private static final String HELP =
      """
      Proves that writers who take a store from each other lose nothing, whenever they freeze.

      Usage: ./scriptorium drill fence [OPTION]...

      Several real processes claim one store of the embedded journal again and again, whoever has
      it, and write to it; they are stopped (SIGSTOP), continued and killed (SIGKILL) at random
      moments, and a reader in another process follows. After each round the journal's files are read
      by a reader that knows only their published format, and held against what the processes were
      told: every acknowledged event there once, in its place and in order, one writer at a time,
      and the reader was handed nothing that does not count. Each round has a store of its own. The
      drill ends at the first fault.

      Options:
        --rounds N    rounds of about half a second, 1 to 100000 (default 25)
        --writers N   processes that contend, 2 to 16 (default 3)
        --data DIR    a new or empty folder, which is kept (default: a new one, removed when the
                      proof holds)
        --seed S      decides what is done; when, the machine has a say in (default: drawn, printed)
        --json FILE   the figures of each round

      Exit codes: 0 proved; 1 something was lost, doubled, reordered or made up; 2 wrong usage; 3 the
      folder cannot be used.
      """;

  @Override
  public String name() {
    return "drill fence";
  }

  @Override
  public String summary() {
    return "freeze and kill writers that contend for one journal";
  }

  @Override
  public String help() {
    return HELP;
  }

  @Override
  public int run(List<String> args, Terminal terminal) throws Exception {
    Options options =
        Options.parse(
            name(),
            args,
            Set.of("--rounds", "--writers", "--data", "--seed", "--json"),
            Set.of(),
            0);
    int rounds = options.integer("--rounds", 25, 1, 100_000);
    int writers = options.integer("--writers", 3, 2, 16);
    int fresh = new SecureRandom().nextInt(MAX_FRESH_SEED);
    long seed = options.number("--seed", fresh, Long.MIN_VALUE, Long.MAX_VALUE);
    Optional<Path> given = options.text("--data").map(Path::of);
    Path folder = folder(given);
    FenceSettings settings = FenceSettings.of(rounds, writers, folder, seed);
    terminal.out().println(count(rounds, "round") + ", seed=" + seed + ", folder=" + folder);
    FenceReport report = run(settings, terminal);
    report.lines().forEach(terminal.out()::println);
    options.text("--json").ifPresent(json -> Json.write(Path.of(json), report.toMap()));
    if (report.isProved() && given.isEmpty()) {
      Folders.delete(folder);
    }
    return report.isProved() ? ExitCode.OK : ExitCode.FAILED;
  }

  private static FenceReport run(FenceSettings settings, Terminal terminal)
      throws IOException, InterruptedException {
    long start = System.nanoTime();
    FenceProgress progress = new FenceProgress(terminal, settings.rounds());
    try {
      List<RoundResult> results = new FenceRounds(settings, progress::show).run();
      return new FenceReport(settings, results, Duration.ofNanos(System.nanoTime() - start));
    } finally {
      progress.done();
    }
  }

  private static Path folder(Optional<Path> given) {
    try {
      if (given.isEmpty()) {
        return Files.createTempDirectory("scriptorium-fence-");
      }
      Path folder = Files.createDirectories(given.get().toAbsolutePath());
      try (var entries = Files.newDirectoryStream(folder)) {
        if (entries.iterator().hasNext()) {
          throw new EnvironmentException(
              "folder is not empty: " + folder + "; name a new one", null);
        }
      }
      return folder;
    } catch (IOException e) {
      throw new EnvironmentException("data folder cannot be used: " + FailureText.of(e), e);
    }
  }
}
