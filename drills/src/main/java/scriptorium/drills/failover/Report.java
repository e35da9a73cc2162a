package scriptorium.drills.failover;

import java.io.PrintStream;
import java.util.List;
import java.util.Locale;
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

  /** The same as JSON; times in milliseconds. */
  String json() {
    Json json = new Json();
    json.begin()
        .field("nodes", settings.nodes())
        .field("kills", settings.kills())
        .field("rows", settings.rows())
        .field("clients", settings.clients())
        .field("seed", settings.seed())
        .field("proofHolds", proof.holds())
        .field("acknowledged", count(Verdict.ACKNOWLEDGED))
        .field("refused", count(Verdict.REFUSED))
        .field("unknown", count(Verdict.UNKNOWN))
        .field("unknownPresent", unknownPresent())
        .field("reads", history.reads().size())
        .field("events", proof.journal().events())
        .field("lastNumber", proof.walk().lastNumber())
        .field("epochs", proof.walk().epochs())
        .field("voidEpochs", proof.walk().voidEpochs())
        .field("snapshots", snapshots)
        .field("unplannedMoves", unplannedMoves);
    if (!takeovers.isEmpty()) {
      json.field("medianGapMillis", quantile(Takeover::gap, 0.5) / 1000)
          .field("worstGapMillis", quantile(Takeover::gap, 1) / 1000);
    }
    json.array("takeovers", takeovers, Report::write);
    json.strings("defects", proof.defects().stream().map(Defect::toString).toList());
    json.strings("notes", notes);
    return json.end() + "\n";
  }

  private static void write(Json json, Takeover takeover) {
    json.field("kill", takeover.number())
        .field("killedNode", takeover.killedNode())
        .field("newNode", takeover.newNode())
        .field("gapMillis", takeover.gap() / 1000)
        .field("detectedMillis", takeover.detected() / 1000)
        .field("movedMillis", takeover.moved() / 1000)
        .field("restoredMillis", takeover.restored() / 1000)
        .field("replayedMillis", takeover.replayed() / 1000)
        .field("readyMillis", takeover.ready() / 1000)
        .field("firstAckMillis", takeover.firstAck() / 1000)
        .field("restoredRows", takeover.restoredRows())
        .field("replayedEvents", takeover.replayedEvents());
  }

  private static String text(String format, Object... values) {
    return String.format(Locale.ROOT, format, values);
  }
}
