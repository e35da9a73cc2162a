package scriptorium.database.internal;

import java.util.ArrayList;
import java.util.List;
import org.h2.engine.SessionLocal;
import org.h2.mvstore.MVMap;
import org.h2.mvstore.tx.Transaction;
import org.h2.mvstore.tx.UndoLogRecords;
import org.h2.result.SearchRow;
import org.h2.value.Value;
import org.h2.value.VersionedValue;
import org.jspecify.annotations.Nullable;
import scriptorium.database.change.CaptureSettings;
import scriptorium.database.change.Captured;
import scriptorium.database.change.ChangeSink;
import scriptorium.database.change.RowChanges;
import scriptorium.database.change.RowChangesEncoder;
import scriptorium.database.guard.HeldHeap;

/**
 * The net row changes of an open transaction since a point in it, read from its undo log and
 * encoded at once.
 *
 * <p>The undo log holds what was really done, whatever SQL, cascade or trigger did it, and nothing
 * of what was undone again. The oldest entry of a row holds its value at that point; its present
 * value is in the table. Triggers would report phantoms of failed statements, and statements cannot
 * be run again with the same result.
 */
public final class UndoLogCapture {
  private final SessionLocal session;
  private final SequencePositions positions = new SequencePositions();
  private final ValueComparison comparison = new ValueComparison();
  private final RowChangesEncoder encoder = new RowChangesEncoder();
  private final List<TouchedRows> touched = new ArrayList<>();
  private long[] changedColumns = new long[1];
  private @Nullable SchemaFacts facts;
  private @Nullable UndoLogRecords log;
  private long growthBytes;
  private long replacedBytes;

  public UndoLogCapture(SessionLocal session) {
    this.session = session;
  }

  /** A transaction begins: the schema stays as it is from here to its end. */
  public void begin() {
    facts = SchemaFacts.current(facts, session);
    positions.follow(facts);
  }

  /** The transaction is committed: the positions told so far are known to everybody. */
  public void committed() {
    positions.committed();
  }

  /** The transaction was rolled back, in part or as a whole: positions must be told again. */
  public void rolledBack() {
    positions.rolledBack();
  }

  /** What the captured changes have replaced or deleted since the last call, for open views. */
  public long takeReplacedBytes() {
    long taken = replacedBytes;
    replacedBytes = 0;
    return taken;
  }

  /**
   * @param logPosition where in the undo log the changes begin
   */
  public Captured capture(long logPosition, CaptureSettings settings, ChangeSink sink) {
    try {
      touchSince(logPosition);
      growthBytes = 0;
      encoder.begin(settings, sink, touched.size());
      for (int i = 0; i < touched.size(); i++) {
        encode(touched.get(i));
      }
      return new Captured(encoder.end(positions.moved(), growthBytes), growthBytes);
    } finally {
      touched.clear();
    }
  }

  private void touchSince(long logPosition) {
    SchemaFacts schema = SchemaFacts.current(facts, session);
    Transaction transaction = session.getTransaction();
    log(transaction)
        .readBack(
            logPosition,
            transaction.setSavepoint(),
            (mapId, key, before) -> {
              TableFacts table = schema.byMap(mapId);
              if (table != null) {
                SearchRow row = before == null ? null : (SearchRow) before.getCurrentValue();
                rowsOf(table).touch((Long) key, row);
              }
            });
  }

  /** Mostly the one that the last transaction had: H2 gives the lowest free number. */
  private UndoLogRecords log(Transaction transaction) {
    if (log == null || !log.isOf(transaction)) {
      log = UndoLogRecords.of(transaction);
    }
    return log;
  }

  private TouchedRows rowsOf(TableFacts table) {
    for (int i = 0; i < touched.size(); i++) {
      if (touched.get(i).facts == table) {
        return touched.get(i);
      }
    }
    TouchedRows rows = new TouchedRows(table);
    touched.add(rows);
    return rows;
  }

  /**
   * Newest first in the log, oldest first in the result: mostly ascending keys. A row whose key
   * changes counts twice.
   *
   * <p>A row that this transaction's log names is this transaction's until it ends, so the newest
   * value in the map itself is the present one.
   */
  private void encode(TouchedRows rows) {
    MVMap<Long, VersionedValue<SearchRow>> map = rows.facts.rows.getMVMap();
    encoder.table(rows.facts.name, Math.multiplyExact(2, rows.size()));
    for (int i = rows.size() - 1; i >= 0; i--) {
      VersionedValue<SearchRow> newest = map.get(rows.key(i));
      SearchRow present = newest == null ? null : newest.getCurrentValue();
      encode(rows.facts, rows.key(i), rows.oldest(i), present);
    }
  }

  private void encode(
      TableFacts table, long key, @Nullable SearchRow before, @Nullable SearchRow after) {
    if (after == null) {
      if (before == null) {
        return;
      }
      encoder.deleted(rowKey(table, key, before), before);
    } else if (before == null) {
      encoder.inserted(rowKey(table, key, after), after);
    } else if (!encodeUpdate(table, key, before, after)) {
      return;
    }
    growthBytes += memory(table, after) - memory(table, before);
    if (before != null) {
      replacedBytes += HeldHeap.ROW_BYTES + (after == null ? memory(table, before) : 0);
    }
  }

  private boolean encodeUpdate(TableFacts table, long key, SearchRow before, SearchRow after) {
    long rowKey = rowKey(table, key, after);
    long oldKey = rowKey(table, key, before);
    if (oldKey != rowKey) {
      encoder.deleted(oldKey, before);
      encoder.inserted(rowKey, after);
      return true;
    }
    int words = compare(before, after);
    if (words == 0) {
      return false;
    }
    encoder.updated(rowKey, changedColumns, words, before, after);
    return true;
  }

  /** Sets the bits of the changed columns; returns how many words there are up to the last one. */
  private int compare(SearchRow before, SearchRow after) {
    int columns = after.getColumnCount();
    int needed = (columns + Long.SIZE - 1) / Long.SIZE;
    if (changedColumns.length < needed) {
      changedColumns = new long[needed];
    }
    int words = 0;
    for (int word = 0; word < needed; word++) {
      int first = word * Long.SIZE;
      long bits = 0;
      for (int i = Math.min(columns, first + Long.SIZE) - 1; i >= first; i--) {
        Value old = before.getValue(i);
        bits <<= 1;
        if (!comparison.same(old, after.getValue(i))) {
          bits |= 1;
          replacedBytes += old.getMemory();
        }
      }
      changedColumns[word] = bits;
      words = bits == 0 ? words : word + 1;
    }
    return words;
  }

  private static long rowKey(TableFacts table, long key, SearchRow row) {
    return table.keyIndex == null ? key : row.getValue(table.keyColumn).getLong();
  }

  private static long memory(TableFacts table, @Nullable SearchRow row) {
    return row == null
        ? 0
        : row.getMemory() + (long) table.secondaryIndexes * RowChanges.INDEX_ENTRY_BYTES;
  }
}
