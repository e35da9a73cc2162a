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
    List<String> faults) {

  RoundResult {
    faults = List.copyOf(faults);
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
    map.put("faults", faults);
    return map;
  }
}
