package scriptorium.drills.crash;

import java.util.List;
import scriptorium.drills.command.Command;
import scriptorium.drills.command.Terminal;
import scriptorium.drills.journal.DrillJournal;

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
      """
          + DrillJournal.HELP
          + """

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
    return RoundsRun.runOnAnyJournal(name(), args, terminal, 100, CrashSettings::of);
  }
}
