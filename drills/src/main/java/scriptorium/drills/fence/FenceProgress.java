package scriptorium.drills.fence;

import static scriptorium.drills.print.HumanUnits.count;

import java.time.Duration;
import scriptorium.drills.command.Terminal;

/**
 * What the user sees while the rounds run: on a terminal one line that is rewritten, elsewhere a
 * line every ten seconds.
 */
final class FenceProgress {

  private static final long PLAIN_EVERY_NANOS = Duration.ofSeconds(10).toNanos();
  private static final String CLEAR_LINE = "\r\033[K";

  private final Terminal terminal;
  private final int rounds;
  private long shown = System.nanoTime();
  private long takeovers;
  private long frames;

  FenceProgress(Terminal terminal, int rounds) {
    this.terminal = terminal;
    this.rounds = rounds;
  }

  void show(RoundResult result) {
    takeovers += result.takeovers();
    frames += result.acknowledgedFrames();
    String line =
        "round "
            + count(result.round())
            + "/"
            + count(rounds)
            + ": "
            + count(takeovers, "take-over")
            + ", "
            + count(frames, "frame")
            + " acknowledged";
    long now = System.nanoTime();
    if (terminal.interactive()) {
      terminal.out().print(CLEAR_LINE + line);
      terminal.out().flush();
    } else if (now - shown >= PLAIN_EVERY_NANOS) {
      shown = now;
      terminal.out().println(line);
    }
  }

  void done() {
    if (terminal.interactive()) {
      terminal.out().print(CLEAR_LINE);
    }
  }
}
