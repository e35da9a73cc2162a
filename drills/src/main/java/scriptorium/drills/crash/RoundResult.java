package scriptorium.drills.crash;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import scriptorium.drills.crash.CrashChecker.InFlight;

/**
 * One round, proved or not by the process after it.
 *
 * @param round its number, from 1
 * @param kill when its process was killed
 * @param acknowledged statements acknowledged
 * @param inFlight what became of the one in flight
 * @param reopened how long the next process took to be ready
 * @param snapshotNumber the snapshot from which that began; 0 for none
 * @param replayedEvents events it replayed
 * @param left what the kill left of a snapshot
 * @param faults what is wrong
 */
record RoundResult(
    int round,
    KillPoint kill,
    int acknowledged,
    InFlight inFlight,
    Duration reopened,
    long snapshotNumber,
    long replayedEvents,
    Left left,
    List<String> faults) {

  /** What a kill left of a snapshot. */
  enum Left {
    /** Not looked at. */
    NOT_LOOKED_AT,
    /** As many snapshots as are kept, or fewer, all of them whole. */
    WHOLE_SNAPSHOTS,
    /** Chunks without a manifest: it was being saved or proved, or deleted. */
    SNAPSHOT_CUT_SHORT,
    /** One more than are kept: the oldest was still to be deleted. */
    DELETION_CUT_SHORT
  }

  RoundResult {
    faults = List.copyOf(faults);
  }

  RoundResult withFaults(List<String> found) {
    return new RoundResult(
        round, kill, acknowledged, inFlight, reopened, snapshotNumber, replayedEvents, left, found);
  }

  Map<String, Object> toMap() {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("round", round);
    map.put("killedWhileStarting", kill.whileStarting());
    map.put("killedAfterMillis", kill.delay().toNanos() / 1e6);
    map.put("acknowledgedStatements", acknowledged);
    map.put("inFlight", inFlight);
    map.put("reopenedMillis", reopened.toMillis());
    map.put("snapshotSequenceNumber", snapshotNumber);
    map.put("replayedEvents", replayedEvents);
    map.put("left", left);
    map.put("faults", faults);
    return map;
  }
}
