package scriptorium.drills.sql;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import scriptorium.actors.AsOf;
import scriptorium.actors.RecoveryReport;
import scriptorium.actors.StoreStatus;
import scriptorium.drills.command.Command;
import scriptorium.drills.command.EnvironmentException;
import scriptorium.drills.command.Options;
import scriptorium.drills.command.Terminal;
import scriptorium.drills.command.UsageException;
import scriptorium.drills.embedded.FailureText;
import scriptorium.drills.embedded.LocalStore;
import scriptorium.drills.embedded.PastStore;
import scriptorium.drills.embedded.QuietLogging;
import scriptorium.drills.print.HumanUnits;

/** {@code ./scriptorium sql}: a store in a folder, by hand. */
public final class SqlCommand implements Command {

  private static final String HELP =
      """
      Runs SQL statements against the store in a folder, which is created where there is none.

      Usage: ./scriptorium sql --data DIR [OPTION]... [FILE|-]

      Statements come from FILE, from standard input (-), or from a prompt when neither is given and
      standard input is a terminal. Each is a transaction of its own. A query prints a table. INSERT,
      UPDATE, DELETE and MERGE are journaled and print the rows changed and their sequence number:
      whatever has printed one survives a kill -9. CREATE, ALTER, DROP and TRUNCATE are journaled as
      schema changes. The last statement may lack its semicolon.

      Options:
        --data DIR          the folder; required
        --store NAME        which store in it (default main)
        --as-of WHEN        reads a past state: that of a sequence number, or of a time such as
                            2026-11-30T12:00:00Z; made in this process, beside whoever writes the
                            store; statements that write are refused
        --limit N           most rows shown of a result, 0 for all (default 1000)
        --timeout SECONDS   longest run of one statement, 1 to 86400 (default: the store's settings)
        --continue          go on after a failed statement; the exit code is 1 all the same
        --ack               for programs: print 'READY <sequence number> <snapshot> <replayed events>'
                            first, and after each durable change 'ACK <sequence number> <statement>',
                            the statement counted from 1 in the whole text
        --debug             log more, with stack traces, to standard error

      At the prompt, and where a statement could begin:
      """
          + BackslashCommands.HELP.indent(2)
          + """

      Settings of the store: SCRIPTORIUM_JAVA_OPTS='-Dscriptorium.store.KEY=VALUE' ./scriptorium sql ...

      Exit codes: 0 done; 1 a statement failed; 2 wrong usage or setting; 3 the folder cannot be used:
      held by another process, unwritable, full, or its journal is damaged; or there is no such past state.

      Examples:
        echo 'VALUES 1 + 1' | ./scriptorium sql --data /tmp/try
        echo 'TABLE WORD' | ./scriptorium sql --data /tmp/try --as-of 4711
      """;

  @Override
  public String name() {
    return "sql";
  }

