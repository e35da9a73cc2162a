package scriptorium.drills.crash;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;

/**
 * Compares what a reopened store holds with what was acknowledged.
 *
 * <p>The child ran its statements one by one. So the table must be as after the acknowledged steps,
 * or as after those and the one in flight; any other state has lost something, kept half of
 * something, or brought something back.
 */
final class CrashChecker {

  private CrashChecker() {}

  /**
   * The finding.
   *
   * @param versions versions by batch, as found
   * @param inFlight what became of the step in flight
   * @param faults what is wrong; empty when the round is proved
   */
  record Finding(Map<Long, Integer> versions, InFlight inFlight, List<String> faults) {

    Finding {
      versions = Map.copyOf(versions);
      faults = List.copyOf(faults);
    }
  }

  /** What became of the one step that was sent and not acknowledged. */
  enum InFlight {
    /** None was. */
    NONE,
    /** It is there, whole: journaled before the kill. */
    WHOLE,
    /** Nothing of it is there. */
    ABSENT
  }

  /**
   * Compares.
   *
   * @param history the round that was killed
   * @param found what the next process reports
   * @param sequenceNumber the last number that the next process reports
   */
  static Finding check(RoundHistory history, List<FoundBatch> found, long sequenceNumber) {
    List<String> faults = new ArrayList<>(history.faults());
    Map<Long, Integer> versions = new HashMap<>();
    for (FoundBatch batch : found) {
      if (!batch.isWhole()) {
        faults.add("batch not whole: " + batch);
      }
      versions.put(batch.batch(), batch.maxVersion());
    }
    if (sequenceNumber < history.lastSequenceNumber()) {
      faults.add(
          "the journal ends before what was acknowledged: acknowledged="
              + history.lastSequenceNumber()
              + " found="
              + sequenceNumber);
    }
    Map<Long, Integer> acknowledged = history.versionsAfter(history.acknowledged());
    if (versions.equals(acknowledged)) {
      InFlight inFlight =
          history.sent().size() > history.acknowledged() ? InFlight.ABSENT : InFlight.NONE;
      return new Finding(versions, inFlight, faults);
    }
    if (history.sent().size() > history.acknowledged()
        && versions.equals(history.versionsAfter(history.acknowledged() + 1))) {
      return new Finding(versions, InFlight.WHOLE, faults);
    }
    faults.addAll(differences(acknowledged, versions));
    return new Finding(versions, InFlight.NONE, faults);
  }

  private static List<String> differences(Map<Long, Integer> expected, Map<Long, Integer> found) {
    List<String> faults = new ArrayList<>();
    TreeSet<Long> batches = new TreeSet<>(expected.keySet());
    batches.addAll(found.keySet());
    for (Long batch : batches) {
      Integer should = expected.get(batch);
      Integer is = found.get(batch);
      if (is == null) {
        faults.add("acknowledged batch lost: batch=" + batch + " version=" + should);
      } else if (should == null) {
        faults.add("batch was never acknowledged, or its delete was: batch=" + batch);
      } else if (!Objects.equals(should, is)) {
        faults.add(
            "acknowledged update lost or made up: batch="
                + batch
                + " expected version="
                + should
                + " found="
                + is);
      }
    }
    return faults;
  }
}
