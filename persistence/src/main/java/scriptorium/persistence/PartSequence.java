package scriptorium.persistence;

import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import scriptorium.database.change.EncodedPart;

/**
 * Holds the parts of a change set until its end is there: for everybody who applies events.
 *
 * <pre>{@code
 * if (event instanceof ChangeSetPart part) {
 *   sequence.add(number, part);
 * } else if (event instanceof ChangeSetEnd end) {
 *   applier.apply(sequence.complete(number, end));
 * } else {
 *   sequence.requireNone(number);
 *   ...
 * }
 * }</pre>
 *
 * <p>Invariant: parts held are those with index 0 to size - 1 of one write. Not thread-safe.
 */
public final class PartSequence {

  private final List<EncodedPart> parts = new ArrayList<>();
  private @Nullable UUID txId;

  /** How many events wait for their end. */
  public int size() {
    return parts.size();
  }

  /**
   * Holds a part.
   *
   * @param number its sequence number, for messages
   * @throws PartSequenceException if it is not the next one
   */
  public void add(long number, ChangeSetPart part) {
    if (part.index() != parts.size() || (txId != null && !part.txId().equals(txId))) {
      throw outOfOrder(number, part.txId(), "part " + part.index());
    }
    txId = part.txId();
    parts.add(part.changes());
  }

  /**
   * All parts of the change set that ends here, and holds none any more.
   *
   * @throws PartSequenceException if parts are missing
   */
  public List<EncodedPart> complete(long number, ChangeSetEnd end) {
    if (end.parts() != parts.size() || !end.txId().equals(txId)) {
      throw outOfOrder(number, end.txId(), "the end behind " + end.parts() + " parts");
    }
    parts.add(end.changes());
    List<EncodedPart> whole = List.copyOf(parts);
    clear();
    return whole;
  }

  /**
   * Checks that no change set is incomplete, where another event comes, or none.
   *
   * @throws PartSequenceException if one is
   */
  public void requireNone(long number) {
    if (!parts.isEmpty()) {
      throw new PartSequenceException(
          "change set without its end: txId="
              + txId
              + " parts="
              + parts.size()
              + " sequenceNumber="
              + number
              + " expected=part "
              + parts.size()
              + " or the end; the journal did not keep one atomic write whole; recovery stops");
    }
  }

  /** Lets go of an incomplete change set. */
  public void clear() {
    parts.clear();
    txId = null;
  }

  private PartSequenceException outOfOrder(long number, UUID found, String what) {
    return new PartSequenceException(
        "parts of a change set out of order: sequenceNumber="
            + number
            + " expected=part "
            + parts.size()
            + (txId == null ? "" : " of txId=" + txId)
            + " found="
            + what
            + " of txId="
            + found
            + "; the journal did not keep one atomic write whole; recovery stops");
  }
}
