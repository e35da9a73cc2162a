package scriptorium.drills.failover.check;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/**
 * What the journal's files say.
 *
 * @param firstNumber the first event's number; 1 when nothing was deleted
 * @param lastNumber the last event's number
 * @param events how many events there are
 * @param missing numbers between the first and the last without event
 * @param numbersByTxId under which numbers each write was committed
 */
public record JournalEvidence(
    long firstNumber,
    long lastNumber,
    long events,
    List<Long> missing,
    Map<UUID, List<Long>> numbersByTxId) {

  private static final int MAX_MISSING_LISTED = 1000;

  /** Copies the list; the map is taken as it is, for its size. */
  public JournalEvidence {
    missing = List.copyOf(missing);
  }

  /** Builds the evidence from events in the order of the journal. */
  public static final class Builder {

    private final Map<UUID, List<Long>> numbersByTxId = new HashMap<>();
    private final List<Long> missing = new ArrayList<>();
    private long first;
    private long last;
    private long events;

    /** One event, with the txId it commits where it commits one. */
    public void event(long number, Optional<UUID> txId) {
      if (events == 0) {
        first = number;
      } else {
        for (long n = last + 1; n < number && missing.size() < MAX_MISSING_LISTED; n++) {
          missing.add(n);
        }
      }
      last = number;
      events++;
      txId.ifPresent(
          id -> numbersByTxId.merge(id, List.of(number), JournalEvidence.Builder::joined));
    }

    private static List<Long> joined(List<Long> before, List<Long> more) {
      List<Long> all = new ArrayList<>(before);
      all.addAll(more);
      return all;
    }

    /** What was gathered. */
    public JournalEvidence build() {
      return new JournalEvidence(first, last, events, missing, numbersByTxId);
    }
  }

  /** Reads it from files. */
  public static JournalEvidence read(JournalFiles files, JournalEvent decoder) throws IOException {
    Builder builder = new Builder();
    files.walk((number, entry) -> builder.event(number, decoder.committedTxId(entry)));
    return builder.build();
  }
}