  @Override
  public String summary() {
    return "SQL by hand against the store in a folder";
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
            Set.of("--data", "--store", "--as-of", "--limit", "--timeout"),
            Set.of("--ack", "--continue", "--debug"),
            1);
    Path folder =
        options
            .text("--data")
            .map(Path::of)
            .orElseThrow(
                () -> new UsageException("--data DIR is required (see: ./scriptorium sql --help)"));
    String file = options.operands().isEmpty() ? "-" : options.operands().get(0);
    boolean interactive = options.operands().isEmpty() && isTerminal();
    ShellSettings settings =
        new ShellSettings(
            file.equals("-") ? "stdin" : file,
            options.integer("--limit", 1000, 0, Integer.MAX_VALUE - 1),
            options.flag("--ack"),
            options.flag("--continue") || interactive,
            interactive);
    Map<String, ?> limits = limits(options);
    String store = options.text("--store").orElse("main");
    if (options.flag("--as-of") && settings.ack()) {
      throw new UsageException(
          "option --ack is for changes, which --as-of refuses (see: ./scriptorium sql --help)");
    }
    QuietLogging.start(options.flag("--debug"));
    try (Reader text = open(file, terminal.in())) {
      if (options.text("--as-of").isPresent()) {
        String when = options.text("--as-of").get();
        try (PastStore opened = PastStore.open(folder, store, when, limits)) {
          return run(opened, settings, text, terminal);
        }
      }
      try (LocalStore opened = LocalStore.open(folder, store, limits)) {
        return run(opened, settings, text, terminal);
      }
    } catch (EnvironmentException e) {
      if (options.flag("--debug")) {
        e.printStackTrace(terminal.err());
      }
      throw e;
    }
  }

  private static int run(LocalStore opened, ShellSettings settings, Reader text, Terminal terminal)
      throws IOException, InterruptedException {
    if (settings.ack()) {
      terminal.out().println(ready(opened.store().status()));
      terminal.out().flush();
    }
    Statements on = new StatementRunner(opened.store(), settings.limitRows());
    return run(on, welcome(opened.store().status()), settings, text, terminal);
  }

  private static int run(PastStore opened, ShellSettings settings, Reader text, Terminal terminal)
      throws IOException, InterruptedException {
    AsOf state = opened.state();
    String welcome =
        "past state at sequence number "
            + state.sequenceNumber()
            + ", of "
            + state.time()
            + ", for reading; \\help helps";
    return run(new PastStatements(state, settings.limitRows()), welcome, settings, text, terminal);
  }

  private static int run(
      Statements on, String welcome, ShellSettings settings, Reader text, Terminal terminal)
      throws IOException, InterruptedException {
    ShellSession session = new ShellSession(on, settings, terminal);
    if (!settings.interactive()) {
      return session.run(new StatementSplitter(text));
    }
    terminal.out().println(welcome);
    PromptingReader typed = new PromptingReader(new BufferedReader(text), terminal.out());
    StatementSplitter script = new StatementSplitter(typed);
    typed.setPrompt(() -> script.insideStatement() ? "...> " : "sql> ");
    return session.run(script);
  }

  // Java 17, which this is built for, has a console only when standard input and output are
  // terminals; where Java 22 is found to run it, the launcher's answer must be asked instead.
  @SuppressWarnings("SystemConsoleNull")
  private static boolean isTerminal() {
    return System.console() != null;
  }

  /** For programs: {@code READY <sequence number> <snapshot's number> <events replayed>}. */
  private static String ready(StoreStatus status) {
    return status
        .recovery()
        .map(
            report ->
                "READY "
                    + report.epochNumber()
                    + " "
                    + report.snapshotNumber()
                    + " "
                    + report.replayedEvents())
        .orElseGet(() -> "READY " + status.sequenceNumber() + " 0 0");
  }

  private static String welcome(StoreStatus status) {
    String recovered = status.recovery().map(SqlCommand::recovered).orElse("ready");
    return recovered + "; sequence number " + status.sequenceNumber() + "; \\help helps";
  }

  private static String recovered(RecoveryReport report) {
    return "recovered in "
        + HumanUnits.duration(report.total())
        + ": snapshot of sequence number "
        + report.snapshotNumber()
        + ", "
        + HumanUnits.count(report.replayedEvents(), "event")
        + " replayed";
  }

  private static Map<String, ?> limits(Options options) {
    Map<String, Object> limits = new HashMap<>();
    if (options.text("--timeout").isPresent()) {
      String seconds = options.integer("--timeout", 0, 1, 86_400) + "s";
      limits.put("scriptorium.store.write.run-timeout", seconds);
      limits.put("scriptorium.store.read.timeout", seconds);
    }
    return limits;
  }

  private static Reader open(String file, InputStream in) {
    if (file.equals("-")) {
      return new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
    }
    try {
      return Files.newBufferedReader(Path.of(file), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UsageException("script cannot be read: " + FailureText.of(e));
    }
  }
}
