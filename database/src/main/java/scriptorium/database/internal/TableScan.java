package scriptorium.database.internal;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.h2.engine.SessionLocal;
import org.h2.index.Cursor;
import org.h2.result.Row;
import scriptorium.database.change.RowChanges;
import scriptorium.database.change.TableName;

/**
 * Reads the tables of one session's view row by row, as they are stored: nothing is gathered, so
 * the heap needed does not depend on the tables' size.
 */
public final class TableScan {
  private static final int ROWS_A_PACE = 256;

  private final SessionLocal session;
  private final Runnable pace;

  public TableScan(SessionLocal session) {
    this(session, () -> {});
  }

  /** Calls this every few hundred rows. */
  public TableScan(SessionLocal session, Runnable pace) {
    this.session = session;
    this.pace = pace;
  }

  /** What a table holds: rows, the sum of the rows' hashes as two halves, bytes. */
  public record Content(TableName table, long rows, long hashHigh, long hashLow, long bytes) {}

  /** The content of each table that is wanted, sorted by name. */
  public List<Content> contents(Predicate<TableName> wanted) {
    return SchemaFacts.current(null, session).tables().stream()
        .filter(facts -> wanted.test(facts.name))
        .map(this::content)
        .toList();
  }

  private Content content(TableFacts facts) {
    RowHash hash = new RowHash(facts.dumpedColumns());
    long entryBytes = (long) facts.secondaryIndexes * RowChanges.INDEX_ENTRY_BYTES;
    long[] bytes = new long[1];
    forEachRow(
        facts,
        row -> {
          bytes[0] += row.getMemory() + entryBytes;
          hash.add(row);
        });
    return new Content(facts.name, hash.rows(), hash.high(), hash.low(), bytes[0]);
  }

  /** The rows' memory as H2 accounts it, index entries included, over all tables. */
  public long bytes() {
    long[] bytes = new long[1];
    for (TableFacts facts : SchemaFacts.current(null, session).tables()) {
      long entryBytes = (long) facts.secondaryIndexes * RowChanges.INDEX_ENTRY_BYTES;
      forEachRow(facts, row -> bytes[0] += row.getMemory() + entryBytes);
    }
    return bytes[0];
  }

  /** The keys of the rows of each table without an integer primary key that has rows, ascending. */
  public Map<TableName, long[]> hiddenKeys() {
    Map<TableName, long[]> keys = new TreeMap<>();
    for (TableFacts facts : SchemaFacts.current(null, session).tables()) {
      if (facts.hasHiddenKeys()) {
        long[] ofTable = keysOf(facts);
        if (ofTable.length > 0) {
          keys.put(facts.name, ofTable);
        }
      }
    }
    return keys;
  }

  private long[] keysOf(TableFacts facts) {
    var gathered =
        new Object() {
          long[] keys = new long[64];
          int size;
        };
    forEachRow(
        facts,
        row -> {
          if (gathered.size == gathered.keys.length) {
            gathered.keys = Arrays.copyOf(gathered.keys, 2 * gathered.size);
          }
          gathered.keys[gathered.size++] = row.getKey();
        });
    return Arrays.copyOf(gathered.keys, gathered.size);
  }

  private void forEachRow(TableFacts facts, Consumer<Row> action) {
    session.lock();
    try {
      Cursor cursor = facts.rows.find(session, null, null, false);
      for (int rows = 1; cursor.next(); rows++) {
        action.accept(cursor.get());
        if (rows % ROWS_A_PACE == 0) {
          pace.run();
        }
      }
    } finally {
      session.unlock();
    }
  }
}
