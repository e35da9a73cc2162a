package scriptorium.drills.sql;

import java.io.IOException;
import java.io.PrintStream;
import java.util.Optional;
import scriptorium.database.script.UnterminatedSqlException;
import scriptorium.drills.command.EnvironmentException;
import scriptorium.drills.command.ExitCode;
import scriptorium.drills.command.Terminal;
import scriptorium.drills.print.HumanUnits;

/**
 * One run of the shell over one text: statement after statement, each done or failed before the
 * next is looked at.
 *
 * <p>Its acknowledgements are worth what the store's are: a line that says a sequence number is
 * printed, and flushed, only after the change is durable.
 */
final class ShellSession {

  private final ShellSettings settings;
  private final Statements on;
  private final BackslashCommands commands;
  private final PrintStream out;
  private final PrintStream err;
  private int statements;

  ShellSession(Statements on, ShellSettings settings, Terminal terminal) {
    this.settings = settings;
    this.out = terminal.out();
    this.err = terminal.err();
    this.on = on;
    this.commands = new BackslashCommands(on, out);
  }

  /**
   * Runs to the end of the text, or to the first failure where the settings say so.
   *
   * @return {@link ExitCode#OK}, or {@link ExitCode#FAILED} when a statement failed and nobody sat
   *     there to see it
   * @throws EnvironmentException when the store does not serve any more
   */
  int run(StatementSplitter script) throws IOException, InterruptedException {
    boolean failed = false;
    try {
      Optional<ScriptItem> item = script.next();
      while (item.isPresent()) {
        Ended ended = run(item.get());
        failed |= ended == Ended.FAILED;
        if (ended == Ended.QUIT || (ended == Ended.FAILED && !settings.goOn())) {
          break;
        }
        item = script.next();
      }
    } catch (UnterminatedSqlException e) {
      failed = true;
      err.println(place(e.line()) + e.getMessage());
    }
    out.flush();
    return failed && !settings.interactive() ? ExitCode.FAILED : ExitCode.OK;
  }

  private enum Ended {
    DONE,
    FAILED,
    QUIT
  }

  private Ended run(ScriptItem item) throws InterruptedException {
    try {
      if (item instanceof ScriptItem.Backslash backslash) {
        boolean goOn = commands.run(backslash.word());
        out.flush();
        return goOn ? Ended.DONE : Ended.QUIT;
      }
      statements++;
      print(on.run(((ScriptItem.Statement) item).sql()));
      return Ended.DONE;
    } catch (StatementFailedException e) {
      out.flush();
      String message = place(item.line() + e.linesBelow()) + e.getMessage();
      if (e.isStoreGone()) {
        throw new EnvironmentException(message, e);
      }
      err.println(message);
      return Ended.FAILED;
    }
  }

  private void print(StatementResult result) {
    if (result instanceof StatementResult.Rows rows) {
      print(rows.rows());
    } else if (result instanceof StatementResult.Changed changed) {
      changed.rows().ifPresent(this::print);
      String rows = HumanUnits.count(changed.changedRows(), "row");
      out.println(
          (changed.rows().isPresent() ? "changed" : rows + " changed")
              + ", sequence number "
              + changed.number());
    } else if (result instanceof StatementResult.SchemaChanged changed) {
      out.println("schema changed, sequence number " + changed.number());
    }
    if (settings.ack()) {
      result.sequenceNumber().ifPresent(number -> out.println("ACK " + number + " " + statements));
    }
    out.flush();
  }

  private void print(ResultRows rows) {
    rows.toTable().lines().forEach(out::println);
    String count = HumanUnits.count(rows.rows().size(), "row");
    out.println(
        rows.more() ? "(first " + count + "; there are more: --limit N)" : "(" + count + ")");
  }

  private String place(int line) {
    return settings.interactive() ? "error: " : settings.source() + ":" + line + ": ";
  }
}
