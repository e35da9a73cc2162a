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
import java.util.function.Function;
import scriptorium.drills.command.EnvironmentException;
import scriptorium.drills.command.ExitCode;
import scriptorium.drills.command.Options;
import scriptorium.drills.command.Terminal;
import scriptorium.drills.embedded.FailureText;
import scriptorium.drills.embedded.Folders;
import scriptorium.drills.journal.DrillJournal;
import scriptorium.drills.print.HumanUnits;
import scriptorium.drills.print.Json;

/** Runs the rounds of a command and prints how they end. */
final class RoundsRun {

  /** Rounds of one kind. */
  @FunctionalInterface
  interface Kind {
    CrashSettings of(int rounds, Path folder, long seed, DrillJournal journal);
  }

  private static final Set<String> VALUES = Set.of("--rounds", "--data", "--seed", "--json");

  private RoundsRun() {}

  /** Rounds on the embedded journal. */
  static int run(String command, List<String> args, Terminal terminal, int usualRounds, Kind kind)
      throws Exception {
    Options options = Options.parse(command, args, VALUES, Set.of(), 0);
    return run(options, terminal, usualRounds, kind);
  }

  /** Rounds on the journal that the options tell. */
  static int runOnAnyJournal(
      String command, List<String> args, Terminal terminal, int usualRounds, Kind kind)
      throws Exception {
    Options options = Options.parse(command, args, DrillJournal.options(VALUES), Set.of(), 0);
    return run(options, terminal, usualRounds, kind);
  }

  private static int run(Options options, Terminal terminal, int usualRounds, Kind kind)
      throws Exception {
    int rounds = options.integer("--rounds", usualRounds, 1, 100_000);
    long seed =
        options.number(
            "--seed", new SecureRandom().nextInt(1_000_000), Long.MIN_VALUE, Long.MAX_VALUE);
    String schema = "crash_" + Long.toUnsignedString(seed) + "_" + ProcessHandle.current().pid();
    try (DrillJournal journal = DrillJournal.open(options, schema)) {
      return run(options, terminal, folder -> kind.of(rounds, folder, seed, journal));
    }
  }

  private static int run(
      Options options, Terminal terminal, Function<Path, CrashSettings> settingsIn)
      throws IOException, InterruptedException {
    Optional<Path> given = options.text("--data").map(Path::of);
    Path folder = folder(given);
    CrashSettings settings = settingsIn.apply(folder);
    int rounds = settings.rounds();
    terminal
        .out()
        .println(count(rounds, "round") + ", seed=" + settings.seed() + ", folder=" + folder);
    long start = System.nanoTime();
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
    if (report.isProved()) {
      settings.journal().remove();
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
