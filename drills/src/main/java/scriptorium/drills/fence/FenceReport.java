package scriptorium.drills.fence;

import static scriptorium.drills.print.HumanUnits.count;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToIntFunction;
import scriptorium.drills.print.HumanUnits;
import scriptorium.drills.print.TextTable;
import scriptorium.drills.print.TextTable.Column;

/** The rounds summed up. */
final class FenceReport {

  private final FenceSettings settings;
  private final List<RoundResult> results;
  private final Duration took;

  FenceReport(FenceSettings settings, List<RoundResult> results, Duration took) {
    this.settings = settings;
    this.results = List.copyOf(results);
    this.took = took;
  }

  /** Whether all rounds were run, there was something to lose, and nothing was lost. */
  boolean isProved() {
    return results.size() == settings.rounds()
        && faults().isEmpty()
        && sum(RoundResult::acknowledgedFrames) > 0
        && sum(RoundResult::takeovers) > settings.rounds();
  }

  List<String> faults() {
    List<String> faults = new ArrayList<>();
    for (RoundResult result : results) {
      result.faults().forEach(fault -> faults.add("round " + result.round() + ": " + fault));
    }
    return faults;
  }

  List<String> lines() {
    TextTable table = new TextTable(List.of(Column.text("FENCE ROUNDS"), Column.number("")));
    figures().forEach(table::row);
    List<String> lines = new ArrayList<>(table.lines());
    lines.addAll(faults());
    lines.add(
        isProved()
            ? "PROVED: nothing acknowledged was lost, doubled or reordered, one writer at a time"
            : "NOT PROVED: seed=" + settings.seed() + " folder=" + settings.folder());
    return lines;
  }

  private Map<String, String> figures() {
    Map<String, String> rows = new LinkedHashMap<>();
    rows.put("rounds", count(results.size()) + " of " + count(settings.rounds()));
    rows.put("take-overs", total(RoundResult::takeovers));
    rows.put("epochs in the chains", total(RoundResult::epochs));
    rows.put("epochs that are void", total(RoundResult::voidEpochs));
    rows.put("writers fenced", total(RoundResult::fenced));
    rows.put("processes frozen", total(RoundResult::freezes));
    rows.put("processes killed", total(RoundResult::kills));
    rows.put("frames acknowledged", total(RoundResult::acknowledgedFrames));
    rows.put("events in them", total(RoundResult::acknowledgedEvents));
    rows.put("deletions", total(RoundResult::deletions));
    rows.put("events found in the files", total(RoundResult::events));
    rows.put("events read meanwhile", total(RoundResult::read));
    rows.put("faults", count(faults().size()));
    rows.put("seed", Long.toString(settings.seed()));
    rows.put("took", HumanUnits.duration(took));
    return rows;
  }

  Map<String, Object> toMap() {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("proved", isProved());
    map.put("seed", settings.seed());
    map.put("writers", settings.writers());
    map.put("folder", settings.folder().toString());
    map.put("tookMillis", took.toMillis());
    map.put("takeovers", sum(RoundResult::takeovers));
    map.put("freezes", sum(RoundResult::freezes));
    map.put("kills", sum(RoundResult::kills));
    map.put("acknowledgedFrames", sum(RoundResult::acknowledgedFrames));
    map.put("acknowledgedEvents", sum(RoundResult::acknowledgedEvents));
    map.put("read", sum(RoundResult::read));
    map.put("faults", faults());
    map.put("rounds", results.stream().map(RoundResult::toMap).toList());
    return map;
  }

  private String total(ToIntFunction<RoundResult> figure) {
    return count(sum(figure));
  }

  private long sum(ToIntFunction<RoundResult> figure) {
    return results.stream().mapToLong(figure::applyAsInt).sum();
  }
}
