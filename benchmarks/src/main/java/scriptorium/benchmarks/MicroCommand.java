package scriptorium.benchmarks;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.results.format.ResultFormatFactory;
import org.openjdk.jmh.results.format.ResultFormatType;
import org.openjdk.jmh.runner.BenchmarkList;
import org.openjdk.jmh.runner.BenchmarkListEntry;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;
import scriptorium.drills.command.Command;
import scriptorium.drills.command.EnvironmentException;
import scriptorium.drills.command.ExitCode;
import scriptorium.drills.command.Options;
import scriptorium.drills.command.Terminal;
import scriptorium.drills.command.UsageException;

/** {@code ./scriptorium bench micro}: the micro-benchmarks, by JMH's own runner. */
public final class MicroCommand implements Command {

  private static final String HELP =
      """
      Runs micro-benchmarks of single steps, by JMH: microseconds a call, without targets.

      Usage: ./scriptorium bench micro [NAME] [OPTION]...

      NAME is a part of a benchmark's name; without it all run, in some ten minutes. What JMH
      prints is printed.

        ChangeSetBenchmark   capture, encode, decode and apply of a change set of one row
        JournalSealBenchmark append to and replay of the embedded journal, open, signed, encrypted
        PinBenchmark         what the writer does for a snapshot, with few tables and many
        StatementBenchmark   a select through a mutation's guards beside a raw one
        TxIdBenchmark        the id that each write is given
        ViewBenchmark        a read's view of one point in time, and a select in it

      Options:
        --quick        one process, one short round each: whether they run, not how fast
        --json FILE    JMH's results

      Examples:
        ./scriptorium bench micro
        ./scriptorium bench micro View --json view.json
        ./scriptorium bench micro ChangeSetBenchmark.encode --quick
      """;

  private static final String PACKAGE = "scriptorium.benchmarks.micro.";
  private static final int FORKS = 2;
  private static final int ROUNDS = 5;
  private static final TimeValue ROUND = TimeValue.seconds(1);
  private static final TimeValue QUICK_ROUND = TimeValue.milliseconds(100);

  @Override
  public String name() {
    return "bench micro";
  }

  @Override
  public String summary() {
    return "single steps, measured by JMH";
  }

  @Override
  public String help() {
    return HELP;
  }

  @Override
  public int run(List<String> args, Terminal terminal) throws Exception {
    Options options = Options.parse(name(), args, Set.of("--json"), Set.of("--quick"), 1);
    String part = options.operands().isEmpty() ? "" : options.operands().get(0);
    String pattern = Pattern.quote(PACKAGE) + ".*" + Pattern.quote(part) + ".*";
    requireMatch(part, pattern);
    Collection<RunResult> results =
        new Runner(
                jmh(pattern, options.flag("--quick")),
                OutputFormatFactory.createFormatInstance(terminal.out(), VerboseMode.NORMAL))
            .run();
    Optional<String> json = options.text("--json");
    if (json.isPresent()) {
      write(Path.of(json.get()), results);
    }
    return ExitCode.OK;
  }

  private void requireMatch(String part, String pattern) {
    if (names(pattern).isEmpty()) {
      throw new UsageException(
          "no micro-benchmark is called so: expected a part of "
              + String.join(", ", names(".*"))
              + ", found '"
              + part
              + "' (see: ./scriptorium "
              + name()
              + " --help)");
    }
  }

  private static List<String> names(String pattern) {
    return BenchmarkList.defaultList()
        .find(
            OutputFormatFactory.createFormatInstance(
                new PrintStream(PrintStream.nullOutputStream(), true, StandardCharsets.UTF_8),
                VerboseMode.SILENT),
            List.of(pattern),
            List.of())
        .stream()
        .map(BenchmarkListEntry::getUsername)
        .map(name -> name.substring(PACKAGE.length()))
        .sorted()
        .toList();
  }

  private static org.openjdk.jmh.runner.options.Options jmh(String pattern, boolean quick) {
    ChainedOptionsBuilder options =
        new OptionsBuilder()
            .include(pattern)
            .mode(Mode.AverageTime)
            .timeUnit(TimeUnit.MICROSECONDS)
            .shouldFailOnError(true);
    if (quick) {
      // Whoever only looks whether they run need not wait for another who does.
      System.setProperty("jmh.ignoreLock", "true");
      return options
          .forks(1)
          .warmupIterations(0)
          .measurementIterations(1)
          .measurementTime(QUICK_ROUND)
          .build();
    }
    return options
        .forks(FORKS)
        .warmupIterations(ROUNDS)
        .warmupTime(ROUND)
        .measurementIterations(ROUNDS)
        .measurementTime(ROUND)
        .build();
  }

  private static void write(Path file, Collection<RunResult> results) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8);
    ResultFormatFactory.getInstance(ResultFormatType.JSON, out).writeOut(results);
    try {
      Files.write(file, bytes.toByteArray());
    } catch (IOException e) {
      throw new EnvironmentException("JSON file cannot be written: file=" + file + " " + e, e);
    }
  }
}
