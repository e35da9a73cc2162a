package scriptorium.drills.crash;

import java.util.List;
import scriptorium.drills.command.Command;
import scriptorium.drills.command.Terminal;

/** {@code ./scriptorium drill snapshot}: kill -9 in the middle of snapshots, again and again. */
public final class SnapshotCommand implements Command {

  private static final String HELP =
      """
      Proves that a crash in the middle of a snapshot costs nothing.

      Usage: ./scriptorium drill snapshot [OPTION]...

      Each round starts a real 'sql' process that writes batches of 1,000 rows and takes one snapshot
      after the other meanwhile: saves it in many small chunks, reads it back, deletes older ones and
      the events behind them. It is killed with -9 at a random moment of that or, in one round of
      five, while it starts. Then the folder is read without the store's own code: every snapshot
      with a manifest must be whole, and the journal must hold every event that the kept ones need,
      up to the last one that was acknowledged. The next process opens the folder, and what it finds
      is compared with what was acknowledged. After the last round nothing of what the kills cut
      short may be left.

      Options:
        --rounds N    kills, 1 to 100000 (default 20; 200 for a long run)
        --data DIR    the folder; what earlier rounds left in it is gone on with (default: a new one,
                      removed when the proof holds)
        --seed S      decides statements and moments (default: drawn and printed)
        --json FILE   the figures of each round

      Exit codes: 0 proved; 1 something was lost, torn, made up or left over; 2 wrong usage; 3 the
      folder cannot be used.
      """;

  @Override
  public String name() {
    return "drill snapshot";
  }

  @Override
  public String summary() {
    return "kill -9 a process in the midst of snapshots and look what is left";
  }

  @Override
  public String help() {
    return HELP;
  }

  @Override
  public int run(List<String> args, Terminal terminal) throws Exception {
    return RoundsRun.run(
        name(),
        args,
        terminal,
        20,
        (rounds, data, seed, journal) -> CrashSettings.ofSnapshots(rounds, data, seed));
  }
}
