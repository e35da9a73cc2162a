package scriptorium.database.internal;

import com.esotericsoftware.kryo.io.Output;
import java.io.OutputStream;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.h2.engine.SessionLocal;
import org.h2.index.Cursor;
import org.h2.result.Row;
import scriptorium.database.change.RowChanges;
import scriptorium.database.change.TableName;
import scriptorium.database.change.ValueEncoding;

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

  /** Every table's content, sorted by name. */
  public List<Content> contents() {
    return SchemaFacts.current(null, session).tables().stream().map(this::content).toList();
  }

  private Content content(TableFacts facts) {
    RowHash hash = new RowHash(facts);
    long entryBytes = (long) facts.secondaryIndexes * RowChanges.INDEX_ENTRY_BYTES;
    long[] rowsAndBytes = new long[2];
    forEachRow(
        facts,
        row -> {
          rowsAndBytes[0]++;
          rowsAndBytes[1] += row.getMemory() + entryBytes;
          hash.add(row);
        });
    return new Content(facts.name, rowsAndBytes[0], hash.high, hash.low, rowsAndBytes[1]);
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

  /**
   * Adds up the first 128 bits of the SHA-256 of each encoded row, modulo 2^128.
   *
   * <p>That is the additive multiset hash MSet-Add-Hash (Clarke, Devadas, van Dijk, Gassend, Suh:
   * "Incremental Multiset Hash Functions", 2003) without its key: the order of the rows does not
   * matter, equal rows count as often as they occur (exclusive-or would cancel pairs), and it
   * detects errors, not forgers. Generated columns are left out: a snapshot does not hold them.
   */
  private static final class RowHash {
    private final TableFacts facts;
    private final MessageDigest sha = sha256();
    private final Output output =
        new Output(new DigestOutputStream(OutputStream.nullOutputStream(), sha), 4096);
    private final byte[] hash = new byte[32];
    long high;
    long low;

    RowHash(TableFacts facts) {
      this.facts = facts;
    }

    void add(Row row) {
      for (int i = 0; i < row.getColumnCount(); i++) {
        if (!facts.generatedColumns.contains(i)) {
          ValueEncoding.write(output, row.getValue(i));
        }
      }
      output.flush();
      try {
        sha.digest(hash, 0, hash.length);
      } catch (java.security.DigestException e) {
        throw new IllegalStateException("SHA-256 does not give 32 bytes", e);
      }
      long sum = low + longAt(8);
      high += longAt(0) + (Long.compareUnsigned(sum, low) < 0 ? 1 : 0);
      low = sum;
    }

    private long longAt(int offset) {
      long value = 0;
      for (int i = offset; i < offset + Long.BYTES; i++) {
        value = (value << 8) | (hash[i] & 0xFF);
      }
      return value;
    }

    private static MessageDigest sha256() {
      try {
        return MessageDigest.getInstance("SHA-256");
      } catch (NoSuchAlgorithmException e) {
        throw new IllegalStateException("every Java platform has SHA-256", e);
      }
    }
  }
}
