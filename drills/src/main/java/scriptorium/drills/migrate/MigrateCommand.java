package scriptorium.drills.migrate;

import java.io.PrintStream;
import java.nio.file.Path;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import scriptorium.actors.BadSchemaScriptException;
import scriptorium.actors.MigrationReply;
import scriptorium.actors.SchemaReply;
import scriptorium.actors.SchemaScript;
import scriptorium.actors.SchemaScripts;
import scriptorium.actors.Store;
import scriptorium.drills.command.Command;
import scriptorium.drills.command.ExitCode;
import scriptorium.drills.command.Options;
import scriptorium.drills.command.Terminal;
import scriptorium.drills.command.UsageException;
import scriptorium.drills.embedded.LocalStore;
import scriptorium.drills.embedded.QuietLogging;

/**
 * {@code ./scriptorium migrate}: applies a folder of schema scripts, or tells what that would do.
 */
public final class MigrateCommand implements Command {

  private static final String HELP =
      """
      Applies schema scripts to the store in a folder, which is created where there is none.

      Usage: ./scriptorium migrate --data DIR [--scripts DIR] [OPTION]...

      Scripts are named V001__title.sql (numbered), U001__title.sql (takes it down) and R__title.sql
      (repeatable, rows only). Each is applied whole or not at all, as one event of the journal, and
      printed when it is durable. docs/migrations.md tells the rules.

      Options:
        --data DIR          the folder of the stores; required
        --store NAME        which store in it (default main)
        --scripts DIR       the folder of the scripts; without it, only what was applied is printed
        --dry-run           print what was applied and what would be done, and do nothing
        --downgrade         where the store is newer than the scripts: run the down scripts that are
                            in its journal, newest first; rows they drop are gone
        --debug             log more, with stack traces, to standard error

      A dry run opens the store like any program, and wants the folder for itself.

      Exit codes: 0 done; 1 a script was refused, before it nothing of it was done; 2 wrong usage, or
      scripts that cannot be used; 3 the folder cannot be used.

      Example: ./scriptorium migrate --data /tmp/try --scripts db/migration --dry-run
      """;

  @Override
  public String name() {
    return "migrate";
  }

  @Override
  public String summary() {
    return "apply schema scripts to the store in a folder, or tell what that would do";
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
            Set.of("--data", "--store", "--scripts"),
            Set.of("--dry-run", "--downgrade", "--debug"),
            0);
    Path folder =
        options
            .text("--data")
            .map(Path::of)
            .orElseThrow(
                () ->
                    new UsageException(
                        "--data DIR is required (see: ./scriptorium migrate --help)"));
    Optional<List<SchemaScript>> scripts = options.text("--scripts").map(MigrateCommand::read);
    QuietLogging.start(options.flag("--debug"));
    Map<String, String> settings =
        Map.of(
            "scriptorium.store.schema.downgrade", options.flag("--downgrade") ? "run" : "refuse");
    try (LocalStore opened =
        LocalStore.open(folder, options.text("--store").orElse("main"), settings)) {
      return scripts.isEmpty() || options.flag("--dry-run")
          ? tell(opened.store(), scripts.orElse(List.of()), terminal)
          : migrate(opened.store(), scripts.get(), terminal);
    }
  }

  private static List<SchemaScript> read(String folder) {
    try {
      return SchemaScripts.fromFolder(Path.of(folder));
    } catch (BadSchemaScriptException e) {
      throw new UsageException(String.valueOf(e.getMessage()));
    }
  }

  private static int tell(Store store, List<SchemaScript> scripts, Terminal terminal)
      throws InterruptedException, ExecutionException {
    SchemaReply reply = LocalStore.await(store.schema(scripts));
    if (!(reply instanceof SchemaReply.Known known)) {
      return failed(terminal, "the store does not serve: " + reply);
    }
    PrintStream out = terminal.out();
    for (SchemaReply.Applied one : known.applied()) {
      out.printf(
          "applied     %4d  %s  %s  sha256=%s%s%n",
          one.version(),
          one.time().truncatedTo(ChronoUnit.SECONDS),
          one.name(),
          one.checksum(),
          one.hasDown() ? "" : "  (no down script)");
    }
    if (known.applied().isEmpty()) {
      out.println("no numbered script was applied");
    }
    known.steps().forEach(step -> out.println(pending(step)));
    known.warnings().forEach(warning -> out.println("warning: " + warning));
    return known.refusal().map(why -> failed(terminal, why)).orElse(ExitCode.OK);
  }

  private static String pending(SchemaReply.Step step) {
    return switch (step.direction()) {
          case UP -> "pending     ";
          case DOWN -> "goes down   ";
          case REPEAT -> "repeatable  ";
        }
        + step.script();
  }

  private static int migrate(Store store, List<SchemaScript> scripts, Terminal terminal)
      throws InterruptedException, ExecutionException {
    MigrationReply reply = LocalStore.await(store.migrate(scripts));
    PrintStream out = terminal.out();
    if (reply instanceof MigrationReply.Migrated done) {
      done.takenDown().forEach(name -> out.println("taken down  " + name));
      done.applied().forEach(name -> out.println("applied     " + name));
      done.refreshed().forEach(name -> out.println("refreshed   " + name));
      done.warnings().forEach(warning -> out.println("warning: " + warning));
      boolean nothing =
          done.takenDown().isEmpty() && done.applied().isEmpty() && done.refreshed().isEmpty();
      out.println(
          (nothing ? "nothing to do" : "done") + ", sequence number " + done.sequenceNumber());
      return ExitCode.OK;
    }
    if (reply instanceof MigrationReply.Refused refused) {
      return failed(terminal, text(refused));
    }
    return failed(terminal, "not done, or not known to be: " + reply);
  }

  private static String text(MigrationReply.Refused refused) {
    String place = refused.script() + (refused.line() > 0 ? ":" + refused.line() : "") + ": ";
    String statement = refused.statement().isEmpty() ? "" : "; statement: " + refused.statement();
    return place + refused.message() + " [" + refused.sqlState() + "]" + statement;
  }

  private static int failed(Terminal terminal, String why) {
    terminal.err().println(why);
    return ExitCode.FAILED;
  }
}
