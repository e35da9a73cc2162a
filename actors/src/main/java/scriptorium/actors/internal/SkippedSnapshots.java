package scriptorium.actors.internal;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which snapshots could not be used in a recovery and why, and what is left to try. Owned by the
 * host.
 */
final class SkippedSnapshots {

  private final List<String> reasons = new ArrayList<>();
  private long atMost = Long.MAX_VALUE;

  /** This snapshot is not used, nor any newer one; 0 for no snapshot at all. */
  void skip(long number, String reason) {
    reasons.add(
        (number == 0 ? "none of the snapshots can be read" : "sequenceNumber=" + number)
            + ": "
            + reason);
    atMost = number - 1;
  }

  /** The newest snapshot that may be used; negative for none. */
  long atMost() {
    return atMost;
  }

  /**
   * Why the store cannot start, with what was tried, what the journal has, and what to do.
   *
   * @param journalEnd the journal's last event; 0 where it does not tell
   */
  Throwable explained(Throwable cause, long journalEnd) {
    OutOfSequenceException gap = gapOf(cause);
    if (reasons.isEmpty() && gap == null) {
      return cause;
    }
    return new IllegalStateException(
        "no way leads to a proven state: "
            + Refusals.describe(cause)
            + "; snapshots that cannot be used: "
            + (reasons.isEmpty() ? "there is none" : String.join(" | ", reasons))
            + (gap == null ? "" : "; " + events(gap, journalEnd))
            + "; nothing was changed. Restore the store's folder, or one of these snapshots, from a"
            + " backup, and start again; what the journal still has is read by ./scriptorium"
            + " inspect",
        cause);
  }

  private static String events(OutOfSequenceException gap, long journalEnd) {
    return "the journal has events from "
        + gap.found()
        + (journalEnd > 0 ? " to " + journalEnd : "")
        + ", and those from "
        + gap.expected()
        + " to "
        + (gap.found() - 1)
        + " are deleted or missing";
  }

  private static @Nullable OutOfSequenceException gapOf(Throwable cause) {
    for (Throwable t = cause; t != null; t = t.getCause()) {
      if (t instanceof OutOfSequenceException gap) {
        return gap;
      }
    }
    return null;
  }
}
