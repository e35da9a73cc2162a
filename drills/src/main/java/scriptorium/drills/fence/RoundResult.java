package scriptorium.drills.fence;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * One round, checked.
 *
 * @param round its place, from 1
 * @param takeovers claims that were ready
 * @param fenced writers that lost their claim, before or after it was ready
 * @param epochs in the chain
 * @param voidEpochs claims of which files are left and that the chain passes by
 * @param freezes how often a process was stopped and continued
 * @param kills how often one was killed
 * @param acknowledgedFrames groups that a writer was told are durable
 * @param acknowledgedEvents events in them
 * @param deletions how often events were deleted
 * @param events in the files, not deleted
 * @param read events that the reader was handed
 * @param faults what must not be
 */
record RoundResult(
    int round,
    int takeovers,
    int fenced,
    int epochs,
    int voidEpochs,
    int freezes,
    int kills,
    int acknowledgedFrames,
    int acknowledgedEvents,
    int deletions,
    int events,
    int read,
    List<String> faults) {

  RoundResult {
    faults = List.copyOf(faults);
  }

  Map<String, Object> toMap() {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("round", round);
    map.put("takeovers", takeovers);
    map.put("fenced", fenced);
    map.put("epochsInChain", epochs);
    map.put("voidEpochs", voidEpochs);
    map.put("freezes", freezes);
    map.put("kills", kills);
    map.put("acknowledgedFrames", acknowledgedFrames);
    map.put("acknowledgedEvents", acknowledgedEvents);
    map.put("deletions", deletions);
    map.put("events", events);
    map.put("read", read);
    map.put("faults", faults);
    return map;
  }
}
