package scriptorium.drills.crash;

import static scriptorium.drills.print.HumanUnits.count;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import scriptorium.drills.crash.CrashChecker.InFlight;
import scriptorium.drills.crash.CrashSettings.Aim;
import scriptorium.drills.crash.RoundResult.Left;
import scriptorium.drills.print.HumanUnits;
import scriptorium.drills.print.TextTable;
import scriptorium.drills.print.TextTable.Column;

/** The rounds summed up. */
final class CrashReport {

  private final CrashSettings settings;
  private final List<RoundResult> results;
  private final Duration took;

  CrashReport(CrashSettings settings, List<RoundResult> results, Duration took) {
    this.settings = settings;
    this.results = List.copyOf(results);
    this.took = took;
  }

  /** Whether all rounds were run and nothing was lost. */
  boolean isProved() {
    return results.size() == settings.rounds() && faults().isEmpty();
  }

  List<String> faults() {
    List<String> faults = new ArrayList<>();
    for (RoundResult result : results) {
      result.faults().forEach(fault -> faults.add("round " + result.round() + ": " + fault));
    }
    return faults;
  }

  List<String> lines() {
    TextTable table = new TextTable(List.of(Column.text("CRASH ROUNDS"), Column.number("")));
    figures().forEach(table::row);
    List<String> lines = new ArrayList<>(table.lines());
    lines.addAll(faults());
    lines.add(
        isProved()
            ? "PROVED: every acknowledged statement is there whole, nothing was lost"
            : "NOT PROVED: seed=" + settings.seed() + " folder=" + settings.folder());
    return lines;
  }

  Map<String, Object> toMap() {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("proved", isProved());
    map.put("seed", settings.seed());
    map.put("folder", settings.folder().toString());
    map.put("tookMillis", took.toMillis());
    map.put("acknowledgedStatements", acknowledged());
    map.put("faults", faults());
    map.put("rounds", results.stream().map(RoundResult::toMap).toList());
    return map;
  }

  private Map<String, String> figures() {
    Map<String, String> rows = new LinkedHashMap<>();
    long starting = results.stream().filter(result -> result.kill().whileStarting()).count();
    rows.put("rounds", count(results.size()) + " of " + count(settings.rounds()));
    rows.put("killed while writing", count(results.size() - starting));
    rows.put("killed while starting", count(starting));
    if (settings.aim() == Aim.SNAPSHOTS) {
      rows.put("killed in saving or proving", count(left(Left.SNAPSHOT_CUT_SHORT)));
      rows.put("killed before a deletion", count(left(Left.DELETION_CUT_SHORT)));
    }
    rows.put("statements acknowledged", count(acknowledged()));
    rows.put("rows in them", count((long) acknowledged() * BatchTable.BATCH_ROWS));
    rows.put("in flight, found whole", count(inFlight(InFlight.WHOLE)));
    rows.put("in flight, found absent", count(inFlight(InFlight.ABSENT)));
    rows.put("lost, torn or made up", count(faults().size()));
    rows.put("reopened from a snapshot", count(reopenedFromSnapshot()));
    rows.put("reopened with replay", count(reopenedWithReplay()));
    rows.put("time to reopen, median", HumanUnits.duration(reopened(0.5)));
    rows.put("time to reopen, longest", HumanUnits.duration(reopened(1)));
    rows.put("seed", Long.toString(settings.seed()));
    rows.put("took", HumanUnits.duration(took));
    return rows;
  }

  private int acknowledged() {
    return results.stream().mapToInt(RoundResult::acknowledged).sum();
  }

  private long inFlight(InFlight what) {
    return results.stream().filter(result -> result.inFlight() == what).count();
  }

  private long left(Left what) {
    return results.stream().filter(result -> result.left() == what).count();
  }

  private long reopenedFromSnapshot() {
    return results.stream().filter(result -> result.snapshotNumber() > 0).count();
  }

  private long reopenedWithReplay() {
    return results.stream().filter(result -> result.replayedEvents() > 0).count();
  }

  private Duration reopened(double share) {
    List<Duration> sorted = results.stream().map(RoundResult::reopened).sorted().toList();
    return sorted.isEmpty()
        ? Duration.ZERO
        : sorted.get((int) Math.round(share * (sorted.size() - 1)));
  }
}
