package scriptorium.drills.failover;

import java.io.PrintStream;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import scriptorium.drills.command.Terminal;
import scriptorium.drills.failover.process.EventLine;

/**
 * What the user sees while the drill runs: on a terminal one line that is rewritten, elsewhere a
 * line a step and one every ten seconds. Owned by the drill's thread.
 */
final class Progress {

  private static final long PLAIN_EVERY_NANOS = Duration.ofSeconds(10).toNanos();
  private static final long REWRITE_EVERY_NANOS = Duration.ofMillis(200).toNanos();
  private static final String CLEAR_LINE = "\r\033[K";

  /** A rewritten line that wraps would not be rewritten: it is cut for the narrowest terminal. */
  private static final int MAX_CHARS = 79;

  private final PrintStream out;
  private final boolean interactive;
  private final long startNanos = System.nanoTime();
  private String step = "";
  private long shownNanos;
  private long acknowledgedBefore;
  private long rateNanos = startNanos;
  private long rate;

  Progress(Terminal terminal) {
    this.out = terminal.out();
    this.interactive = terminal.interactive();
  }

  /** A line that stays. */
  void line(String text) {
    out.println((interactive ? CLEAR_LINE : "") + text);
    out.flush();
  }

  /** A new step begins. */
  void step(String text) {
    step = text;
    shownNanos = System.nanoTime();
    show("", !interactive);
  }

  /** Time goes on within the step. */
  void tick(Optional<EventLine> clients, String detail) {
    long now = System.nanoTime();
    long every = interactive ? REWRITE_EVERY_NANOS : PLAIN_EVERY_NANOS;
    if (now - shownNanos >= every) {
      shownNanos = now;
      show(clients.map(line -> counts(line, now)).orElse(detail), !interactive);
    }
  }

  /** The rewritten line goes away. */
  void done() {
    if (interactive) {
      out.print(CLEAR_LINE);
      out.flush();
    }
  }

  private void show(String detail, boolean stays) {
    long seconds = (System.nanoTime() - startNanos) / 1_000_000_000L;
    String text =
        String.format(Locale.ROOT, "%3d:%02d  %s", seconds / 60, seconds % 60, step)
            + (detail.isEmpty() ? "" : "  " + detail);
    out.print(
        stays
            ? text + System.lineSeparator()
            : CLEAR_LINE + text.substring(0, Math.min(MAX_CHARS, text.length())));
    out.flush();
  }

  private String counts(EventLine line, long now) {
    long acknowledged = line.number("acknowledged");
    if (now - rateNanos > 1_000_000_000L) {
      rate = (acknowledged - acknowledgedBefore) * 1_000_000_000L / (now - rateNanos);
      acknowledgedBefore = acknowledged;
      rateNanos = now;
    }
    return String.format(
        Locale.ROOT,
        "%,d acks (%,d/s), %,d refused, %,d unknown, %,d reads",
        acknowledged,
        rate,
        line.number("refused"),
        line.number("unknown"),
        line.number("reads"));
  }
}
