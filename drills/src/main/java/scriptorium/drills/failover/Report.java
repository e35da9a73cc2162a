package scriptorium.drills.failover;

import java.io.PrintStream;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToLongFunction;
import scriptorium.drills.failover.check.Defect;
import scriptorium.drills.failover.history.ClientWrite;
import scriptorium.drills.failover.history.History;
import scriptorium.drills.failover.history.Verdict;

/**
 * The result, for people and for programs.
 *
 * @param settings what was asked
 * @param history what the clients were told
 * @param proof whether it holds
 * @param takeovers the kills that could be measured
 * @param notes what else a reader should know
 * @param unplannedMoves how often the writer changed without being killed
 * @param snapshots how many were taken and proved
 */
record Report(
    FailoverSettings settings,
    History history,
    Proof proof,
    List<Takeover> takeovers,
    List<String> notes,
    int unplannedMoves,
    int snapshots) {

  private static final int MAX_DEFECTS_SHOWN = 20;

  private static final List<Column> COLUMNS =
      List.of(
          new Column("no acks for", Takeover::gap),
          new Column("detected", Takeover::detected),
          new Column("moved", Takeover::moved),
          new Column("restored", Takeover::restored),
          new Column("replayed", Takeover::replayed),
          new Column("ready", Takeover::ready),
          new Column("first ack", Takeover::firstAck));

  /** A column of the table: a part of a takeover. */
  private record Column(String title, ToLongFunction<Takeover> micros) {}

  /** Prints the table, the counts and the verdict. */
  void print(PrintStream out) {
    out.println();
    out.println(
        text(
            "Failover drill: %d nodes, %d kills, %,d rows, %d clients, seed %d",
            settings.nodes(),
            settings.kills(),
            settings.rows(),
            settings.clients(),
            settings.seed()));
    if (!takeovers.isEmpty()) {
      printTable(out);
    }
    out.println();
    printCounts(out);
    for (String note : notes) {
      out.println("note: " + note);
    }
    out.println();
    printVerdict(out);
    out.flush();
  }

  private void printTable(PrintStream out) {
    out.println();
    StringBuilder head = new StringBuilder(text("%-8s%-9s", "kill", "writer"));
    for (Column column : COLUMNS) {
      head.append(text("%12s", column.title()));
    }
    out.println(head);
    for (Takeover takeover : takeovers) {
      String writer = takeover.killedNode() + " -> " + takeover.newNode();
      out.println(row(text("%-8d%-9s", takeover.number(), writer), c -> c.applyAsLong(takeover)));
    }
    out.println(row(text("%-17s", "median"), c -> quantile(c, 0.5)));
    out.println(row(text("%-17s", "worst"), c -> quantile(c, 1)));
  }

  private static String row(String head, ToLongFunction<ToLongFunction<Takeover>> value) {
    StringBuilder row = new StringBuilder(head);
    for (Column column : COLUMNS) {
      row.append(text("%10.2f s", value.applyAsLong(column.micros()) / 1e6));
    }
    return row.toString();
  }

  /** The value at a share of the sorted takeovers; the lower one in the middle of two. */
  private long quantile(ToLongFunction<Takeover> value, double share) {
    long[] sorted = takeovers.stream().mapToLong(value).sorted().toArray();
    return sorted[(int) Math.round((sorted.length - 1) * share - 0.01)];
  }

  private void printCounts(PrintStream out) {
    out.println(
        text(
            "writes   %,d acknowledged, %,d refused, %,d unknown (%,d of these are there)",
            count(Verdict.ACKNOWLEDGED),
            count(Verdict.REFUSED),
            count(Verdict.UNKNOWN),
            unknownPresent()));
    out.println(text("reads    %,d, each with the right total", consistentReads()));
    out.println(
        text(
            "journal  %,d events, numbers %,d to %,d, %,d epochs, %,d snapshots",
            proof.journal().events(),
            proof.walk().firstNumber(),
            proof.walk().lastNumber(),
            proof.walk().epochs(),
            snapshots));
    if (unplannedMoves > 0) {
      out.println(text("writer   moved %d times more, without a kill", unplannedMoves));
    }
  }

  private void printVerdict(PrintStream out) {
    if (proof.holds()) {
      out.println(
          "PROOF HOLDS: nothing acknowledged is lost or doubled, nothing refused is there.");
      return;
    }
    out.println(text("PROOF DOES NOT HOLD: %,d defects", proof.defects().size()));
    proof.defects().stream().limit(MAX_DEFECTS_SHOWN).forEach(defect -> out.println("  " + defect));
    if (proof.defects().size() > MAX_DEFECTS_SHOWN) {
      out.println(text("  and %,d more", proof.defects().size() - MAX_DEFECTS_SHOWN));
    }
  }

  private long count(Verdict verdict) {
    return history.writes().stream().filter(write -> write.verdict() == verdict).count();
  }

  private long unknownPresent() {
    return history.writes().stream()
        .filter(write -> write.verdict() == Verdict.UNKNOWN)
        .map(ClientWrite::txId)
        .filter(proof.journal().numbersByTxId()::containsKey)
        .count();
  }

  private long consistentReads() {
    long wrong =
        proof.defects().stream()
            .filter(defect -> defect.kind() == Defect.Kind.READ_INCONSISTENT)
            .count();
    return history.reads().size() - wrong;
  }

  /** The same for a JSON file; times in milliseconds. */
  Map<String, Object> toMap() {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("nodes", settings.nodes());
    map.put("kills", settings.kills());
    map.put("rows", settings.rows());
    map.put("clients", settings.clients());
    map.put("seed", settings.seed());
    map.put("proofHolds", proof.holds());
    map.put("acknowledged", count(Verdict.ACKNOWLEDGED));
    map.put("refused", count(Verdict.REFUSED));
    map.put("unknown", count(Verdict.UNKNOWN));
    map.put("unknownPresent", unknownPresent());
    map.put("reads", history.reads().size());
    map.put("events", proof.journal().events());
    map.put("lastNumber", proof.walk().lastNumber());
    map.put("epochs", proof.walk().epochs());
    map.put("voidEpochs", proof.walk().voidEpochs());
    map.put("snapshots", snapshots);
    map.put("unplannedMoves", unplannedMoves);
    if (!takeovers.isEmpty()) {
      map.put("medianGapMillis", quantile(Takeover::gap, 0.5) / 1000);
      map.put("worstGapMillis", quantile(Takeover::gap, 1) / 1000);
    }
    map.put("takeovers", takeovers.stream().map(Report::toMap).toList());
    map.put("defects", proof.defects().stream().map(Defect::toString).toList());
    map.put("notes", notes);
    return map;
  }

  private static Map<String, Object> toMap(Takeover takeover) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("kill", takeover.number());
    map.put("killedNode", takeover.killedNode());
    map.put("newNode", takeover.newNode());
    map.put("gapMillis", takeover.gap() / 1000);
    map.put("detectedMillis", takeover.detected() / 1000);
    map.put("movedMillis", takeover.moved() / 1000);
    map.put("restoredMillis", takeover.restored() / 1000);
    map.put("replayedMillis", takeover.replayed() / 1000);
    map.put("readyMillis", takeover.ready() / 1000);
    map.put("firstAckMillis", takeover.firstAck() / 1000);
    map.put("restoredRows", takeover.restoredRows());
    map.put("replayedEvents", takeover.replayedEvents());
    return map;
  }

  private static String text(String format, Object... values) {
    return String.format(Locale.ROOT, format, values);
  }
}
