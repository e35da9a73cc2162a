package scriptorium.drills.inspect;

import static scriptorium.drills.print.HumanUnits.bytes;
import static scriptorium.drills.print.HumanUnits.count;

import java.io.PrintStream;
import java.util.List;
import scriptorium.drills.inspect.StoreContents.Epoch;
import scriptorium.drills.inspect.StoreContents.Journal;
import scriptorium.drills.inspect.StoreContents.SchemaChange;
import scriptorium.drills.inspect.StoreContents.Segment;
import scriptorium.drills.inspect.StoreContents.Snapshot;
import scriptorium.drills.print.TextTable;
import scriptorium.drills.print.TextTable.Column;

/** What a store's folder holds, for people. */
final class ContentsText {

  /** Each start of a store is an epoch: the older ones are seldom asked for. */
  private static final int EPOCHS_SHOWN = 10;

  private final PrintStream out;

  ContentsText(PrintStream out) {
    this.out = out;
  }

  /** Everything but the change sets. */
  void print(StoreContents contents) {
    Journal journal = contents.journal();
    out.println("store " + contents.name() + ": " + contents.folder());
    out.println("  sequence numbers  " + numbers(journal));
    out.println(
        "  journal           "
            + count(journal.segments().size(), "segment")
            + ", "
            + bytes(journal.bytes())
            + "; "
            + (journal.sealed()
                ? "closed in order"
                : "not closed: a process has it open, or it ended at once"));
    journal
        .torn()
        .ifPresent(
            torn ->
                out.println(
                    "  torn tail         file="
                        + torn.segment().fileName()
                        + " offset="
                        + torn.offset()
                        + " bytes="
                        + torn.bytes()
                        + ": a write that never finished, or is under way; nobody was told of it"));
    snapshots(contents.snapshots());
    segments(journal.segments());
    epochs(journal.epochs());
    schemaChanges(journal.schemaChanges());
  }

  private static String numbers(Journal journal) {
    if (journal.lastNumber() == 0) {
      return "none yet";
    }
    String deleted = journal.deletedTo() > 0 ? ", deleted up to " + count(journal.deletedTo()) : "";
    return (journal.firstNumber() == 0
            ? "last " + count(journal.lastNumber())
            : count(journal.firstNumber()) + " to " + count(journal.lastNumber()))
        + deleted;
  }

  private void snapshots(List<Snapshot> snapshots) {
    if (snapshots.isEmpty()) {
      out.println("  snapshots         none");
      return;
    }
    TextTable table =
        new TextTable(
            List.of(
                Column.number("SNAPSHOT"),
                Column.text("SAVED"),
                Column.number("SIZE"),
                Column.number("CHUNKS"),
                Column.number("TABLES"),
                Column.number("ROWS"),
                Column.text("STATE")));
    for (Snapshot snapshot : snapshots) {
      table.row(
          count(snapshot.number()),
          snapshot.savedAt().toString(),
          bytes(snapshot.bytes()),
          count(snapshot.chunks()),
          count(snapshot.tables()),
          count(snapshot.rows()),
          state(snapshot));
    }
    print(table);
  }

  private static String state(Snapshot snapshot) {
    if (!snapshot.problem().isEmpty()) {
      return "not good: " + snapshot.problem();
    }
    return snapshot.proved() ? "proved" : "all files there";
  }

  private void segments(List<Segment> segments) {
    if (segments.isEmpty()) {
      return;
    }
    TextTable table =
        new TextTable(
            List.of(
                Column.text("SEGMENT"),
                Column.number("SIZE"),
                Column.number("USED"),
                Column.number("FRAMES"),
                Column.number("EVENTS"),
                Column.number("FROM"),
                Column.number("TO"),
                Column.text("STATE"),
                Column.text("PROTECTION")));
    for (Segment segment : segments) {
      table.row(
          segment.name().fileName(),
          bytes(segment.fileBytes()),
          bytes(segment.usedBytes()),
          count(segment.frames()),
          count(segment.events()),
          segment.events() == 0 ? "" : count(segment.firstNumber()),
          segment.events() == 0 ? "" : count(segment.lastNumber()),
          segment.state().text(),
          segment.protection());
    }
    print(table);
  }

  private void epochs(List<Epoch> epochs) {
    if (epochs.isEmpty()) {
      return;
    }
    TextTable table =
        new TextTable(
            List.of(
                Column.number("EPOCH"),
                Column.text("CLAIMED"),
                Column.text("NODE"),
                Column.number("PID"),
                Column.number("BEGAN AT"),
                Column.text("STATE")));
    int hidden = Math.max(0, epochs.size() - EPOCHS_SHOWN);
    for (Epoch epoch : epochs.subList(hidden, epochs.size())) {
      table.row(
          count(epoch.epoch()),
          epoch.claimed(),
          epoch.node(),
          epoch.pid(),
          epoch.startedAt() == 0 ? "" : count(epoch.startedAt()),
          epoch.counts() ? "counts" : "nothing of it left");
    }
    print(table);
    if (hidden > 0) {
      out.println("  " + count(hidden, "earlier epoch") + " not shown (--json shows all)");
    }
  }

  private void schemaChanges(List<SchemaChange> changes) {
    if (changes.isEmpty()) {
      return;
    }
    TextTable table =
        new TextTable(
            List.of(
                Column.number("SCHEMA CHANGE"),
                Column.text("TIME"),
                Column.number("VERSION"),
                Column.text("NAME"),
                Column.number("STATEMENTS")));
    for (SchemaChange change : changes) {
      table.row(
          count(change.number()),
          change.time().toString(),
          change.version() == 0 ? "" : String.valueOf(change.version()),
          change.name(),
          count(change.statements()));
    }
    print(table);
  }

  private void print(TextTable table) {
    out.println();
    table.lines().forEach(out::println);
  }

  /** One event in a line, and its rows below it. */
  void print(EventSummary event) {
    StringBuilder line = new StringBuilder();
    line.append(String.format("%14s  %s  %s", count(event.number()), event.time(), event.kind()));
    line.append(event.label().isEmpty() ? "" : " '" + printable(event.label()) + "'");
    event.tables().forEach((table, counts) -> line.append("  ").append(table).append(counts));
    line.append(event.txId().isEmpty() ? "" : "  txId=" + event.txId());
    out.println(line);
    event.rows().forEach(row -> out.println(" ".repeat(16) + printable(row)));
  }

  /** What somebody wrote into a label must not command the terminal. */
  private static String printable(String text) {
    return text.replaceAll("\\p{Cntrl}", " ");
  }
}
