package scriptorium.drills.crash;

import static scriptorium.drills.print.HumanUnits.count;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import scriptorium.drills.command.Command;
import scriptorium.drills.command.EnvironmentException;
import scriptorium.drills.command.ExitCode;
import scriptorium.drills.command.Options;
import scriptorium.drills.command.Terminal;
import scriptorium.drills.embedded.FailureText;
import scriptorium.drills.embedded.Folders;
import scriptorium.drills.print.HumanUnits;
import scriptorium.drills.print.Json;

/** {@code ./scriptorium drill crash}: kill -9 in the middle of writing, again and again. */
public final class CrashCommand implements Command {

  private static final String HELP =
      """
      Proves that a store loses nothing when its process is killed.

      Usage: ./scriptorium drill crash [OPTION]...

      Each round starts a real 'sql' process that writes batches of 1,000 rows, a statement a batch,
      and kills it with -9 at a random moment: while it writes, takes a snapshot or, in one round of
      five, while it starts. The next process opens the same folder, and what it finds is compared
      with what was acknowledged: every acknowledged statement there whole, the one in flight there
      whole or not at all, nothing else.

      Options:
        --rounds N    kills, 1 to 100000 (default 100)
        --data DIR    the folder; what earlier rounds left in it is gone on with (default: a new one,
                      removed when the proof holds)
        --seed S      decides statements and moments (default: drawn and printed)
        --json FILE   the figures of each round

      Exit codes: 0 proved; 1 something was lost, torn or made up; 2 wrong usage; 3 the folder cannot
      be used.
      """;

  @Override
  public String name() {
    return "drill crash";
  }

  @Override
  public String summary() {
    return "kill -9 a writing process and look what is left, many times";
  }

  @Override
  public String help() {
    return HELP;
  }

  @Override
  public int run(List<String> args, Terminal terminal) throws Exception {
    Options options =
        Options.parse(name(), args, Set.of("--rounds", "--data", "--seed", "--json"), Set.of(), 0);
    int rounds = options.integer("--rounds", 100, 1, 100_000);
    long seed =
        options.number(
            "--seed", new SecureRandom().nextInt(1_000_000), Long.MIN_VALUE, Long.MAX_VALUE);
    Optional<Path> given = options.text("--data").map(Path::of);
    Path folder = folder(given);
    terminal.out().println(count(rounds, "round") + ", seed=" + seed + ", folder=" + folder);
    long start = System.nanoTime();
    CrashSettings settings = CrashSettings.of(rounds, folder, seed);
    CrashRounds crashRounds =
        new CrashRounds(settings, result -> print(result, rounds, terminal.out()));
    List<RoundResult> results = crashRounds.run(folder.resolve("sql.err"));
    CrashReport report =
        new CrashReport(settings, results, Duration.ofNanos(System.nanoTime() - start));
    report.lines().forEach(terminal.out()::println);
    Optional<String> json = options.text("--json");
    if (json.isPresent()) {
      Json.write(Path.of(json.get()), report.toMap());
    }
    if (report.isProved() && given.isEmpty()) {
      Folders.delete(folder);
    }
    return report.isProved() ? ExitCode.OK : ExitCode.FAILED;
  }

  private static Path folder(Optional<Path> given) {
    try {
      if (given.isEmpty()) {
        return Files.createTempDirectory("scriptorium-crash-");
      }
      return Files.createDirectories(given.get().toAbsolutePath());
    } catch (IOException e) {
      throw new EnvironmentException("data folder cannot be created: " + FailureText.of(e), e);
    }
  }

  private static void print(RoundResult result, int rounds, PrintStream out) {
    String inFlight =
        switch (result.inFlight()) {
          case NONE -> "";
          case WHOLE, ABSENT ->
              ", the one in flight " + result.inFlight().name().toLowerCase(Locale.ROOT);
        };
    out.println(
        "round "
            + result.round()
            + "/"
            + rounds
            + ": killed "
            + result.kill()
            + ", "
            + count(result.acknowledged(), "statement")
            + " acknowledged; reopened in "
            + HumanUnits.duration(result.reopened())
            + ": "
            + (result.faults().isEmpty() ? "all there" + inFlight : result.faults()));
  }
}
