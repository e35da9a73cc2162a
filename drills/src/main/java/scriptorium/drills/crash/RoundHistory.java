package scriptorium.drills.crash;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What was asked and what was acknowledged in one round.
 *
 * <p>The child does one statement after the other, so at any moment the acknowledged steps are the
 * first of those sent: {@code 0 <= acknowledged <= sent}.
 */
final class RoundHistory {

  private final Map<Long, Integer> before;
  private final List<Step> sent = new ArrayList<>();
  private final Map<Integer, Integer> stepOfStatement = new HashMap<>();
  private final List<String> faults = new ArrayList<>();
  private int acknowledged;
  private long lastSequenceNumber;

  /**
   * Nothing sent yet.
   *
   * @param before versions by batch, as they were found at the start
   * @param sequenceNumber the store's last number at the start
   */
  RoundHistory(Map<Long, Integer> before, long sequenceNumber) {
    this.before = Map.copyOf(before);
    this.lastSequenceNumber = sequenceNumber;
  }

  /** A step is about to be sent, as the child's statement of this number. */
  void sending(Step step, int statement) {
    stepOfStatement.put(statement, sent.size());
    sent.add(step);
  }

  /** The child acknowledged a statement. */
  void acknowledged(long sequenceNumber, int statement) {
    if (sequenceNumber <= lastSequenceNumber) {
      faults.add(
          "sequence number not above the one before: found="
              + sequenceNumber
              + " before="
              + lastSequenceNumber);
    }
    lastSequenceNumber = sequenceNumber;
    Integer step = stepOfStatement.get(statement);
    if (step == null) {
      return;
    }
    if (step != acknowledged) {
      faults.add("acknowledged out of order: expected step=" + acknowledged + " found=" + step);
    }
    acknowledged = step + 1;
  }

  /** The steps sent. */
  List<Step> sent() {
    return sent;
  }

  /** How many of them, from the first on, were acknowledged. */
  int acknowledged() {
    return acknowledged;
  }

  /** The highest number that was acknowledged. */
  long lastSequenceNumber() {
    return lastSequenceNumber;
  }

  /** What was wrong with the acknowledgements themselves. */
  List<String> faults() {
    return faults;
  }

  /** Versions by batch after so many steps. */
  Map<Long, Integer> versionsAfter(int steps) {
    Map<Long, Integer> versions = new HashMap<>(before);
    sent.subList(0, steps).forEach(step -> step.applyTo(versions));
    return versions;
  }
}
