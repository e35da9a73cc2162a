package scriptorium.drills.inspect;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import scriptorium.database.change.RowChange;
import scriptorium.database.change.RowChangeConsumer;
import scriptorium.database.change.TableName;
import scriptorium.persistence.ChangeSet;
import scriptorium.persistence.ChangeSetEnd;
import scriptorium.persistence.ChangeSetPart;
import scriptorium.persistence.DigestDue;
import scriptorium.persistence.Digests;
import scriptorium.persistence.EpochStarted;
import scriptorium.persistence.JournalEvent;
import scriptorium.persistence.OutcomeNever;
import scriptorium.persistence.SchemaChanged;

/**
 * One event, told in a line.
 *
 * @param kind what it is
 * @param label the change set's, or what else names it; empty where nothing does
 * @param txId of a write; empty for others
 * @param tables how many rows of each table it changed
 * @param rows each of them in words, where that was asked for
 */
record EventSummary(
    long number,
    Instant time,
    String kind,
    String label,
    String txId,
    Map<String, Counts> tables,
    List<String> rows) {

  EventSummary {
    tables = Collections.unmodifiableMap(new TreeMap<>(tables));
    rows = List.copyOf(rows);
  }

  /** Rows of one table. */
  record Counts(long inserted, long updated, long deleted) {

    Counts plus(Counts other) {
      return new Counts(
          inserted + other.inserted, updated + other.updated, deleted + other.deleted);
    }

    @Override
    public String toString() {
      return (inserted > 0 ? " +" + inserted : "")
          + (updated > 0 ? " ~" + updated : "")
          + (deleted > 0 ? " -" + deleted : "");
    }
  }

  /** Looks at an event; rows are put into words only where they are asked for. */
  static EventSummary of(long number, JournalEvent event, boolean withRows) {
    Rows rows = new Rows(withRows);
    String kind = event.getClass().getSimpleName();
    String label = "";
    String txId = "";
    if (event instanceof ChangeSet changeSet) {
      kind = "change set";
      label = changeSet.label();
      txId = changeSet.txId().toString();
      changeSet
          .changes()
          .tables()
          .forEach(table -> table.rows().forEach(row -> rows.row(table.table(), row)));
    } else if (event instanceof ChangeSetPart part) {
      kind = "part " + part.index();
      txId = part.txId().toString();
      part.changes().forEachRow(rows);
    } else if (event instanceof ChangeSetEnd end) {
      kind = "end of " + end.parts() + " parts";
      label = end.label();
      txId = end.txId().toString();
      end.changes().forEachRow(rows);
    } else if (event instanceof SchemaChanged changed) {
      kind = "schema change";
      label = changed.name();
      changed.steps().forEach(rows::step);
    } else if (event instanceof EpochStarted started) {
      kind = "writer began";
      label = started.node();
    } else if (event instanceof OutcomeNever never) {
      kind = "never run";
      txId = never.txId().toString();
    } else if (event instanceof DigestDue) {
      kind = "digests due";
    } else if (event instanceof Digests) {
      kind = "digests";
    }
    return new EventSummary(number, event.time(), kind, label, txId, rows.counts, rows.words);
  }

  /** Counts rows by table, and puts them into words. */
  private static final class Rows implements RowChangeConsumer {
    private final Map<String, Counts> counts = new LinkedHashMap<>();
    private final List<String> words = new ArrayList<>();
    private final boolean wanted;

    Rows(boolean wanted) {
      this.wanted = wanted;
    }

    @Override
    public void row(TableName table, RowChange change) {
      counts.merge(name(table), RowWords.count(change), Counts::plus);
      if (wanted) {
        words.add(RowWords.of(name(table), change));
      }
    }

    void step(SchemaChanged.Step step) {
      if (step instanceof SchemaChanged.Step.Statement statement) {
        if (wanted) {
          words.add("  " + statement.sql().strip().replaceAll("\\s+", " "));
        }
      } else if (step instanceof SchemaChanged.Step.Rows rows) {
        rows.changes()
            .tables()
            .forEach(table -> table.rows().forEach(row -> row(table.table(), row)));
      }
    }

    private static String name(TableName table) {
      return table.schema() + "." + table.table();
    }
  }
}
